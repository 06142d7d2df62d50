/* <sys/queue.h>: the BSDs' lists and queues.
 * SLIST: singly linked.  LIST: doubly linked, removal of any element.  STAILQ and SIMPLEQ: singly linked with a tail.
 * TAILQ: doubly linked with a tail.  CIRCLEQ: doubly linked, circular.  The links have the names of the BSDs' fields. */
#ifndef HEDDLE_SYS_QUEUE_H
#define HEDDLE_SYS_QUEUE_H
/* --- SLIST --- */
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { 0 }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_EMPTY(head) ((head)->slh_first == 0)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_END(head) 0
#define SLIST_NEXT(element, field) ((element)->field.sle_next)
#define SLIST_INIT(head) do { SLIST_FIRST(head) = 0; } while (0)
#define SLIST_FOREACH(var, head, field) for ((var) = SLIST_FIRST(head); (var); (var) = SLIST_NEXT(var, field))
#define SLIST_FOREACH_FROM(var, head, field) \
    for ((var) = (var) ? (var) : SLIST_FIRST(head); (var); (var) = SLIST_NEXT(var, field))
#define SLIST_FOREACH_SAFE(var, head, field, next) \
    for ((var) = SLIST_FIRST(head); (var) && ((next) = SLIST_NEXT(var, field), 1); (var) = (next))
#define SLIST_INSERT_HEAD(head, element, field) do { \
        SLIST_NEXT(element, field) = SLIST_FIRST(head); \
        SLIST_FIRST(head) = (element); \
    } while (0)
#define SLIST_INSERT_AFTER(after, element, field) do { \
        SLIST_NEXT(element, field) = SLIST_NEXT(after, field); \
        SLIST_NEXT(after, field) = (element); \
    } while (0)
#define SLIST_REMOVE_HEAD(head, field) do { SLIST_FIRST(head) = SLIST_NEXT(SLIST_FIRST(head), field); } while (0)
#define SLIST_REMOVE_AFTER(after, field) do { \
        SLIST_NEXT(after, field) = SLIST_NEXT(SLIST_NEXT(after, field), field); \
    } while (0)
#define SLIST_REMOVE(head, element, type, field) do { \
        if (SLIST_FIRST(head) == (element)) { \
            SLIST_REMOVE_HEAD(head, field); \
        } else { \
            struct type *__before = SLIST_FIRST(head); \
            while (SLIST_NEXT(__before, field) != (element)) \
                __before = SLIST_NEXT(__before, field); \
            SLIST_REMOVE_AFTER(__before, field); \
        } \
    } while (0)
#define SLIST_SWAP(left, right, type) do { \
        struct type *__first = SLIST_FIRST(left); \
        SLIST_FIRST(left) = SLIST_FIRST(right); \
        SLIST_FIRST(right) = __first; \
    } while (0)

/* --- LIST: le_prev is the address of what points to the element --- */
#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { 0 }
#define LIST_ENTRY(type) struct { struct type *le_next; struct type **le_prev; }
#define LIST_EMPTY(head) ((head)->lh_first == 0)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_END(head) 0
#define LIST_NEXT(element, field) ((element)->field.le_next)
#define LIST_INIT(head) do { LIST_FIRST(head) = 0; } while (0)
#define LIST_FOREACH(var, head, field) for ((var) = LIST_FIRST(head); (var); (var) = LIST_NEXT(var, field))
#define LIST_FOREACH_FROM(var, head, field) \
    for ((var) = (var) ? (var) : LIST_FIRST(head); (var); (var) = LIST_NEXT(var, field))
#define LIST_FOREACH_SAFE(var, head, field, next) \
    for ((var) = LIST_FIRST(head); (var) && ((next) = LIST_NEXT(var, field), 1); (var) = (next))
#define LIST_INSERT_HEAD(head, element, field) do { \
        if ((LIST_NEXT(element, field) = LIST_FIRST(head)) != 0) \
            LIST_FIRST(head)->field.le_prev = &LIST_NEXT(element, field); \
        LIST_FIRST(head) = (element); \
        (element)->field.le_prev = &LIST_FIRST(head); \
    } while (0)
#define LIST_INSERT_AFTER(after, element, field) do { \
        if ((LIST_NEXT(element, field) = LIST_NEXT(after, field)) != 0) \
            LIST_NEXT(after, field)->field.le_prev = &LIST_NEXT(element, field); \
        LIST_NEXT(after, field) = (element); \
        (element)->field.le_prev = &LIST_NEXT(after, field); \
    } while (0)
