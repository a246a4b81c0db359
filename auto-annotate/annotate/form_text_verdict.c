/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_text_verdict.c: the verdict as text, in at most ten lines:

       52.8%  col.c:10 (col_sum)  s += image[y * width + x];
              stride, 75% of it: steps of 7,600 bytes, 4 of 64 bytes used
              -> Swap the loops, so that the inner one follows memory.
      62,123,456 cycles +-0.1%, about 0.024 s at 2.6 GHz; 26.7% in other
      lines. */

#include <string.h>

#include "annotate/form_text.h"
#include "annotate/layout.h"
#include "lib/text.h"
#include "lib/width.h"

#define MAX_LINES  10
#define INDENT     "         "
#define TEXT_WIDTH 80 /* without a terminal */

typedef struct {
   const Annotation* annotation;
   const Verdict*    verdict;
   guint             columns;
   double            shown; /* of the total, in percent */
} Writing;

/* Returns lines of text without their breaks: `text' in as many columns as
   there are, each line after INDENT; `first' begins the first one. */
static GPtrArray* wrap(const Writing* writing, const char* first,
                       const char* text)
{
   GPtrArray* lines = g_ptr_array_new_with_free_func(g_free);
   GString*   line  = g_string_new(first);
   char**     words = g_strsplit(text, " ", -1);

   for (char** word = words; *word; word++) {
      gboolean begins = line->len <= strlen(INDENT);
      if (!begins && line->len + 1 + strlen(*word) > writing->columns) {
         g_ptr_array_add(lines, g_strdup(line->str));
         g_string_assign(line, INDENT);
         begins = TRUE;
      }
      g_string_append_printf(line, "%s%s", begins ? "" : " ", *word);
   }
   g_ptr_array_add(lines, g_string_free(line, FALSE));
   g_strfreev(words);
   return lines;
}

static void append_lines(GPtrArray* to, GPtrArray* lines)
{
   g_ptr_array_extend_and_steal(to, lines);
}

/* Appends a cause, and what helps, to the lines of an item. */
static void append_cause(const Writing* writing, const Cause* cause,
                         GPtrArray* lines)
{
   char* text =
      g_strdup_printf("%s, %.0f%% of it%s%s", cause->name, cause->share,
                      cause->text ? ": " : "", cause->text ? cause->text : "");

   append_lines(lines, wrap(writing, INDENT, text));
   g_free(text);
   if (!cause->remedy)
      return;
   text = g_strdup_printf("-> %s", cause->remedy);
   append_lines(lines, wrap(writing, INDENT, text));
   g_free(text);
}

/* Returns the lines below the first one of an item, with up to `n_causes'. */
static GPtrArray* explain(const Writing* writing, const VerdictItem* item,
                          guint n_causes)
{
   GPtrArray* lines = g_ptr_array_new_with_free_func(g_free);

   for (guint i = 0; i < MIN(item->n_causes, n_causes); i++)
      append_cause(writing, &item->causes[i], lines);
   if (item->hint)
      append_lines(lines, wrap(writing, INDENT, item->hint));
   return lines;
}

/* Whether no other file of the profile has the last part of this name. */
static gboolean is_only_one(const Costs* costs, const char* base)
{
   GPtrArray* files = costs_files(costs);
   guint      n     = 0;

   for (guint i = 0; i < files->len; i++) {
      const char* name  = ((const File*)files->pdata[i])->name;
      const char* slash = strrchr(name, '/');
      n += strcmp(slash ? slash + 1 : name, base) == 0;
   }
   g_ptr_array_free(files, TRUE);
   return n == 1;
}

/* In bytes: a longer name of a file leaves little room for the source. */
#define MAX_PATH 24

/* Returns the name of a file without the working directory or, if the file is
   elsewhere or the name is long, without any if that is enough. */
static const char* short_file(const Costs* costs, const char* name)
{
   char*       here = g_get_current_dir();
   gsize       n    = strlen(here);
   const char* base = strrchr(name, '/');

   if (strncmp(name, here, n) == 0 && name[n] == '/')
      name += n + 1;
   if ((*name == '/' || strlen(name) > MAX_PATH) && base
       && is_only_one(costs, base + 1))
      name = base + 1;
   g_free(here);
   return name;
}

/* In percent of the cost of a line: from this share on, the function of a
   library that it calls is named. */
