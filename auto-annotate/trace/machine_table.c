/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine_table.c: see machine_table.h. */

#include "trace/machine_table.h"

#include <glib.h>

#include "conflicts/cg_json.h"
#include "conflicts/cg_text.h"
#include "conflicts/cg_writer.h"

#define JSON_VERSION 1

/* A cache or a TLB, in the order of the table. */
#define N_PARTS (N_MACHINE_LEVELS + N_TLBS)

static const HChar* const kind_name[N_REF_KINDS + 1] = {
   [REF_FETCH]   = "fetch",
   [REF_READ]    = "read",
   [REF_WRITE]   = "write",
   [N_REF_KINDS] = "all",
};

static gboolean is_tlb(guint part)
{
   return part >= N_MACHINE_LEVELS;
}

static const HChar* part_name(guint part)
{
   return is_tlb(part) ? cg_machine_tlb_name(part - N_MACHINE_LEVELS)
                       : cg_machine_level_name(part);
}

static gboolean has_part(const MachineRow* row, guint part)
{
   return is_tlb(part)
             ? row->machine->tlbs[part - N_MACHINE_LEVELS][PAGE_4K].entries > 0
             : row->machine->caches[part].size > 0;
}

static const LevelCounts* counts_of(const MachineRow* row, guint part)
{
   return is_tlb(part) ? &row->counts->tlbs[part - N_MACHINE_LEVELS]
                       : &row->counts->levels[part];
}

static UInt line_size_of(const MachineRow* row, LevelId id)
{
   return row->line_sizes ? row->line_sizes[id] : row->machine->line_size;
}

/* Whether references of this kind go to this part, or to a part above it. */
static gboolean has_kind(guint part, guint kind)
{
   if (part == LEVEL_L1I || part == N_MACHINE_LEVELS + TLB_I)
      return kind == REF_FETCH;
   if (part == LEVEL_L1D || part == N_MACHINE_LEVELS + TLB_D)
      return kind != REF_FETCH;
   return TRUE;
}

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

/* Columns, in this order: hits, misses, their ratio, and these two. */
enum { HITS, MISSES, WRITTEN, INVALIDATED, N_COLUMNS };

static const HChar* const label[N_COLUMNS] = {"hits", "misses", "written",
                                              "invalidated"};

#define RATIO_WIDTH 8  /* "  12.3%" and one more */
#define NAMES_WIDTH 10 /* "L1D  read " */

typedef struct {
   ULong counts[N_COLUMNS];
} Line;

typedef struct {
   const MachineRow* rows;
   guint             n;
   guint             width[N_COLUMNS];
   Writer            writer;
} Table;

/* The counts of a kind, or of all kinds if it is N_REF_KINDS. */
static Line machine_line(const LevelCounts* counts, guint kind)
{
   Line line = {{0, 0, counts->written, counts->invalidated}};

   for (guint k = 0; k < N_REF_KINDS; k++)
      if (k == kind || kind == N_REF_KINDS) {
         line.counts[HITS] += counts->hits[k];
         line.counts[MISSES] += counts->misses[k];
      }
   return line;
}

static void fit_widths(Table* t)
{
   for (guint c = 0; c < N_COLUMNS; c++)
      t->width[c] = 2 + cg_text_length(label[c]);
   for (guint i = 0; i < t->n; i++)
      for (guint part = 0; part < N_PARTS; part++) {
         Line line = machine_line(counts_of(&t->rows[i], part), N_REF_KINDS);

         for (guint c = 0; c < N_COLUMNS; c++)
            t->width[c] = MAX(t->width[c], 2 + cg_text_width(line.counts[c]));
      }
}

static void put_padded(Writer* w, const HChar* text, guint width)
{
   cg_writer_text(w, text);
   cg_writer_spaces(w, width - cg_text_length(text));
}

static void put_labels(Table* t)
{
   Writer* w = &t->writer;

   cg_writer_spaces(w, NAMES_WIDTH);
   for (guint c = 0; c < N_COLUMNS; c++) {
      cg_writer_spaces(w, t->width[c] - cg_text_length(label[c]));
      cg_writer_text(w, label[c]);
      if (c == MISSES)
         cg_writer_text(w, "   ratio");
   }
   cg_writer_text(w, "\n");
}

/* Writes the ratio of misses, or spaces if nothing was referenced. */
static void put_ratio(Writer* w, const Line* line)
{
   ULong all = line->counts[HITS] + line->counts[MISSES];

   if (all == 0)
      cg_writer_spaces(w, RATIO_WIDTH);
   else
      cg_writer_percent(w, line->counts[MISSES], all, RATIO_WIDTH - 3);
}

/* Writes the lines of a kind, one for each machine.  The lines that a cache
   wrote or lost belong to no kind of reference; `with_lines': show them. */
static void put_kind(Table* t, guint part, guint kind, gboolean with_lines)
{
   Writer* w = &t->writer;

   for (guint i = 0; i < t->n; i++) {
      const MachineRow* row  = &t->rows[i];
      Line              line = machine_line(counts_of(row, part), kind);

      if (!has_part(row, part))
         continue;
      put_padded(w, part_name(part), NAMES_WIDTH - 5);
      put_padded(w, kind_name[kind], 5);
      cg_writer_count(w, line.counts[HITS], t->width[HITS]);
      cg_writer_count(w, line.counts[MISSES], t->width[MISSES]);
      put_ratio(w, &line);
      for (guint c = WRITTEN; c < N_COLUMNS; c++)
         if (with_lines)
            cg_writer_count(w, line.counts[c], t->width[c]);
         else
            cg_writer_spaces(w, t->width[c]);
      cg_writer_text(w, "  ");
      cg_writer_name(w, row->name);
      cg_writer_text(w, "\n");
   }
}

