/* The command line and the environment as main gets them.
 *
 * Given arguments (--argv) are as given.  Unknown ones are up to --arguments strings of up to --text-length characters;
 * more are cut.  Where main only reads numbers from them (HEDDLE_NUMBER_ARGUMENTS: from how many, the name included) they have
 * no text at all: numbers.c asks __model_argument_number.
 */
#include "model.h"
#include "text.h"

static char program_name[] = HEDDLE_PROGRAM_NAME;

#ifdef HEDDLE_GIVEN
HEDDLE_GIVEN_TEXTS
static char *vector[] = {HEDDLE_GIVEN, 0};

int __model_count_arguments(void)
{
    return sizeof vector / sizeof *vector - 1;
}
#elif defined(HEDDLE_NUMBER_ARGUMENTS)
static char texts[HEDDLE_NUMBER_ARGUMENTS];
static char *vector[HEDDLE_NUMBER_ARGUMENTS + 1];

int __model_count_arguments(void)
{
    int count = __heddle_nondet_int();
    __heddle_assume(count >= 1);
    for (int i = 0; i < HEDDLE_NUMBER_ARGUMENTS; i++)
        vector[i] = i >= count ? 0 : i == 0 ? program_name : &texts[i];
    return count;
}

/* Each argument is one number, whenever it is read, or none (length 0). */
struct number *__model_argument_number(const char *text)
{
    static struct number numbers[HEDDLE_NUMBER_ARGUMENTS];
    static _Bool known[HEDDLE_NUMBER_ARGUMENTS];
    for (int i = 1; i < HEDDLE_NUMBER_ARGUMENTS; i++) {
        if (text != &texts[i])
            continue;
        STEP_BEGIN();
        if (!known[i]) {
            numbers[i].length = __heddle_nondet_bool();
            if (numbers[i].length) {
                numbers[i].magnitude = (unsigned long long)__heddle_nondet_llong();
                numbers[i].negative = __heddle_nondet_bool();
                numbers[i].too_large = __heddle_nondet_bool();
            }
            known[i] = 1;
        }
        STEP_END();
        return &numbers[i];
    }
    return 0;
}
#else
static char *vector[HEDDLE_ARGUMENTS + 2];

int __model_count_arguments(void)
{
    int count = __heddle_nondet_int();
    __heddle_assume(count >= 1);
    if (count > HEDDLE_ARGUMENTS + 1)
        __heddle_cut("command lines of more arguments: raise --arguments");
    vector[0] = program_name;
    for (int i = 1; i <= HEDDLE_ARGUMENTS; i++)
        if (i < count)
            vector[i] = __model_unknown_string();
    return count;
}
#endif

char **__model_arguments(void)
{
    return vector;
}

char **__model_environment(void)
{
    static char *environment[HEDDLE_ARGUMENTS + 1];
    int count = __heddle_nondet_int();
    __heddle_assume(count >= 0);
    if (count > HEDDLE_ARGUMENTS)
        __heddle_cut("environments of more variables: raise --arguments");
    for (int i = 0; i < HEDDLE_ARGUMENTS; i++)
        if (i < count)
            environment[i] = __model_unknown_string();
    return environment;
}
