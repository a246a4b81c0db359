/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gzip.h: compresses what is written, in the format of gzip.  The same bytes
   always give the same file: it has neither a name nor a time. */

#ifndef GZIP_H
#define GZIP_H

#include "lib/output.h"

typedef struct Gzip Gzip;

/* Returns what compresses to `output', which must not cut lines. */
Gzip* gzip_new(Output* output);

/* The same, but the compressed bytes are written in base64, as one line without
   its end: letters, digits, "+", "/" and "=", which end nothing in HTML. */
Gzip* gzip_new_base64(Output* output);

/* Writes bytes.  Ends the program if they cannot be written. */
void gzip_write(Gzip* gzip, const char* bytes, gsize length);

/* Writes the end, and frees `gzip', but not the output. */
void gzip_close(Gzip* gzip);

#endif