#define LIST_INSERT_BEFORE(before, element, field) do { \
        (element)->field.le_prev = (before)->field.le_prev; \
        LIST_NEXT(element, field) = (before); \
        *(before)->field.le_prev = (element); \
        (before)->field.le_prev = &LIST_NEXT(element, field); \
    } while (0)
#define LIST_REMOVE(element, field) do { \
        if (LIST_NEXT(element, field)) \
            LIST_NEXT(element, field)->field.le_prev = (element)->field.le_prev; \
        *(element)->field.le_prev = LIST_NEXT(element, field); \
    } while (0)
#define LIST_REPLACE(element, other, field) do { \
        if ((LIST_NEXT(other, field) = LIST_NEXT(element, field)) != 0) \
            LIST_NEXT(other, field)->field.le_prev = &LIST_NEXT(other, field); \
        (other)->field.le_prev = (element)->field.le_prev; \
        *(other)->field.le_prev = (other); \
    } while (0)
#define LIST_SWAP(left, right, type, field) do { \
        struct type *__first = LIST_FIRST(left); \
        LIST_FIRST(left) = LIST_FIRST(right); \
        LIST_FIRST(right) = __first; \
        if (LIST_FIRST(left)) \
            LIST_FIRST(left)->field.le_prev = &LIST_FIRST(left); \
        if (LIST_FIRST(right)) \
            LIST_FIRST(right)->field.le_prev = &LIST_FIRST(right); \
    } while (0)

/* --- STAILQ: the tail is the address of the last link --- */
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first; struct type **stqh_last; }
#define STAILQ_HEAD_INITIALIZER(head) { 0, &(head).stqh_first }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
#define STAILQ_EMPTY(head) ((head)->stqh_first == 0)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_END(head) 0
#define STAILQ_NEXT(element, field) ((element)->field.stqe_next)
#define STAILQ_LAST(head, type, field) \
    (STAILQ_EMPTY(head) ? 0 : (struct type *)((char *)(head)->stqh_last - __builtin_offsetof(struct type, field)))
#define STAILQ_INIT(head) do { STAILQ_FIRST(head) = 0; (head)->stqh_last = &STAILQ_FIRST(head); } while (0)
#define STAILQ_FOREACH(var, head, field) for ((var) = STAILQ_FIRST(head); (var); (var) = STAILQ_NEXT(var, field))
#define STAILQ_FOREACH_FROM(var, head, field) \
    for ((var) = (var) ? (var) : STAILQ_FIRST(head); (var); (var) = STAILQ_NEXT(var, field))
#define STAILQ_FOREACH_SAFE(var, head, field, next) \
    for ((var) = STAILQ_FIRST(head); (var) && ((next) = STAILQ_NEXT(var, field), 1); (var) = (next))
#define STAILQ_INSERT_HEAD(head, element, field) do { \
        if ((STAILQ_NEXT(element, field) = STAILQ_FIRST(head)) == 0) \
            (head)->stqh_last = &STAILQ_NEXT(element, field); \
        STAILQ_FIRST(head) = (element); \
    } while (0)
#define STAILQ_INSERT_TAIL(head, element, field) do { \
        STAILQ_NEXT(element, field) = 0; \
        *(head)->stqh_last = (element); \
        (head)->stqh_last = &STAILQ_NEXT(element, field); \
    } while (0)
#define STAILQ_INSERT_AFTER(head, after, element, field) do { \
        if ((STAILQ_NEXT(element, field) = STAILQ_NEXT(after, field)) == 0) \
            (head)->stqh_last = &STAILQ_NEXT(element, field); \
        STAILQ_NEXT(after, field) = (element); \
    } while (0)
#define STAILQ_REMOVE_HEAD(head, field) do { \
        if ((STAILQ_FIRST(head) = STAILQ_NEXT(STAILQ_FIRST(head), field)) == 0) \
            (head)->stqh_last = &STAILQ_FIRST(head); \
    } while (0)
#define STAILQ_REMOVE_AFTER(head, after, field) do { \
        if ((STAILQ_NEXT(after, field) = STAILQ_NEXT(STAILQ_NEXT(after, field), field)) == 0) \
            (head)->stqh_last = &STAILQ_NEXT(after, field); \
    } while (0)
