/* The ends of the program: exit with its handlers, and those that run none. */
#include <stdlib.h>
#include <unistd.h>
#include "model.h"

#define MOST_HANDLERS 32

/* A function registered with atexit or at_quick_exit, or one of on_exit's, which takes two arguments. */
struct handler {
    void (*plain)(void);
    void (*informed)(int, void *);
    void *argument;
};
struct handlers {
    int count;
    struct handler list[MOST_HANDLERS];
};

static struct handlers at_exit, at_quick;

static int add(struct handlers *handlers, void (*plain)(void), void (*informed)(int, void *), void *argument)
{
    STEP_BEGIN();
    int number = handlers->count;
    if (number >= MOST_HANDLERS)
        __heddle_unsupported("more than 32 exit handlers");
    handlers->list[number].plain = plain;
    handlers->list[number].informed = informed;
    handlers->list[number].argument = argument;
    handlers->count = number + 1;
    STEP_END();
    return 0;
}

#if defined(MODEL_EXIT_HANDLERS) || defined(HEDDLE_USES_at_quick_exit)
/* The last one registered runs first; handlers may register others. */
static void run(struct handlers *handlers, int status)
{
    for (;;) {
        struct handler next = {0, 0, 0};
        STEP_BEGIN();
        int number = handlers->count;
        if (number) {
            next = handlers->list[number - 1];
            handlers->count = number - 1;
        }
        STEP_END();
        if (next.plain)
            next.plain();
        else if (next.informed)
            next.informed(status, next.argument);
        else
            return;
    }
}
#endif

int atexit(void (*function)(void))
{
    return add(&at_exit, function, 0, 0);
}

int on_exit(void (*function)(int, void *), void *argument)
{
    return add(&at_exit, 0, function, argument);
}

int at_quick_exit(void (*function)(void))
{
    return add(&at_quick, function, 0, 0);
}

/* Also what main does when it returns. */
void __model_run_exit_handlers(int status)
{
#ifdef MODEL_EXIT_HANDLERS
    run(&at_exit, status);
#endif
    __heddle_run_destructors();
}

void exit(int status)
{
    __model_run_exit_handlers(status);
    __heddle_exit();
}

void quick_exit(int status)
{
#ifdef HEDDLE_USES_at_quick_exit
    run(&at_quick, status);
#endif
    __heddle_exit();
}

void _exit(int status)
{
    __heddle_exit();
}

void _Exit(int status)
{
    __heddle_exit();
}

void abort(void)
{
    __heddle_exit();
}
