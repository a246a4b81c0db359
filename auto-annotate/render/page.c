/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page.c: see page.h. */

#include <string.h>

#include <gio/gio.h>

#include "render/page.h"
#include "render/page_resource.h"
#include "render/utf8.h"

/* Where the templates are in the resource. */
#define DIRECTORY "/page/"

static const char* const html[] = {"page.html", NULL};

/* In their order: what comes later overrides what is before. */
static const char* const styles[] = {"page.css", "flame.css", "source.css",
                                     NULL};

/* In the order in which they are run; the views in that of their tabs.  main.js
   starts the page. */
static const char* const scripts[] = {
   "data.js",
   "counts.js",
   "events.js",
   "model.js",
   "state.js",
   "matches.js",
   "undo.js",
   "elements.js",
   "columns.js",
   "places.js",
   "noise.js",
   "choices.js",
   "graphs.js",
   "frames.js",
   "keys.js",
   "search.js",
   "summary.js",
   "verdict.js",
   "flame_model.js",
   "flame_deeds.js",
   "flame_walk.js",
   "flame.js",
   "functions.js",
   "nearest.js",
   "calls.js",
   "lines.js",
   "unfold.js",
   "source.js",
   "paper.js",
   "setmap.js",
   "sets.js",
   "sharing.js",
   "totals.js",
   "machine.js",
   "main.js",
   NULL,
};

struct Page {
   Output*     output;
   GResource*  resource;
   char*       style;
   char*       script;
   char*       html;
   const char* rest; /* of `html', which is not written yet */
   Json*       data;
};

/* Appends the lines of a template that a browser needs: without indentation,
   empty lines, and lines that are a comment of JavaScript.  These are a third
   of a small page. */
static void append_lines(GString* text, const char* lines, gsize length)
{
   const char *end = lines + length, *next;

   for (; lines < end; lines = next) {
      const char* newline = memchr(lines, '\n', end - lines);
      next                = newline ? newline + 1 : end;
      while (lines < next && *lines == ' ')
         lines++;
      if (lines < next && *lines != '\n'
          && strncmp(lines, "//", MIN(2, next - lines)) != 0)
         g_string_append_len(text, lines, next - lines);
   }
}

/* Appends a template to a text. */
static void append_template(GString* text, GResource* resource,
                            const char* name)
{
   char*       path  = g_strconcat(DIRECTORY, name, NULL);
   GBytes*     bytes = g_resource_lookup_data(resource, path,
                                              G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
   gsize       length;
   const char* data = g_bytes_get_data(bytes, &length);

   append_lines(text, data, length);
   g_bytes_unref(bytes);
   g_free(path);
}

/* Returns `head' and, after it, the templates that are named up to NULL; the
   caller frees it. */
static char* read_templates(GResource* resource, const char* head,
                            const char* const* names)
{
   GString* text = g_string_new(head);

   for (; *names; names++)
      append_template(text, resource, *names);
   return g_string_free(text, FALSE);
}

/* Returns 'sha256-...', as a policy names the text of an element; the caller
   frees it. */
static char* hash_of(const char* text)
{
   GChecksum* checksum = g_checksum_new(G_CHECKSUM_SHA256);
   guint8     digest[32];
   gsize      length = sizeof digest;

   g_checksum_update(checksum, (const guchar*)text, strlen(text));
   g_checksum_get_digest(checksum, digest, &length);
   g_checksum_free(checksum);
   char* base64 = g_base64_encode(digest, length);
   char* hash   = g_strdup_printf("'sha256-%s'", base64);
   g_free(base64);
   return hash;
}

/* Writes the page up to {{name}}, and goes on after it. */
static void write_until(Page* page, const char* name)
{
   char*       mark = g_strdup_printf("{{%s}}", name);
   const char* end  = strstr(page->rest, mark);

   output_text(page->output, page->rest, end - page->rest);
   page->rest = end + strlen(mark);
   g_free(mark);
}

static void write_title(Page* page, const char* title)
{
   char* printable = utf8_printable(title, strlen(title));
   char* escaped   = g_markup_escape_text(printable, -1);

   write_until(page, "title");
   output_literal(page->output, escaped);
   g_free(escaped);
   g_free(printable);
}

static void write_policy(Page* page)
{
   char* style  = hash_of(page->style);
   char* script = hash_of(page->script);
   char* policy = g_strdup_printf("default-src 'none'; style-src %s; "
                                  "script-src %s; base-uri 'none'; "
                                  "form-action 'none'",
                                  style, script);

   write_until(page, "policy");
   output_literal(page->output, policy);
   g_free(policy);
   g_free(script);
   g_free(style);
}

Page* page_open(Output* output, const char* title)
{
   Page* page = g_new0(Page, 1);

   page->output   = output;
   page->resource = page_resource_get_resource();
   page->style    = read_templates(page->resource, "", styles);
   page->script = read_templates(page->resource, "\"use strict\";\n", scripts);
   page->rest = page->html = read_templates(page->resource, "", html);
   write_policy(page);
   write_title(page, title);
   write_until(page, "style");
   output_literal(output, page->style);
   write_until(page, "data");
   page->data = json_open_compressed(output);
   return page;
}

Json* page_data(Page* page)
{
   return page->data;
}

void page_close(Page* page)
{
   json_close(page->data);
   write_until(page, "script");
   output_literal(page->output, page->script);
   output_literal(page->output, page->rest);
   g_free(page->html);
   g_free(page->script);
   g_free(page->style);
   g_free(page);
}
