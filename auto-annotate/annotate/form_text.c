/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_text.c: see form_text.h. */

#include "annotate/form_text.h"
#include "annotate/layout.h"
#include "annotate/selection.h"

/* How many profiles the settings name. */
#define MAX_PROFILES_SHOWN 10

/* The width of the column that says where counts are. */
#define WHERE_WIDTH 33

/*------------------------------------------------------------*/
/*--- Settings and totals                                  ---*/
/*------------------------------------------------------------*/

/* Writes a title and the first texts of a list, each on its own line, and how
   many more there are. */
static void write_list(Output* output, const char* title,
                       const GPtrArray* texts, guint most)
{
   static const char blanks[] = "                  ";

   layout_setting(output, title, texts->len > 0 ? texts->pdata[0] : "");
   for (guint i = 1; i < MIN(most, texts->len); i++)
      layout_setting(output, blanks, texts->pdata[i]);
   if (texts->len > most) {
      char* more = g_strdup_printf("%u more", texts->len - most);
      layout_setting(output, blanks, more);
      g_free(more);
   }
}

/* Writes the settings that concern events, one line for each kind. */
static void write_text_events(const Annotation* annotation)
{
   const Events* events     = annotation->events;
   GString*      recorded   = g_string_new("Events recorded: ");
   GString*      shown      = g_string_new("Events shown:    ");
   GString*      sorted     = g_string_new("Event sort order:");
   GString*      thresholds = g_string_new("Thresholds:      ");
   GString*      lines[]    = {recorded, shown, sorted, thresholds};

   for (guint i = 0; i < events_recorded(events); i++)
      g_string_append_printf(recorded, " %s", events_name(events, i));
   for (guint i = 0; i < annotation->shown->len; i++)
      g_string_append_printf(
         shown, " %s",
         events_name(events, g_array_index(annotation->shown, guint, i)));
   if (annotation->n_hidden > 0)
      g_string_append_printf(shown, " (%u more with --show or --width=0)",
                             annotation->n_hidden);
   for (guint i = 0; i < annotation->keys->len; i++) {
      const SortKey* key = &g_array_index(annotation->keys, SortKey, i);
      g_string_append_printf(sorted, " %s", events_name(events, key->event));
      g_string_append_printf(thresholds, " %s", key->threshold_text);
   }
   for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
      layout_setting(annotation->output, "", lines[i]->str);
      g_string_free(lines[i], TRUE);
   }
}

static void write_text_settings(Form* form)
{
   const Annotation* annotation = form->annotation;
   const Options*    options    = &annotation->options;
   const Header*     header     = annotation->sum->header;
   Output*           output     = annotation->output;

   layout_rule(output);
   for (guint i = 0; i < header->desc->len; i++)
      layout_setting(output, "", reader_header_text(header->desc->pdata[i]));
   layout_setting(output,
                  "Command:          ", reader_header_text(header->cmd));
   write_list(output,
              options->diff ? "Files compared:   " : "Data file:        ",
              options->profiles, MAX_PROFILES_SHOWN);
   write_text_events(annotation);
   write_list(output, "Include dirs:     ", options->directories, G_MAXUINT);
   write_list(output, "User annotated:   ", options->sources, G_MAXUINT);
   layout_setting(output,
                  "Auto-annotation:  ", options->automatic ? "on" : "off");
   output_literal(output, "\n");
}

static void write_text_totals(Form* form, const FormTotals* totals)
{
   if (totals->before) {
      layout_one_row(form->annotation, totals->before, "BEFORE");
      layout_one_row(form->annotation, totals->after, "AFTER");
   }
   layout_one_row(form->annotation, totals->totals, "PROGRAM TOTALS");
}

/*------------------------------------------------------------*/
/*--- After the sources                                    ---*/
/*------------------------------------------------------------*/

static void write_text_missing(Form* form, const GArray* missing)
{
   Output* output = form->annotation->output;

   if (missing->len == 0)
      return;
   layout_rule(output);
   output_style(output, OUTPUT_HEADING);
   output_literal(output, "The following files chosen for auto-annotation "
                          "could not be found:");
   output_plain(output);
   output_literal(output, "\n");
   layout_rule(output);
   for (guint i = 0; i < missing->len; i++) {
      const FormMissing* one = &g_array_index(missing, FormMissing, i);
      layout_setting(output, "  ", one->why ? one->why : one->name);
   }
   output_literal(output, "\n");
}

/* Writes what a row is, first: on a narrow terminal the last columns are cut.
 */
static void write_padded(Output* output, const char* text)
{
   char* padded = g_strdup_printf("%-*s", WHERE_WIDTH, text);
   output_literal(output, padded);
   g_free(padded);
}

static void write_text_summary(Form* form, const FormSummaryRow* rows, guint n)
{
   Output* output  = form->annotation->output;
   Columns columns = selection_with_percents(form->annotation);
   Table*  table   = table_new(&columns);

   for (guint i = 0; i < n; i++)
      table_fit(table, rows[i].counts);
   layout_rule(output);
   output_style(output, OUTPUT_HEADING);
   write_padded(output, "Where the counts are");
   table_write_names(table, output, NULL);
   layout_rule(output);
   for (guint i = 0; i < n; i++) {
      write_padded(output, rows[i].text);
      table_write_counts(table, output, rows[i].counts);
      output_literal(output, "\n");
   }
   output_literal(output, "\n");
   table_free(table);
}

static void write_text_annotated(Form* form, const Count* counts)
{
   layout_one_row(form->annotation, counts, "events annotated");
}

Form* form_text_new(const Annotation* annotation)
{
   FormText* text = g_new0(FormText, 1);
   guint     n    = events_number(annotation->events);

   text->form   = (Form){.annotation   = annotation,
                         .verdict      = form_text_verdict_write,
                         .settings     = write_text_settings,
                         .totals       = write_text_totals,
                         .listing      = form_text_listing_write,
                         .calls        = form_text_calls_write,
                         .begin_source = form_text_source_begin,
                         .lines        = &form_text_source_lines,
                         .missing      = write_text_missing,
                         .summary      = write_text_summary,
                         .annotated    = write_text_annotated};
   text->output = annotation->output;
   text->blank  = g_new(Count, n);
   for (guint i = 0; i < n; i++)
      text->blank[i] = COUNT_NONE;
   return &text->form;
}
