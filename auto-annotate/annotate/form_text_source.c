/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_text_source.c: a source with the counts of its lines, as text.

      -- line 3 ----------------------------------------
        .  int walk(int n)
        .  {
      200     return sum(n);
      198       => 2 times sum (prog.c)
      -- line 7 ---------------------------------------- */

#include <string.h>

#include "annotate/details.h"
#include "annotate/form_text.h"
#include "annotate/layout.h"

/* These lines frame a warning, so that it is not overlooked. */
static const char frame[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
                            "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
                            "\n";
static const char frame_warning[] =
   "@@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ "
   "WARNING @@"
   "\n";

/*------------------------------------------------------------*/
/*--- Headings and warnings                                ---*/
/*------------------------------------------------------------*/

/* Writes the name of a source: "NAME", "DIRECTORY + NAME", or, if it was moved,
   "NAME, found as PATH". */
static void write_source_name(const Source* source, Output* output)
{
   if (source->directory && *source->directory) {
      output_string(output, source->directory);
      output_literal(output, " + ");
   }
   output_string(output, source->name);
   if (!source->directory) {
      output_literal(output, ", found as ");
      output_string(output, source->path);
   }
}

/* Writes `format', with the untrusted `name' in place of its "%s". */
static void write_named(Output* output, const char* format, const char* name)
{
   const char* mark = strstr(format, "%s");
   char*       head = g_strndup(format, mark - format);
   output_literal(output, head);
   output_string(output, name);
   output_literal(output, mark + 2);
   g_free(head);
}

static void warn_newer(const Source* source, const SourceStyle* style,
                       Output* output)
{
   output_literal(output, frame);
   output_literal(output, frame_warning);
   output_literal(output, frame);
   write_named(output, "@ Source file '%s' is more recent than input file ",
               source->name);
   write_named(output, "'%s'.\n", style->profile);
   output_literal(output, "@ Annotations may not be correct.\n");
   output_literal(output, frame);
   output_literal(output, "\n");
}

static void warn_past_end(const Source* source, const SourceStyle* style,
                          Output* output)
{
   output_literal(output, frame);
   output_literal(output, frame_warning);
   output_literal(output, frame);
   output_literal(output, "@@\n");
   write_named(output,
               "@@ Information recorded about lines past the end of '%s'.\n",
               source->name);
   output_literal(output, "@@\n@@ Probable cause and solution:\n");
   if (source_is_newer(source, style->changed)) {
      write_named(output,
                  "@@ cause:    '%s' has changed since information was "
                  "gathered.\n",
                  source->name);
      output_literal(
         output,
         "@@           If so, a warning will have already been issued about "
         "this.\n"
         "@@ solution: Recompile program and rerun under \"valgrind "
         "--tool=cachegrind\" to \n"
         "@@           gather new information.\n");
   } else if (g_str_has_suffix(source->name, ".h"))
      output_literal(output,
                     "@@ cause:    bug in the Valgrind's debug info reader "
                     "that screws up with .h\n"
                     "@@           files sometimes\n"
                     "@@ solution: none, sorry\n");
   else
      output_literal(output, "@@ cause:    not sure, sorry\n");
   output_literal(output, "@@\n");
   output_literal(output, frame);
}

void form_text_source_begin(Form* form, const FormSource* source)
{
   Output* output = form->annotation->output;

   layout_rule(output);
   output_style(output, OUTPUT_HEADING);
   output_literal(output, source->named ? "-- User-annotated source: "
                                        : "-- Auto-annotated source: ");
   write_source_name(source->source, output);
   output_plain(output);
   output_literal(output, "\n");
   layout_rule(output);
   if (!source->namesakes)
      return;
   layout_setting(output, "  No information has been collected for ",
                  source->source->name);
   for (guint i = 0; i < source->namesakes->len; i++)
      layout_setting(output, "  but for ", source->namesakes->pdata[i]);
   output_literal(output, "\n");
}

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* Makes the columns wide enough for all rows. */
static void fit_rows(FormText* text, const Lines* lines)
{
   const Events* events = text->style->events;
   Count*        counts = g_new(Count, events_number(events));

   for (gsize row = 0; row < lines->used; row++) {
      lines_counts(lines, events_recorded(events), row, counts);
      /* A value of more than 63 bits is found when its line is shown. */
      events_derive(events, counts);
      table_fit(text->table, counts);
   }
   g_free(counts);
}

static void begin_text_lines(gpointer form, const Source* source,
                             const SourceStyle* style, const Lines* lines)
{
   FormText* text = form;

   text->table       = table_new(&text->form.annotation->columns);
   text->source      = source;
   text->table->heat = TRUE;
   text->style       = style;
   fit_rows(text, lines);
   if (source_is_newer(source, style->changed))
      warn_newer(source, style, text->output);
   table_write_names(text->table, text->output, NULL);
   output_literal(text->output, "\n");
}

static void write_detail_text(const FormText* text, const SourceDetail* detail)
{
   char* what = details_text(text->form.annotation, detail);

   output_string(text->output, what);
   g_free(what);
}

static void write_text_line(gpointer form, const SourceLine* line)
{
   FormText* text   = form;
   Output*   output = text->output;

   table_write_counts(text->table, output,
                      line->counts ? line->counts : text->blank);
   output_literal(output, " ");
   output_text(output, line->text, line->length);
   for (guint i = 0; i < line->n_details; i++) {
      output_literal(output, "\n");
      table_write_counts(text->table, output, line->details[i].counts);
      output_literal(output, "     ");
      write_detail_text(text, &line->details[i]);
   }
   if (!line->cut)
      output_literal(output, "\n");
}

static void write_gap(gpointer form, guint64 line)
{
   FormText* text = form;
   char      number[OUTPUT_MAX_NUMBER_BYTES + 1];

   *output_format_number(number, line) = '\0';
   output_literal(text->output, "-- line ");
   output_literal(text->output, number);
   output_literal(text->output, " ----------------------------------------\n");
}

static void write_text_past_end(gpointer form, guint64 line,
                                const Count* counts)
{
   FormText* text = form;
   char      number[OUTPUT_MAX_NUMBER_BYTES + 1];

   *output_format_number(number, line) = '\0';
   table_write_counts(text->table, text->output, counts);
   write_named(text->output, " <bogus line %s>\n", number);
}

static void end_text_lines(gpointer form, gboolean past_end,
                           const Count* no_line)
{
   FormText* text = form;

   if (past_end) {
      output_literal(text->output, "\n");
      warn_past_end(text->source, text->style, text->output);
   }
   output_literal(text->output, "\n");
   if (no_line) {
      table_write_counts(text->table, text->output, no_line);
      write_named(text->output,
                  text->form.annotation->options.versions
                     ? " <counts for removed or unidentified lines in %s>\n\n"
                     : " <counts for unidentified lines in %s>\n\n",
                  text->source->name);
   }
   table_free(text->table);
}

const SourceForm form_text_source_lines = {.begin    = begin_text_lines,
                                           .line     = write_text_line,
                                           .gap      = write_gap,
                                           .past_end = write_text_past_end,
                                           .end      = end_text_lines};