#define STAILQ_REMOVE(head, element, type, field) do { \
        if (STAILQ_FIRST(head) == (element)) { \
            STAILQ_REMOVE_HEAD(head, field); \
        } else { \
            struct type *__before = STAILQ_FIRST(head); \
            while (STAILQ_NEXT(__before, field) != (element)) \
                __before = STAILQ_NEXT(__before, field); \
            STAILQ_REMOVE_AFTER(head, __before, field); \
        } \
    } while (0)
#define STAILQ_CONCAT(head, other) do { \
        if (!STAILQ_EMPTY(other)) { \
            *(head)->stqh_last = STAILQ_FIRST(other); \
            (head)->stqh_last = (other)->stqh_last; \
            STAILQ_INIT(other); \
        } \
    } while (0)
#define STAILQ_SWAP(left, right, type) do { \
        struct type *__first = STAILQ_FIRST(left), **__last = (left)->stqh_last; \
        STAILQ_FIRST(left) = STAILQ_FIRST(right); \
        (left)->stqh_last = (right)->stqh_last; \
        STAILQ_FIRST(right) = __first; \
        (right)->stqh_last = __last; \
        if (STAILQ_EMPTY(left)) \
            (left)->stqh_last = &STAILQ_FIRST(left); \
        if (STAILQ_EMPTY(right)) \
            (right)->stqh_last = &STAILQ_FIRST(right); \
    } while (0)

/* --- SIMPLEQ: the tail is the address of the last link --- */
#define SIMPLEQ_HEAD(name, type) struct name { struct type *sqh_first; struct type **sqh_last; }
#define SIMPLEQ_HEAD_INITIALIZER(head) { 0, &(head).sqh_first }
#define SIMPLEQ_ENTRY(type) struct { struct type *sqe_next; }
#define SIMPLEQ_EMPTY(head) ((head)->sqh_first == 0)
#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_END(head) 0
#define SIMPLEQ_NEXT(element, field) ((element)->field.sqe_next)
#define SIMPLEQ_LAST(head, type, field) \
    (SIMPLEQ_EMPTY(head) ? 0 : (struct type *)((char *)(head)->sqh_last - __builtin_offsetof(struct type, field)))
#define SIMPLEQ_INIT(head) do { SIMPLEQ_FIRST(head) = 0; (head)->sqh_last = &SIMPLEQ_FIRST(head); } while (0)
#define SIMPLEQ_FOREACH(var, head, field) for ((var) = SIMPLEQ_FIRST(head); (var); (var) = SIMPLEQ_NEXT(var, field))
#define SIMPLEQ_FOREACH_FROM(var, head, field) \
    for ((var) = (var) ? (var) : SIMPLEQ_FIRST(head); (var); (var) = SIMPLEQ_NEXT(var, field))
#define SIMPLEQ_FOREACH_SAFE(var, head, field, next) \
    for ((var) = SIMPLEQ_FIRST(head); (var) && ((next) = SIMPLEQ_NEXT(var, field), 1); (var) = (next))
#define SIMPLEQ_INSERT_HEAD(head, element, field) do { \
        if ((SIMPLEQ_NEXT(element, field) = SIMPLEQ_FIRST(head)) == 0) \
            (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
        SIMPLEQ_FIRST(head) = (element); \
    } while (0)
#define SIMPLEQ_INSERT_TAIL(head, element, field) do { \
        SIMPLEQ_NEXT(element, field) = 0; \
        *(head)->sqh_last = (element); \
        (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
    } while (0)
#define SIMPLEQ_INSERT_AFTER(head, after, element, field) do { \
        if ((SIMPLEQ_NEXT(element, field) = SIMPLEQ_NEXT(after, field)) == 0) \
            (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
        SIMPLEQ_NEXT(after, field) = (element); \
    } while (0)
#define SIMPLEQ_REMOVE_HEAD(head, field) do { \
        if ((SIMPLEQ_FIRST(head) = SIMPLEQ_NEXT(SIMPLEQ_FIRST(head), field)) == 0) \
            (head)->sqh_last = &SIMPLEQ_FIRST(head); \
    } while (0)
#define SIMPLEQ_REMOVE_AFTER(head, after, field) do { \
        if ((SIMPLEQ_NEXT(after, field) = SIMPLEQ_NEXT(SIMPLEQ_NEXT(after, field), field)) == 0) \
            (head)->sqh_last = &SIMPLEQ_NEXT(after, field); \
    } while (0)