#define MIN_CALLED 10

/* Writes what a line calls that costs much: " - 22% in strlen"; of a
   difference, what changed much: " (-22% in strlen)". */
static void write_called(const Writing* writing, const VerdictItem* item)
{
   const Bill* bill  = &item->place->bill;
   double      share = 100 * bill->called_cost / item->place->estimate;

   if (!bill->called || share < MIN_CALLED)
      return;
   gboolean diff = writing->annotation->options.diff;
   char*    text =
      g_strdup_printf(diff ? " (%+.1f%% in " : " - %.1f%% in ",
                      100 * bill->called_cost / writing->verdict->total);
   output_literal(writing->annotation->output, text);
   g_free(text);
   text = deeds_function(bill->called->name);
   output_string(writing->annotation->output, text);
   output_literal(writing->annotation->output, diff ? ")" : "");
   g_free(text);
}

/* Writes the first line of an item: its share, and what it is. */
static void write_place(const Writing* writing, const VerdictItem* item)
{
   Output*      output = writing->annotation->output;
   const Place* place  = item->place;
   char*        share  = g_strdup_printf(
              writing->annotation->options.diff ? "%+6.1f%%  " : "%6.1f%%  ",
      verdict_share(writing->verdict, item));

   output_style(output, output_heat(verdict_share(writing->verdict, item)));
   output_literal(output, share);
   output_plain(output);
   g_free(share);
   if (!place)
      output_literal(output, item->what);
   else {
      char* line = g_strdup_printf(":%" G_GUINT64_FORMAT "  ", place->line);
      output_string(output, short_file(writing->annotation->sum->costs,
                                       place->file->name));
      output_literal(output, line);
      output_string(output, item->source
                               ? item->source
                               : names_short_kept(place->function->name));
      write_called(writing, item);
      g_free(line);
   }
   output_literal(output, "\n");
}

/* Writes an item with up to `n_causes', if it takes at most `room' lines.
   Returns how many it took. */
static guint write_item(Writing* writing, const VerdictItem* item,
                        guint n_causes, guint room)
{
   GPtrArray* lines = explain(writing, item, n_causes);
   guint      n     = 1 + lines->len;

   if (n <= room) {
      write_place(writing, item);
      for (guint i = 0; i < lines->len; i++) {
         output_string(writing->annotation->output, lines->pdata[i]);
         output_literal(writing->annotation->output, "\n");
      }
      writing->shown += verdict_share(writing->verdict, item);
   }
   g_ptr_array_free(lines, TRUE);
   return n <= room ? n : 0;
}

static guint count_lines(const Writing* writing, const VerdictItem* item)
{
   GPtrArray* lines = explain(writing, item, CAUSES_MAX);
   guint      n     = 1 + lines->len;

   g_ptr_array_free(lines, TRUE);
   return n;
}

static gboolean has_remedy(const VerdictItem* item)
{
   for (guint i = 0; i < item->n_causes; i++)
      if (item->causes[i].remedy)
         return TRUE;
   return item->hint != NULL;
}

/* Returns the number of the first item whose causes are left out if nothing
   helps there, so that those that can be helped have room.  Of a difference,
   nothing is known to help anywhere. */
static guint first_without_causes(const Writing* writing, guint room)
{
   const GArray* items = writing->verdict->items;
   guint         n     = 0, i;

   if (writing->annotation->options.diff)
      return items->len;
   for (i = 0; i < items->len; i++)
      n += count_lines(writing, &g_array_index(items, VerdictItem, i));
   for (; i > 0 && n > room; i--) {
      const VerdictItem* item = &g_array_index(items, VerdictItem, i - 1);
      if (!has_remedy(item))
         n -= count_lines(writing, item) - 1;
   }
   return i;
}

/* Writes the items that fit. */
static void write_items(Writing* writing, guint room)
{
   const GArray* items = writing->verdict->items;
   guint         bare  = first_without_causes(writing, room);

   for (guint i = 0; i < items->len && room > 0; i++) {
      const VerdictItem* item = &g_array_index(items, VerdictItem, i);
      gboolean           full = i < bare || has_remedy(item);
      guint n = full ? write_item(writing, item, CAUSES_MAX, room) : 0;
      if (n == 0 && full)
         n = write_item(writing, item, 1, room);
      if (n == 0)
         n = write_item(writing, item, 0, room);
      room -= n;
   }
}

