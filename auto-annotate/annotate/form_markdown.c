/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_markdown.c: see form_markdown.h. */

#include <string.h>

#include "annotate/form_markdown.h"
#include "lib/width.h"
#include "render/markdown.h"

typedef struct {
   Form    form; /* first, so that a Form* is a FormMarkdown* */
   guint64 last; /* the line of the source that was written last */
} FormMarkdown;

static Output* output_of(const Form* form)
{
   return form->annotation->output;
}

/*------------------------------------------------------------*/
/*--- Rows                                                 ---*/
/*------------------------------------------------------------*/

/* Returns how counts are shown: in groups with percentages. */
static Columns columns_of(const Form* form)
{
   Columns columns = form->annotation->columns;

   columns.percents |= form->annotation->options.view != VIEW_LIST;
   return columns;
}

static void end_table(const Form* form)
{
   output_literal(output_of(form), "\n");
}

/* Writes a row of counts with a label of the program's own. */
static void write_labelled(const Form* form, const Columns* columns,
                           const Count* counts, const char* label)
{
   Output* output = output_of(form);

   markdown_counts(output, columns, counts);
   markdown_begin_cell(output);
   output_literal(output, label);
   markdown_end_row(output);
}

/*------------------------------------------------------------*/
/*--- The verdict                                          ---*/
/*------------------------------------------------------------*/

static void write_item(const Form* form, const Advice* advice,
                       const AdviceItem* item)
{
   Output* output = output_of(form);
   char*   share = g_strdup_printf("- **%.1f%%** ", advice_share(advice, item));

   output_literal(output, share);
   g_free(share);
   if (item->place) {
      const Place* place = item->place;
      char* where = g_strdup_printf("%s:%" G_GUINT64_FORMAT, place->file->name,
                                    place->line);
      markdown_code(output, where);
      output_literal(output, " (");
      markdown_code(output, place->function->name);
      output_literal(output, ")");
      g_free(where);
   } else
      output_literal(output, item->what);
   output_literal(output, ": ");
   markdown_text(output, item->help);
   output_literal(output, "\n");
}

static void write_advice(Form* form, const GPtrArray* lists)
{
   Output* output = output_of(form);

   for (guint i = 0; i < lists->len; i++) {
      const Advice* advice = lists->pdata[i];
      markdown_heading(output, 2, advice->title);
      for (guint j = 0; j < advice->items->len; j++)
         write_item(form, advice, &g_array_index(advice->items, AdviceItem, j));
      output_literal(output, "\n");
      if (!advice->lacks)
         continue;
      markdown_text(output, advice->lacks);
      output_literal(output, "\n\n");
   }
}

/*------------------------------------------------------------*/
/*--- Settings and totals                                  ---*/
/*------------------------------------------------------------*/

/* Writes what is sorted by and the thresholds, "Ir (0.1 %), Dr (100 %)". */
static void write_sort(const Form* form)
{
   const Annotation* annotation = form->annotation;
   Output*           output     = output_of(form);

   output_literal(output, "- Sorted by (threshold): ");
   for (guint i = 0; i < annotation->keys->len; i++) {
      const SortKey* key = &g_array_index(annotation->keys, SortKey, i);
      output_literal(output, i > 0 ? ", " : "");
      markdown_code(output, events_name(annotation->events, key->event));
      output_literal(output, " (");
      markdown_text(output, key->threshold_text);
      output_literal(output, "%)");
   }
   output_literal(output, "\n\n");
}

static void write_item_of_list(Output* output, const char* title,
                               const char* text)
{
   output_literal(output, "- ");
   output_literal(output, title);
   markdown_code(output, text);
   output_literal(output, "\n");
}

static void write_settings(Form* form)
{
   const Options* options = &form->annotation->options;
   const Header*  header  = form->annotation->sum->header;
   Output*        output  = output_of(form);

   markdown_heading(output, 2, "Profile");
   write_item_of_list(output, "Command: ", g_strchug(header->cmd));
   for (guint i = 0; i < options->profiles->len; i++)
      write_item_of_list(output,
                         !options->diff ? "Data file: "
                         : i == 0       ? "Before: "
                                        : "After: ",
                         options->profiles->pdata[i]);
   for (guint i = 0; i < header->desc->len; i++)
      write_item_of_list(output, "", g_strchug(header->desc->pdata[i]));
   write_sort(form);
}