#define SIMPLEQ_REMOVE(head, element, type, field) do { \
        if (SIMPLEQ_FIRST(head) == (element)) { \
            SIMPLEQ_REMOVE_HEAD(head, field); \
        } else { \
            struct type *__before = SIMPLEQ_FIRST(head); \
            while (SIMPLEQ_NEXT(__before, field) != (element)) \
                __before = SIMPLEQ_NEXT(__before, field); \
            SIMPLEQ_REMOVE_AFTER(head, __before, field); \
        } \
    } while (0)
#define SIMPLEQ_CONCAT(head, other) do { \
        if (!SIMPLEQ_EMPTY(other)) { \
            *(head)->sqh_last = SIMPLEQ_FIRST(other); \
            (head)->sqh_last = (other)->sqh_last; \
            SIMPLEQ_INIT(other); \
        } \
    } while (0)
#define SIMPLEQ_SWAP(left, right, type) do { \
        struct type *__first = SIMPLEQ_FIRST(left), **__last = (left)->sqh_last; \
        SIMPLEQ_FIRST(left) = SIMPLEQ_FIRST(right); \
        (left)->sqh_last = (right)->sqh_last; \
        SIMPLEQ_FIRST(right) = __first; \
        (right)->sqh_last = __last; \
        if (SIMPLEQ_EMPTY(left)) \
            (left)->sqh_last = &SIMPLEQ_FIRST(left); \
        if (SIMPLEQ_EMPTY(right)) \
            (right)->sqh_last = &SIMPLEQ_FIRST(right); \
    } while (0)

/* --- TAILQ: tqe_prev is the address of what points to the element; a head looks like an entry --- */
#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first; struct type **tqh_last; }
#define TAILQ_HEAD_INITIALIZER(head) { 0, &(head).tqh_first }
#define TAILQ_ENTRY(type) struct { struct type *tqe_next; struct type **tqe_prev; }
#define TAILQ_EMPTY(head) ((head)->tqh_first == 0)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_END(head) 0
#define TAILQ_NEXT(element, field) ((element)->field.tqe_next)
#define TAILQ_LAST(head, headname) (*((struct headname *)(head)->tqh_last)->tqh_last)
#define TAILQ_PREV(element, headname, field) (*((struct headname *)(element)->field.tqe_prev)->tqh_last)
#define TAILQ_INIT(head) do { TAILQ_FIRST(head) = 0; (head)->tqh_last = &TAILQ_FIRST(head); } while (0)
#define TAILQ_FOREACH(var, head, field) for ((var) = TAILQ_FIRST(head); (var); (var) = TAILQ_NEXT(var, field))
#define TAILQ_FOREACH_FROM(var, head, field) \
    for ((var) = (var) ? (var) : TAILQ_FIRST(head); (var); (var) = TAILQ_NEXT(var, field))
#define TAILQ_FOREACH_SAFE(var, head, field, next) \
    for ((var) = TAILQ_FIRST(head); (var) && ((next) = TAILQ_NEXT(var, field), 1); (var) = (next))
#define TAILQ_FOREACH_REVERSE(var, head, headname, field) \
    for ((var) = TAILQ_LAST(head, headname); (var); (var) = TAILQ_PREV(var, headname, field))
#define TAILQ_FOREACH_REVERSE_SAFE(var, head, headname, field, next) \
    for ((var) = TAILQ_LAST(head, headname); (var) && ((next) = TAILQ_PREV(var, headname, field), 1); (var) = (next))
#define TAILQ_INSERT_HEAD(head, element, field) do { \
        if ((TAILQ_NEXT(element, field) = TAILQ_FIRST(head)) != 0) \
            TAILQ_FIRST(head)->field.tqe_prev = &TAILQ_NEXT(element, field); \
        else \
            (head)->tqh_last = &TAILQ_NEXT(element, field); \
        TAILQ_FIRST(head) = (element); \
        (element)->field.tqe_prev = &TAILQ_FIRST(head); \
    } while (0)
#define TAILQ_INSERT_TAIL(head, element, field) do { \
        TAILQ_NEXT(element, field) = 0; \
        (element)->field.tqe_prev = (head)->tqh_last; \
        *(head)->tqh_last = (element); \
        (head)->tqh_last = &TAILQ_NEXT(element, field); \
    } while (0)
