/* Coarse-grained memory unwinding, inter-thread (thesis section 5.4; TACAS 2015, section 2): W clusters of writes, of
 * several threads.  In a cluster each thread has one turn, in the order of creation; before, between and after clusters
 * memory holds still, and threads do what writes nothing. */

enum { POSITIONS = 2 * W + 1 };

#include "clusters.h"

static inline unsigned char holds_still(small position)
{
    return position % 2 == 0;
}