static void write_totals(Form* form, const FormTotals* totals)
{
   const Columns*    columns  = &form->annotation->columns;
   const char* const labels[] = {"", NULL};

   markdown_heading(output_of(form), 2, "Totals");
   markdown_begin_table(output_of(form), columns, labels);
   if (totals->before) {
      write_labelled(form, columns, totals->before, "before");
      write_labelled(form, columns, totals->after, "after");
   }
   write_labelled(form, columns, totals->totals,
                  totals->before ? "difference" : "program");
   end_table(form);
}

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

/* Writes the name of a function in a cell, as --short-names says. */
static void write_name(const Form* form, const char* name)
{
   char* shown = form->annotation->options.names == NAMES_SHORT
                    ? names_short(name, width_dots())
                    : g_strdup(name);

   markdown_begin_cell(output_of(form));
   markdown_code(output_of(form), shown);
   g_free(shown);
}

static void write_plain(const Form* form, const char* name)
{
   markdown_begin_cell(output_of(form));
   markdown_code(output_of(form), name);
}

/* What is in the columns of names. */
static const char* const labels_of_views[][5] = {
   [VIEW_LIST]          = {"file", "function", NULL},
   [VIEW_FUNCTION]      = {"file", "function", NULL},
   [VIEW_FILE_FUNCTION] = {"file", "function", NULL},
   [VIEW_FUNCTION_FILE] = {"function", "file", NULL},
   [VIEW_OBJECT]        = {"object", "file", "function", NULL},
};

/* Writes a group: its name, and then empty cells for those of members. */
static void write_group(const Form* form, const Columns* columns,
                        const ViewRow* row)
{
   Output* output = output_of(form);
   View    view   = form->annotation->options.view;

   markdown_counts(output, columns, row->counts);
   if (view == VIEW_FUNCTION_FILE)
      write_name(form, row->name);
   else
      write_plain(form, row->name);
   for (guint i = 1; labels_of_views[view][i]; i++)
      markdown_begin_cell(output);
   markdown_end_row(output);
}

static void write_member(const Form* form, const Columns* columns,
                         const ViewRow* row)
{
   Output*         output   = output_of(form);
   View            view     = form->annotation->options.view;
   const Function* function = row->function;

   markdown_counts(output, columns, row->counts);
   if (view > VIEW_FUNCTION)
      markdown_begin_cell(output);
   if (view != VIEW_FILE_FUNCTION)
      write_plain(form, function->file->name);
   if (view != VIEW_FUNCTION_FILE)
      write_name(form, function->name);
   char* object = view_only_object(form->annotation, function);
   if (object) {
      output_literal(output, " of ");
      markdown_code(output, object);
      g_free(object);
   }
   markdown_end_row(output);
}

static void write_listing(Form* form, const Listing* listing)
{
   Columns columns = columns_of(form);

   markdown_heading(output_of(form), 2, "Functions");
   markdown_begin_table(output_of(form), &columns,
                        labels_of_views[form->annotation->options.view]);
   for (guint i = 0; i < listing->rows->len; i++) {
      const ViewRow* row = listing->rows->pdata[i];
      if (row->function)
         write_member(form, &columns, row);
      else
         write_group(form, &columns, row);
      for (guint j = 0; row->members && j < row->members->len; j++)
         write_member(form, &columns, row->members->pdata[j]);
   }
   end_table(form);
}

/*------------------------------------------------------------*/
/*--- Sources                                              ---*/
/*------------------------------------------------------------*/

static void begin_sources(Form* form)
{
   markdown_heading(output_of(form), 2, "Sources");
}

static void begin_source(Form* form, const FormSource* shown)
{
   Output*       output = output_of(form);
   const Source* source = shown->source;

   markdown_begin_folded(output, "", source->name);
   if (strcmp(source->name, source->path) != 0)
      markdown_setting(output, "Found as ", source->path);
   if (!shown->namesakes)
      return;
   output_literal(output, "The profile has no counts of this file.\n\n");
   for (guint i = 0; i < shown->namesakes->len; i++)
      markdown_setting(output, "It has counts of ", shown->namesakes->pdata[i]);
   markdown_end_folded(output);
}