#define TAILQ_INSERT_AFTER(head, after, element, field) do { \
        if ((TAILQ_NEXT(element, field) = TAILQ_NEXT(after, field)) != 0) \
            TAILQ_NEXT(element, field)->field.tqe_prev = &TAILQ_NEXT(element, field); \
        else \
            (head)->tqh_last = &TAILQ_NEXT(element, field); \
        TAILQ_NEXT(after, field) = (element); \
        (element)->field.tqe_prev = &TAILQ_NEXT(after, field); \
    } while (0)
#define TAILQ_INSERT_BEFORE(before, element, field) do { \
        (element)->field.tqe_prev = (before)->field.tqe_prev; \
        TAILQ_NEXT(element, field) = (before); \
        *(before)->field.tqe_prev = (element); \
        (before)->field.tqe_prev = &TAILQ_NEXT(element, field); \
    } while (0)
#define TAILQ_REMOVE(head, element, field) do { \
        if (TAILQ_NEXT(element, field)) \
            TAILQ_NEXT(element, field)->field.tqe_prev = (element)->field.tqe_prev; \
        else \
            (head)->tqh_last = (element)->field.tqe_prev; \
        *(element)->field.tqe_prev = TAILQ_NEXT(element, field); \
    } while (0)
#define TAILQ_REPLACE(head, element, other, field) do { \
        if ((TAILQ_NEXT(other, field) = TAILQ_NEXT(element, field)) != 0) \
            TAILQ_NEXT(other, field)->field.tqe_prev = &TAILQ_NEXT(other, field); \
        else \
            (head)->tqh_last = &TAILQ_NEXT(other, field); \
        (other)->field.tqe_prev = (element)->field.tqe_prev; \
        *(other)->field.tqe_prev = (other); \
    } while (0)
#define TAILQ_CONCAT(head, other, field) do { \
        if (!TAILQ_EMPTY(other)) { \
            *(head)->tqh_last = TAILQ_FIRST(other); \
            TAILQ_FIRST(other)->field.tqe_prev = (head)->tqh_last; \
            (head)->tqh_last = (other)->tqh_last; \
            TAILQ_INIT(other); \
        } \
    } while (0)
#define TAILQ_SWAP(left, right, type, field) do { \
        struct type *__first = TAILQ_FIRST(left), **__last = (left)->tqh_last; \
        TAILQ_FIRST(left) = TAILQ_FIRST(right); \
        (left)->tqh_last = (right)->tqh_last; \
        TAILQ_FIRST(right) = __first; \
        (right)->tqh_last = __last; \
        if (TAILQ_FIRST(left)) \
            TAILQ_FIRST(left)->field.tqe_prev = &TAILQ_FIRST(left); \
        else \
            (left)->tqh_last = &TAILQ_FIRST(left); \
        if (TAILQ_FIRST(right)) \
            TAILQ_FIRST(right)->field.tqe_prev = &TAILQ_FIRST(right); \
        else \
            (right)->tqh_last = &TAILQ_FIRST(right); \
    } while (0)

/* --- CIRCLEQ: the ends point to the head --- */
#define CIRCLEQ_HEAD(name, type) struct name { struct type *cqh_first; struct type *cqh_last; }
#define CIRCLEQ_HEAD_INITIALIZER(head) { (void *)&(head), (void *)&(head) }
#define CIRCLEQ_ENTRY(type) struct { struct type *cqe_next; struct type *cqe_prev; }
#define CIRCLEQ_EMPTY(head) ((void *)(head)->cqh_first == (void *)(head))
#define CIRCLEQ_FIRST(head) ((head)->cqh_first)
#define CIRCLEQ_LAST(head) ((head)->cqh_last)
#define CIRCLEQ_END(head) ((void *)(head))
#define CIRCLEQ_NEXT(element, field) ((element)->field.cqe_next)
#define CIRCLEQ_PREV(element, field) ((element)->field.cqe_prev)
#define CIRCLEQ_INIT(head) do { \
        CIRCLEQ_FIRST(head) = CIRCLEQ_END(head); \
        CIRCLEQ_LAST(head) = CIRCLEQ_END(head); \
    } while (0)
#define CIRCLEQ_FOREACH(var, head, field) \
    for ((var) = CIRCLEQ_FIRST(head); (void *)(var) != CIRCLEQ_END(head); (var) = CIRCLEQ_NEXT(var, field))
