int i = 2147483647; 
int main(void) { A(__builtin_add_overflow_p(i, 1, (int)0)); A(!__builtin_add_overflow_p(i, 1, 0LL)); A(__builtin_mul_overflow_p(i, i, (int)0)); A(__builtin_sub_overflow_p(0, 1, 0u)); A(!__builtin_sub_overflow_p(3, 1, (char)0)); return 0; }
