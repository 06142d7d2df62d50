/* The abstraction for thread interfaces (thesis section 3.3.1.1): Lal and Reps' sequentialization, with R rounds.  Threads
 * are simulated in the order of a round, one after the other. */

enum { CLUSTERS = R };

#include "clusters.h"