static void put_part(Table* t, guint part)
{
   gboolean anywhere = FALSE;
   guint    n_kinds  = 0;

   for (guint i = 0; i < t->n; i++)
      anywhere |= has_part(&t->rows[i], part);
   if (!anywhere)
      return;
   cg_writer_text(&t->writer, "\n");
   for (guint kind = 0; kind < N_REF_KINDS; kind++)
      n_kinds += has_kind(part, kind);
   for (guint kind = 0; kind < N_REF_KINDS; kind++)
      if (has_kind(part, kind))
         put_kind(t, part, kind, n_kinds == 1 && !is_tlb(part));
   if (n_kinds > 1)
      put_kind(t, part, N_REF_KINDS, !is_tlb(part));
}

void machine_table_text(const MachineRow rows[], UInt n, const char* command,
                        void (*put)(const HChar* text, SizeT length, void* to),
                        void* to)
{
   Table t = {.rows = rows, .n = n, .writer = {.put = put, .to = to}};

   fit_widths(&t);
   cg_writer_text(&t.writer, "Caches and TLBs of machines\nCommand: ");
   cg_writer_name(&t.writer, command);
   cg_writer_text(&t.writer, "\n\n");
   put_labels(&t);
   for (guint part = 0; part < N_PARTS; part++)
      put_part(&t, part);
   cg_writer_text(&t.writer,
                  "\nwritten: changed lines that the cache passed on, to the "
                  "next level or to memory\n"
                  "invalidated: lines that left because a cache below evicted "
                  "them\n"
                  "A miss of STLB is a page walk.\n");
   cg_writer_flush(&t.writer);
}

/*------------------------------------------------------------*/
/*--- JSON                                                 ---*/
/*------------------------------------------------------------*/

static void put_machine_number(Writer* w, const HChar* key, ULong n)
{
   cg_writer_text(w, ",");
   cg_json_key(w, key);
   cg_writer_number(w, n, 0);
}

/* Writes `,"KEY":{"fetch":N,"read":N,"write":N}', without the kinds that the
   part does not have. */
static void put_kinds(Writer* w, guint part, const HChar* key,
                      const ULong counts[N_REF_KINDS])
{
   const HChar* before = "{";

   cg_writer_text(w, ",");
   cg_json_key(w, key);
   for (guint kind = 0; kind < N_REF_KINDS; kind++)
      if (has_kind(part, kind)) {
         cg_writer_text(w, before);
         cg_json_key(w, kind_name[kind]);
         cg_writer_number(w, counts[kind], 0);
         before = ",";
      }
   cg_writer_text(w, "}");
}

static void put_part_json(Writer* w, const MachineRow* row, guint part)
{
   const LevelCounts* counts = counts_of(row, part);

   cg_writer_text(w, "{");
   cg_json_key(w, is_tlb(part) ? "tlb" : "level");
   cg_json_string(w, part_name(part));
   put_kinds(w, part, "hits", counts->hits);
   put_kinds(w, part, "misses", counts->misses);
   if (!is_tlb(part)) {
      const CacheModel* cache = &row->machine->caches[part];

      put_machine_number(w, "written", counts->written);
      put_machine_number(w, "invalidated", counts->invalidated);
      put_machine_number(w, "size", cache->size);
      put_machine_number(w, "line_size", line_size_of(row, part));
      put_machine_number(w, "ways", cache->ways);
      put_machine_number(w, "slices", cache->slices);
   }
   cg_writer_text(w, "}");
}

/* Writes `,"KEY":[...]' with the parts of a machine from `first' up to `end'.
 */
static void put_parts_json(Writer* w, const MachineRow* row, const HChar* key,
                           guint first, guint end)
{
   const HChar* before = "[";

   cg_writer_text(w, ",");
   cg_json_key(w, key);
   for (guint part = first; part < end; part++)
      if (has_part(row, part)) {
         cg_writer_text(w, before);
         put_part_json(w, row, part);
         before = ",";
      }
   /* A machine may have no TLB. */
   cg_writer_text(w, *before == '[' ? "[]" : "]");
}

void machine_table_json(const MachineRow rows[], UInt n, const char* command,
                        void (*put)(const HChar* text, SizeT length, void* to),
                        void* to)
{
   Writer w = {.put = put, .to = to};

   cg_writer_text(&w, "{");
   cg_json_key(&w, "version");
   cg_writer_number(&w, JSON_VERSION, 0);
   cg_writer_text(&w, ",");
   cg_json_key(&w, "command");
   cg_json_string(&w, command);
   cg_writer_text(&w, ",");
   cg_json_key(&w, "machines");
   for (guint i = 0; i < n; i++) {
      cg_writer_text(&w, i == 0 ? "[{" : ",{");
      cg_json_key(&w, "machine");
      cg_json_string(&w, rows[i].name);
      cg_writer_text(&w, ",");
      cg_json_key(&w, "name");
      cg_json_string(&w, rows[i].machine->name);
      put_machine_number(&w, "line_size", rows[i].machine->line_size);
      put_parts_json(&w, &rows[i], "levels", 0, N_MACHINE_LEVELS);
      put_parts_json(&w, &rows[i], "tlbs", N_MACHINE_LEVELS, N_PARTS);
      cg_writer_text(&w, "}");
   }
   cg_writer_text(&w, "]}\n");
   cg_writer_flush(&w);
}