#define CIRCLEQ_FOREACH_REVERSE(var, head, field) \
    for ((var) = CIRCLEQ_LAST(head); (void *)(var) != CIRCLEQ_END(head); (var) = CIRCLEQ_PREV(var, field))
#define CIRCLEQ_FOREACH_SAFE(var, head, field, next) \
    for ((var) = CIRCLEQ_FIRST(head); (void *)(var) != CIRCLEQ_END(head) && ((next) = CIRCLEQ_NEXT(var, field), 1); \
         (var) = (next))
#define CIRCLEQ_FOREACH_REVERSE_SAFE(var, head, field, next) \
    for ((var) = CIRCLEQ_LAST(head); (void *)(var) != CIRCLEQ_END(head) && ((next) = CIRCLEQ_PREV(var, field), 1); \
         (var) = (next))
#define CIRCLEQ_LOOP_NEXT(head, element, field) \
    ((void *)CIRCLEQ_NEXT(element, field) == CIRCLEQ_END(head) ? CIRCLEQ_FIRST(head) : CIRCLEQ_NEXT(element, field))
#define CIRCLEQ_LOOP_PREV(head, element, field) \
    ((void *)CIRCLEQ_PREV(element, field) == CIRCLEQ_END(head) ? CIRCLEQ_LAST(head) : CIRCLEQ_PREV(element, field))
#define CIRCLEQ_INSERT_AFTER(head, after, element, field) do { \
        CIRCLEQ_NEXT(element, field) = CIRCLEQ_NEXT(after, field); \
        CIRCLEQ_PREV(element, field) = (after); \
        if ((void *)CIRCLEQ_NEXT(after, field) == CIRCLEQ_END(head)) \
            CIRCLEQ_LAST(head) = (element); \
        else \
            CIRCLEQ_PREV(CIRCLEQ_NEXT(after, field), field) = (element); \
        CIRCLEQ_NEXT(after, field) = (element); \
    } while (0)
#define CIRCLEQ_INSERT_BEFORE(head, before, element, field) do { \
        CIRCLEQ_NEXT(element, field) = (before); \
        CIRCLEQ_PREV(element, field) = CIRCLEQ_PREV(before, field); \
        if ((void *)CIRCLEQ_PREV(before, field) == CIRCLEQ_END(head)) \
            CIRCLEQ_FIRST(head) = (element); \
        else \
            CIRCLEQ_NEXT(CIRCLEQ_PREV(before, field), field) = (element); \
        CIRCLEQ_PREV(before, field) = (element); \
    } while (0)
#define CIRCLEQ_INSERT_HEAD(head, element, field) do { \
        CIRCLEQ_NEXT(element, field) = CIRCLEQ_FIRST(head); \
        CIRCLEQ_PREV(element, field) = CIRCLEQ_END(head); \
        if ((void *)CIRCLEQ_LAST(head) == CIRCLEQ_END(head)) \
            CIRCLEQ_LAST(head) = (element); \
        else \
            CIRCLEQ_PREV(CIRCLEQ_FIRST(head), field) = (element); \
        CIRCLEQ_FIRST(head) = (element); \
    } while (0)
#define CIRCLEQ_INSERT_TAIL(head, element, field) do { \
        CIRCLEQ_NEXT(element, field) = CIRCLEQ_END(head); \
        CIRCLEQ_PREV(element, field) = CIRCLEQ_LAST(head); \
        if ((void *)CIRCLEQ_FIRST(head) == CIRCLEQ_END(head)) \
            CIRCLEQ_FIRST(head) = (element); \
        else \
            CIRCLEQ_NEXT(CIRCLEQ_LAST(head), field) = (element); \
        CIRCLEQ_LAST(head) = (element); \
    } while (0)
#define CIRCLEQ_REMOVE(head, element, field) do { \
        if ((void *)CIRCLEQ_NEXT(element, field) == CIRCLEQ_END(head)) \
            CIRCLEQ_LAST(head) = CIRCLEQ_PREV(element, field); \
        else \
            CIRCLEQ_PREV(CIRCLEQ_NEXT(element, field), field) = CIRCLEQ_PREV(element, field); \
        if ((void *)CIRCLEQ_PREV(element, field) == CIRCLEQ_END(head)) \
            CIRCLEQ_FIRST(head) = CIRCLEQ_NEXT(element, field); \
        else \
            CIRCLEQ_NEXT(CIRCLEQ_PREV(element, field), field) = CIRCLEQ_NEXT(element, field); \
    } while (0)
#endif
