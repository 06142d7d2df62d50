// What is not modelled is refused, not guessed.
// unsupported: ungetc
#include <stdio.h>
int main(void) {
    ungetc('a', stdin);
}
