/* Streams as the library sees them: whether input ended or failed.  The frontend lends the standard streams such an object. */
#ifndef HEDDLE_STREAM_H
#define HEDDLE_STREAM_H
#include <stdio.h>
#include "model.h"

struct _IO_FILE { int ended, failed; };

/* Whether a read finds the end of the input, or an error, instead of a character. */
int __model_input_ends(FILE *file);
#endif