static void begin_lines(gpointer form, const Source* source,
                        const SourceStyle* style, const Lines* lines)
{
   static const char* const labels[] = {"line", "source", NULL};
   FormMarkdown*            own      = form;
   Output*                  output   = output_of(form);

   own->last = 0;
   if (source_is_newer(source, style->changed))
      output_literal(output, "**The source is newer than the profile, so lines "
                             "may be wrong.**\n\n");
   markdown_begin_table(output, &own->form.annotation->columns, labels);
}

/* Begins a row with its counts and the number of the line, if it is not 0. */
static void begin_row(const Form* form, const Count* counts, guint64 line)
{
   Output* output = output_of(form);
   char    number[OUTPUT_MAX_NUMBER_BYTES + 1];

   markdown_counts(output, &form->annotation->columns, counts);
   markdown_begin_cell(output);
   *output_format_number(number, line) = '\0';
   output_literal(output, line > 0 ? number : "");
   markdown_begin_cell(output);
}

static void write_line(gpointer form, const SourceLine* line)
{
   FormMarkdown* own    = form;
   Output*       output = output_of(form);

   if (line->number > own->last + 1) {
      begin_row(form, NULL, 0);
      output_literal(output, "...");
      markdown_end_row(output);
   }
   own->last = line->number;
   begin_row(form, line->counts, line->number);
   markdown_code_length(output, line->text, line->length);
   markdown_end_row(output);
   for (guint i = 0; i < line->n_details; i++) {
      begin_row(form, line->details[i].counts, 0);
      markdown_code(output, line->details[i].text);
      markdown_end_row(output);
   }
}

static void write_past_end(gpointer form, guint64 line, const Count* counts)
{
   begin_row(form, counts, line);
   output_literal(output_of(form), "past the end of the file");
   markdown_end_row(output_of(form));
}

static void end_lines(gpointer form, gboolean past_end, const Count* no_line)
{
   if (no_line) {
      begin_row(form, no_line, 0);
      output_literal(output_of(form), "of no line");
      markdown_end_row(output_of(form));
   }
   markdown_end_folded(output_of(form));
}

static const SourceForm source_lines = {.begin    = begin_lines,
                                        .line     = write_line,
                                        .past_end = write_past_end,
                                        .end      = end_lines};

static void write_missing(Form* form, const GArray* missing)
{
   Output* output = output_of(form);

   if (missing->len == 0)
      return;
   output_literal(output, "These files could not be found:\n\n");
   for (guint i = 0; i < missing->len; i++) {
      const FormMissing* one = &g_array_index(missing, FormMissing, i);
      write_item_of_list(output, "", one->why ? one->why : one->name);
   }
   output_literal(output, "\n");
}

static void write_summary(Form* form, const FormSummaryRow* rows, guint n)
{
   Columns           columns  = form->annotation->columns;
   const char* const labels[] = {"", NULL};

   columns.percents = TRUE;
   markdown_heading(output_of(form), 2, "Where the counts are");
   markdown_begin_table(output_of(form), &columns, labels);
   for (guint i = 0; i < n; i++)
      write_labelled(form, &columns, rows[i].counts, rows[i].text);
   end_table(form);
}

static void write_annotated(Form* form, const Count* counts)
{
   const Columns*    columns  = &form->annotation->columns;
   const char* const labels[] = {"", NULL};

   markdown_begin_table(output_of(form), columns, labels);
   write_labelled(form, columns, counts, "beside the lines above");
   end_table(form);
}

Form* form_markdown_new(const Annotation* annotation)
{
   FormMarkdown* own = g_new0(FormMarkdown, 1);

   own->form = (Form){.annotation    = annotation,
                      .advice        = write_advice,
                      .settings      = write_settings,
                      .totals        = write_totals,
                      .listing       = write_listing,
                      .begin_sources = begin_sources,
                      .begin_source  = begin_source,
                      .lines         = &source_lines,
                      .missing       = write_missing,
                      .summary       = write_summary,
                      .annotated     = write_annotated};
   markdown_heading(annotation->output, 1, "Cachegrind annotation");
   return &own->form;
}
