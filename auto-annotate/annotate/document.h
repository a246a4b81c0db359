/* SPDX-License-Identifier: GPL-2.0-or-later */
/* document.h: what cg_annotate's JSON and the data of cg_html's pages have in
   common. */

#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "report/verdict.h"
#include "render/json.h"

/* Writes a list of texts (char*) as a member, without the blanks before them.
 */
void document_write_texts(Json* json, const char* name, const GPtrArray* texts);

/* Writes the verdict as the member "verdict". */
void document_write_verdict(Json* json, const Verdict* verdict);

#endif
