/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page.h: writes one HTML file that needs nothing else: no server, no network,
   no other file.

   The templates are the files in render/page/, which are compiled into the
   program as a GResource:

      page.html     the elements that are always there; what is in double
                    braces is replaced, in this order:
         {{policy}}    the Content-Security-Policy
         {{title}}     untrusted text
         {{style}}     all *.css, one after the other
         {{data}}      a document of JSON, compressed and in base64, in a
                       <script> that is not run: no text of a stranger is
                       part of the HTML but the title
         {{script}}    all *.js, one after the other

   Lines of templates are written without their indentation, and a line that
   begins with two slashes not at all, whatever it is in.

   The policy allows the style and the script by their SHA-256, and nothing
   else: no connection, no image, no other script, no form. */

#ifndef PAGE_H
#define PAGE_H

#include "lib/output.h"
#include "render/json.h"

typedef struct Page Page;

/* Begins a page in an output, which stays the caller's and must not cut lines,
   up to {{data}}.  The title is untrusted. */
Page* page_open(Output* output, const char* title);

/* Returns the document of the page.  page_close() closes it. */
Json* page_data(Page* page);

/* Ends the page. */
void page_close(Page* page);

#endif