/* In percent of the total: if all lines that cost much have less together, and
   a function has as much, the functions say more. */
#define FLAT         50
#define MIN_FUNCTION 5

static gboolean is_flat(const Verdict* verdict)
{
   double sum = 0;

   for (guint i = 0; i < verdict->items->len; i++)
      sum +=
         verdict_share(verdict, &g_array_index(verdict->items, VerdictItem, i));
   return sum < FLAT
          && 100 * verdict->function_estimates[0]
                >= MIN_FUNCTION * verdict->total;
}

static void write_functions(const Writing* writing)
{
   const Verdict* verdict = writing->verdict;
   Output*        output  = writing->annotation->output;

   output_literal(output, "by function:");
   for (guint i = 0; i < VERDICT_FUNCTIONS; i++) {
      double share = 100 * verdict->function_estimates[i] / verdict->total;
      if (share < MIN_FUNCTION)
         break;
      char* text = g_strdup_printf("%s %.0f%% ", i > 0 ? "," : "", share);
      output_literal(output, text);
      output_string(output, names_short_kept(verdict->functions[i]->name));
      g_free(text);
   }
   output_literal(output, "\n");
}

/* Writes how sure the total is. */
static void write_error(const Writing* writing)
{
   const Verdict* verdict = writing->verdict;
   Output*        output  = writing->annotation->output;

   if (verdict->error <= 0)
      return;
   char* text = g_strdup_printf(" %s%.2g%%", width_plus_minus(),
                                100 * verdict->error / verdict->total);
   output_style(output, OUTPUT_DIM);
   output_literal(output, text);
   output_plain(output);
   g_free(text);
}

/* Appends how long the cycles take, if it is known how long one takes; not of a
   difference, whose profiles may be of different machines. */
static void append_time(const Writing* writing, GString* text)
{
   static const char* const units[] = {"s", "ms", "us", "ns"};
   const Annotation*        a       = writing->annotation;
   guint                    mhz     = reader_clock(a->sum->header);
   guint                    unit    = 0;

   if (mhz == 0 || a->options.diff)
      return;
   double time = writing->verdict->total / (1e6 * mhz);
   while (time < 0.01 && ++unit < G_N_ELEMENTS(units) - 1)
      time *= 1000;
   g_string_append_printf(text, time < 99.5 ? ", about %.2g" : ", about %.0f",
                          time);
   g_string_append_printf(text, " %s at %.3g GHz", units[unit], mhz / 1000.0);
}

/* Writes the last line: of how much, how sure that is, and what is left. */
static void write_total(const Writing* writing)
{
   const Verdict* verdict = writing->verdict;
   Output*        output  = writing->annotation->output;
   GString*       text    = g_string_new(NULL);

   output_literal(output, text_commas(verdict->total));
   output_literal(output, " cycles");
   write_error(writing);
   append_time(writing, text);
   if (writing->annotation->options.diff)
      g_string_append_printf(text, " before, %+.1f%% now",
                             100 * verdict->more / verdict->total);
   else if (100 - writing->shown >= 0.05)
      g_string_append_printf(text, "; %.1f%% in other lines",
                             100 - writing->shown);
   if (verdict->lacks)
      g_string_append_printf(text, "; %s", verdict->lacks);
   g_string_append_c(text, '\n');
   output_literal(output, text->str);
   g_string_free(text, TRUE);
}

void form_text_verdict_write(Form* form, const Verdict* verdict)
{
   const Annotation* annotation = form->annotation;
   Output*           output     = annotation->output;
   guint             columns    = output_columns(output);
   Writing writing = {annotation, verdict, columns > 0 ? columns : TEXT_WIDTH};

   gboolean flat = is_flat(verdict);

   write_items(&writing, MAX_LINES - 1 - flat - (verdict->hint != NULL));
   if (flat)
      write_functions(&writing);
   write_total(&writing);
   if (verdict->hint) {
      output_literal(output, verdict->hint);
      output_literal(output, "\n");
   }
   if (annotation->options.explain) {
      output_string(output, verdict->formula);
      output_literal(output, "\n");
   }
   if (!annotation->options.only_advice)
      output_literal(output, "\n");
}
