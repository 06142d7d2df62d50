/* errno: one int per thread.  glibc's name of the function that finds it, and the BSDs'. */
static _Thread_local int error_number;

int *__errno_location(void)
{
    return &error_number;
}

int *__error(void)
{
    return &error_number;
}
