/* Coarse-grained memory unwinding, inter-thread (thesis section 5.4; TACAS 2015, section 2): at each of W positions a
 * cluster of writes, of several threads.  Threads are simulated at their creation. */

enum { CLUSTERS = W };

#include "clusters.h"
