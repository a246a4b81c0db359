/* SPDX-License-Identifier: GPL-2.0-or-later */
/* document.h: what cg_annotate's JSON and the data of cg_html's pages have in
   common. */

#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "annotate/advice.h"
#include "render/json.h"

/* Writes a list of texts (char*) as a member, without the blanks before them.
 */
void document_write_texts(Json* json, const char* name, const GPtrArray* texts);

/* Writes the verdict, a list of Advice*, as the member "advice". */
void document_write_advice(Json* json, const GPtrArray* lists);

#endif
