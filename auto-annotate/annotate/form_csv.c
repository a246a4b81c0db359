/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_csv.c: see form_csv.h. */

#include "annotate/form_csv.h"
#include "lib/message.h"
#include "render/csv.h"

typedef struct {
   Form          form; /* first, so that a Form* is a FormCsv* */
   Csv           csv;
   const Source* source;  /* whose lines are written */
   const char*   newer;   /* the first source that is newer than the profile */
   guint         n_newer; /* how many there are */
} FormCsv;

static Csv* csv_of(Form* form)
{
   return &((FormCsv*)form)->csv;
}

/* Writes the heading: the events, and these names, up to a NULL. */
static void write_heading(Form* form, const char* const* names)
{
   Csv* csv = csv_of(form);

   csv_event_names(csv, &form->annotation->columns);
   for (guint i = 0; names[i]; i++)
      csv_text(csv, names[i]);
   csv_end_row(csv);
}

static void write_counts(Form* form, const Count* counts)
{
   csv_counts(csv_of(form), &form->annotation->columns, counts);
}

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

/* Writes the last fields of a row: those of a function, or empty ones. */
static void write_function(Form* form, const Function* function)
{
   Csv* csv = csv_of(form);

   csv_text(csv, function ? function->file->name : "");
   csv_text(csv, function ? function->name : "");
   csv_text(csv, function && function->object ? function->object : "");
   csv_end_row(csv);
}

/* Writes a group and its members. */
static void write_group(Form* form, const ViewRow* group)
{
   Csv* csv = csv_of(form);

   write_counts(form, group->counts);
   csv_text(csv, "group");
   csv_text(csv, group->name);
   write_function(form, NULL);
   for (guint i = 0; i < group->members->len; i++) {
      const ViewRow* member = group->members->pdata[i];
      write_counts(form, member->counts);
      csv_text(csv, "member");
      csv_text(csv, group->name);
      write_function(form, member->function);
   }
}

static void write_listing(Form* form, const Listing* listing)
{
   static const char* const all[] = {"row",      "group",  "file",
                                     "function", "object", NULL};
   gboolean groups = form->annotation->options.view > VIEW_FUNCTION;

   write_heading(form, groups ? all : all + 2);
   for (guint i = 0; i < listing->rows->len; i++) {
      const ViewRow* row = listing->rows->pdata[i];
      if (groups)
         write_group(form, row);
      else {
         write_counts(form, row->counts);
         write_function(form, row->function);
      }
   }
}

/*------------------------------------------------------------*/
/*--- Sources                                              ---*/
/*------------------------------------------------------------*/

static void begin_sources(Form* form)
{
   static const char* const names[] = {"file", "line", "kind", "text", NULL};

   write_heading(form, names);
}

static void begin_source(Form* form, const FormSource* shown)
{
   const Source* source = shown->source;
   FormCsv*      own    = (FormCsv*)form;

   own->source = source;
   if (shown->namesakes)
      message_warn("%s: the profile has no counts of this file", source->name);
   else if (source_is_newer(source, form->annotation->sum->changed)
            && own->n_newer++ == 0)
      own->newer = source->name;
}

static void begin_lines(gpointer form, const Source* source,
                        const SourceStyle* style, const Lines* lines)
{
}

static void write_row(Form* form, guint64 line, const Count* counts,
                      const char* kind, const char* text, gsize length)
{
   Csv* csv = csv_of(form);

   write_counts(form, counts);
   csv_text(csv, ((FormCsv*)form)->source->name);
   csv_number(csv, line);
   csv_text(csv, kind);
   csv_text_length(csv, text, length);
   csv_end_row(csv);
}

static void write_line(gpointer form, const SourceLine* line)
{
   write_row(form, line->number, line->counts, "line", line->text,
             line->length);
   for (guint i = 0; i < line->n_details; i++) {
      const SourceDetail* detail = &line->details[i];
      write_row(form, line->number, detail->counts,
                detail->call ? "call" : "instruction", detail->text,
                strlen(detail->text));
   }
}

static void write_past_end(gpointer form, guint64 line, const Count* counts)
{
   write_row(form, line, counts, "line", "", 0);
}

static void end_lines(gpointer form, gboolean past_end, const Count* no_line)
{
   if (no_line)
      write_row(form, 0, no_line, "line", "", 0);
}

static const SourceForm source_lines = {.begin    = begin_lines,
                                        .line     = write_line,
                                        .past_end = write_past_end,
                                        .end      = end_lines};

/* Prints a warning about the first of n sources, which says how many more there
   are, if there is any: a program can have a thousand. */
static void warn_of_sources(const char* first, guint n, const char* what)
{
   if (n == 1)
      message_warn("%s: %s", first, what);
   else if (n > 1)
      message_warn("%s and %u more: %s", first, n - 1, what);
}

/* Warns of the sources that cannot be read, and of those that are newer. */
static void warn_at_end(Form* form, const GArray* missing)
{
   const FormCsv* own   = (FormCsv*)form;
   const char*    first = NULL;
   guint          n     = 0;

   for (guint i = 0; i < missing->len; i++) {
      const FormMissing* one = &g_array_index(missing, FormMissing, i);
      if (one->why)
         message_warn("%s", one->why);
      else if (n++ == 0)
         first = one->name;
   }
   warn_of_sources(first, n,
                   "no such file that can be read, so its lines are left out");
   warn_of_sources(own->newer, own->n_newer,
                   "newer than the profile, so lines may be wrong");
}

Form* form_csv_new(const Annotation* annotation)
{
   FormCsv*       form    = g_new0(FormCsv, 1);
   const Options* options = &annotation->options;

   form->csv.output      = annotation->output;
   form->form.annotation = annotation;
   if (options->automatic || options->sources->len > 0) {
      form->form.begin_sources = begin_sources;
      form->form.begin_source  = begin_source;
      form->form.lines         = &source_lines;
      form->form.missing       = warn_at_end;
   } else
      form->form.listing = write_listing;
   return &form->form;
}
