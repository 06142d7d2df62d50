/* <rcu.h> of Dat3M's kernel tests: the functions are those of <lkmm.h>. */
#include <lkmm.h>
