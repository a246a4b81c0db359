/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine_table.c: see machine_table.h. */

#include "trace/machine_table.h"

#include <string.h>

#include "lib/text.h"

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

static const LevelCounts* counts_of_part(const MachineRow* row, guint part)
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

/* Columns, in this order: hits, misses, their ratio, and the others. */
enum { HITS, MISSES, WRITTEN, INVALIDATED, PREFETCHED, N_COLUMNS };

static const HChar* const label[N_COLUMNS] = {"hits", "misses", "written",
                                              "invalidated", "prefetched"};

#define RATIO_WIDTH 8  /* "  12.3%" and one more */
#define NAMES_WIDTH 10 /* "L1D  read " */

typedef struct {
   ULong counts[N_COLUMNS];
} Line;

typedef struct {
   const MachineRow* rows;
   guint             n;
   guint             width[N_COLUMNS];
   GString*          to;
} Table;

/* The counts of a kind, or of all kinds if it is N_REF_KINDS. */
static Line machine_line(const LevelCounts* counts, guint kind)
{
   Line line = {
      {0, 0, counts->written, counts->invalidated, counts->prefetched}};

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
      t->width[c] = 2 + strlen(label[c]);
   for (guint i = 0; i < t->n; i++)
      for (guint part = 0; part < N_PARTS; part++) {
         Line line =
            machine_line(counts_of_part(&t->rows[i], part), N_REF_KINDS);

         for (guint c = 0; c < N_COLUMNS; c++)
            t->width[c] = MAX(t->width[c], 2 + text_width(line.counts[c]));
      }
}

static void put_labels(Table* t)
{
   text_spaces(t->to, NAMES_WIDTH);
   for (guint c = 0; c < N_COLUMNS; c++) {
      text_right(t->to, label[c], t->width[c]);
      if (c == MISSES)
         text_right(t->to, "ratio", RATIO_WIDTH);
   }
   g_string_append(t->to, "\n");
}

/* Writes the ratio of misses, or spaces if nothing was referenced. */
static void put_ratio(GString* to, const Line* line)
{
   ULong all = line->counts[HITS] + line->counts[MISSES];

   text_right(to, all == 0 ? "" : text_share(line->counts[MISSES], all),
              RATIO_WIDTH);
}

/* Writes the lines of a kind, one for each machine.  The lines that a cache
   wrote, lost or prefetched belong to no kind of reference; `with_lines': show
   them. */
static void put_kind(Table* t, guint part, guint kind, gboolean with_lines)
{
   GString* to = t->to;

   for (guint i = 0; i < t->n; i++) {
      const MachineRow* row  = &t->rows[i];
      Line              line = machine_line(counts_of_part(row, part), kind);

      if (!has_part(row, part))
         continue;
      g_string_append_printf(to, "%-*s%-5s", NAMES_WIDTH - 5, part_name(part),
                             kind_name[kind]);
      text_count(to, line.counts[HITS], t->width[HITS]);
      text_count(to, line.counts[MISSES], t->width[MISSES]);
      put_ratio(to, &line);
      for (guint c = WRITTEN; c < N_COLUMNS; c++)
         text_right(to, with_lines ? text_commas(line.counts[c]) : "",
                    t->width[c]);
      g_string_append(to, "  ");
      text_name(to, row->name);
      g_string_append(to, "\n");
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
   g_string_append(t->to, "\n");
   for (guint kind = 0; kind < N_REF_KINDS; kind++)
      n_kinds += has_kind(part, kind);
   for (guint kind = 0; kind < N_REF_KINDS; kind++)
      if (has_kind(part, kind))
         put_kind(t, part, kind, n_kinds == 1 && !is_tlb(part));
   if (n_kinds > 1)
      put_kind(t, part, N_REF_KINDS, !is_tlb(part));
}

void machine_table_text(const MachineRow rows[], UInt n, const char* command,
                        GString* to)
{
   Table t = {.rows = rows, .n = n, .to = to};

   fit_widths(&t);
   g_string_append(to, "Caches and TLBs of machines\nCommand: ");
   text_name(to, command);
   g_string_append(to, "\n\n");
   put_labels(&t);
   for (guint part = 0; part < N_PARTS; part++)
      put_part(&t, part);
   g_string_append(to,
                   "\nwritten: changed lines that the cache passed on, to the "
                   "next level or to memory\n"
                   "invalidated: lines that left because a cache below evicted "
                   "them\n"
                   "prefetched: lines that came in because a prefetcher asked "
                   "for them\n"
                   "A miss of STLB is a page walk.\n");
}

/*------------------------------------------------------------*/
/*--- JSON                                                 ---*/
/*------------------------------------------------------------*/

/* Writes `,"KEY":{"fetch":N,"read":N,"write":N}', without the kinds that the
   part does not have. */
static void put_kinds(GString* to, guint part, const char* key,
                      const ULong counts[N_REF_KINDS])
{
   const char* before = "";

   g_string_append_printf(to, ",\"%s\":{", key);
   for (guint kind = 0; kind < N_REF_KINDS; kind++)
      if (has_kind(part, kind)) {
         g_string_append(to, before);
         text_number_member(to, kind_name[kind], counts[kind]);
         before = ",";
      }
   g_string_append(to, "}");
}

static void put_part_json(GString* to, const MachineRow* row, guint part)
{
   const LevelCounts* counts = counts_of_part(row, part);

   g_string_append_printf(to, "{\"%s\":\"%s\"", is_tlb(part) ? "tlb" : "level",
                          part_name(part));
   put_kinds(to, part, "hits", counts->hits);
   put_kinds(to, part, "misses", counts->misses);
   if (!is_tlb(part)) {
      const CacheModel* cache = &row->machine->caches[part];

      g_string_append(to, ",");
      text_number_member(to, "written", counts->written);
      g_string_append(to, ",");
      text_number_member(to, "invalidated", counts->invalidated);
      g_string_append(to, ",");
      text_number_member(to, "prefetched", counts->prefetched);
      g_string_append(to, ",");
      text_number_member(to, "size", cache->size);
      g_string_append_printf(to, ",\"line_size\":%u,\"ways\":%u,\"slices\":%u",
                             line_size_of(row, part), cache->ways,
                             cache->slices);
   }
   g_string_append(to, "}");
}

/* Writes `,"KEY":[...]' with the parts of a machine from `first' up to `end'.
 */
static void put_parts_json(GString* to, const MachineRow* row, const char* key,
                           guint first, guint end)
{
   const char* before = "";

   g_string_append_printf(to, ",\"%s\":[", key);
   for (guint part = first; part < end; part++)
      if (has_part(row, part)) {
         g_string_append(to, before);
         put_part_json(to, row, part);
         before = ",";
      }
   g_string_append(to, "]");
}

void machine_table_json(const MachineRow rows[], UInt n, const char* command,
                        GString* to)
{
   g_string_append_printf(to, "{\"version\":%d,", JSON_VERSION);
   text_member(to, "command", command);
   g_string_append(to, ",\"machines\":[");
   for (guint i = 0; i < n; i++) {
      g_string_append(to, i == 0 ? "{" : ",{");
      text_member(to, "machine", rows[i].name);
      g_string_append(to, ",");
      text_member(to, "name", rows[i].machine->name);
      g_string_append_printf(to, ",\"line_size\":%u",
                             rows[i].machine->line_size);
      put_parts_json(to, &rows[i], "levels", 0, N_MACHINE_LEVELS);
      put_parts_json(to, &rows[i], "tlbs", N_MACHINE_LEVELS, N_PARTS);
      g_string_append(to, "}");
   }
   g_string_append(to, "]}\n");
}
