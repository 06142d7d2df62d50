/* The abstraction for thread interfaces (thesis section 3.3.1.1): Lal and Reps' sequentialization, with R rounds.  Threads
 * are simulated in the order of a round, one after the other. */

enum { POSITIONS = R };

#include "clusters.h"

/* Rounds follow each other at once. */
static inline unsigned char holds_still(small position)
{
    (void)position;
    return 0;
}
