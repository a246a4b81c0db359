/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_json.h: writes strings and keys of JSON (RFC 8259).  There are no spaces
   between the parts, because a report may have a million numbers.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_JSON_H
#define CG_JSON_H

#include "conflicts/cg_writer.h"

/* Write `s' as a JSON string.  It may be text that others have chosen: what is
   not UTF-8 becomes an escape for each byte, as do control characters. */
void cg_json_string(Writer* w, const HChar* s);

/* Write `key', our own text that needs no escape, and a colon. */
void cg_json_key(Writer* w, const HChar* key);

#endif /* CG_JSON_H */
