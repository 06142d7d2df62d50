// What is not modelled is refused, not guessed.
// unsupported: snprintf
#include <stdio.h>
int main(void) {
    char buffer[8];
    snprintf(buffer, sizeof buffer, "%d", 1);
}
