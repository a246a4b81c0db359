/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report_json.c: the conflict report as JSON; see cg_report.h. */

#include "conflicts/cg_report.h"

#include "conflicts/cg_set_counts.h"
#include "conflicts/cg_ranking.h"
#include "conflicts/cg_writer.h"

#define REPORT_VERSION 1

static Bool is_continuation(UChar byte)
{
   return (byte & 0xc0) == 0x80;
}

/* The length in bytes of the character at `s' if it is valid UTF-8 (RFC 3629),
   otherwise 0.  Reads nothing after the NUL of the string, because NUL is not a
   continuation byte. */
static UInt utf8_length(const HChar* s)
{
   const UChar* b = (const UChar*)s;

   if (b[0] < 0x80)
      return 1;
   if (b[0] >= 0xc2 && b[0] <= 0xdf)
      return is_continuation(b[1]) ? 2 : 0;
   if (b[0] >= 0xe0 && b[0] <= 0xef)
      return is_continuation(b[1]) && is_continuation(b[2])
                   && (b[0] != 0xe0 || b[1] >= 0xa0)
                   && (b[0] != 0xed || b[1] <= 0x9f)
                ? 3
                : 0;
   if (b[0] >= 0xf0 && b[0] <= 0xf4)
      return is_continuation(b[1]) && is_continuation(b[2])
                   && is_continuation(b[3]) && (b[0] != 0xf0 || b[1] >= 0x90)
                   && (b[0] != 0xf4 || b[1] <= 0x8f)
                ? 4
                : 0;
   return 0;
}

static void put_escape(Writer* w, UChar byte)
{
   static const HChar hex[] = "0123456789abcdef";

   cg_writer_text(w, "\\u00");
   cg_writer_char(w, hex[byte >> 4]);
   cg_writer_char(w, hex[byte & 15]);
}

static void put_string(Writer* w, const HChar* s)
{
   cg_writer_char(w, '"');
   while (*s) {
      UInt length = utf8_length(s);

      if (length == 0 || (UChar)*s < ' ' || *s == 0x7f) {
         put_escape(w, *s++);
         continue;
      }
      if (*s == '"' || *s == '\\')
         cg_writer_char(w, '\\');
      while (length-- > 0)
         cg_writer_char(w, *s++);
   }
   cg_writer_char(w, '"');
}

static void put_key(Writer* w, const HChar* key)
{
   cg_writer_char(w, '"');
   cg_writer_text(w, key);
   cg_writer_text(w, "\": ");
}

static void put_string_member(Writer* w, const HChar* key, const HChar* value)
{
   put_key(w, key);
   put_string(w, value);
}

static void put_number_member(Writer* w, const HChar* key, ULong value)
{
   put_key(w, key);
   cg_writer_number(w, value, 0);
}

static void put_source_line_members(Writer* w, const SourceLine* line)
{
   put_string_member(w, "file", line->file);
   cg_writer_text(w, ", ");
   put_number_member(w, "line", line->lineno);
   cg_writer_text(w, ", ");
   put_string_member(w, "function", line->fn);
}

static void put_shape_members(Writer* w, const CacheGeometry* g)
{
   put_number_member(w, "size", g->size);
   cg_writer_text(w, ", ");
   put_number_member(w, "ways", g->assoc);
   cg_writer_text(w, ", ");
   put_number_member(w, "line_size", g->line_size);
}

static void put_counts_members(Writer* w, const SetCounts* s)
{
   ULong counts[N_COUNTS];

   cg_set_counts_list(s, counts);
   for (UInt i = 0; i < N_COUNTS; i++) {
      cg_writer_text(w, i > 0 ? ", " : "");
      put_number_member(w, cg_set_counts_name[i], counts[i]);
   }
}

static void put_misses_members(Writer* w, const ULong misses[N_CLASSES])
{
   for (MissClass c = 0; c < N_CLASSES; c++) {
      cg_writer_text(w, ", ");
      put_number_member(w, cg_set_counts_class_name[c], misses[c]);
   }
}

/* The members of a conflict, without its sets. */
static void put_conflict_members(Writer* w, const Ranking* ranking,
                                 const MissSum* sum, ULong misses)
{
   put_string_member(w, "variable", ranking->variables[sum->variable]);
   cg_writer_text(w, ", ");
   put_string_member(w, "evictor", ranking->variables[sum->evictor]);
   cg_writer_text(w, ", ");
   put_source_line_members(w, ranking->source_lines[sum->source_line]);
   cg_writer_text(w, ", ");
   put_number_member(w, "misses", misses);
}

/* What separates item `i' of a list from what precedes it. */
static void put_next(Writer* w, UWord i)
{
   cg_writer_text(w, i > 0 ? ",\n" : "\n");
}

static void put_set(Writer* w, const Ranking* ranking, const RankedSet* set)
{
   cg_writer_text(w, "{");
   put_number_member(w, "set", set->set);
   cg_writer_text(w, ", ");
   put_counts_members(w, set->counts);
   cg_writer_text(w, ", \"conflicts\": [");
   for (UWord i = 0; i < set->conflicts.n; i++) {
      const MissSum* sum = set->conflicts.items[i];

      put_next(w, i);
      cg_writer_text(w, "{");
      put_conflict_members(w, ranking, sum, sum->misses[CLASS_CONFLICT]);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "]}");
}

static void put_thread(Writer* w, const Ranking* ranking, Level level,
                       UInt thread)
{
   UWord      n;
   RankedSet* sets = cg_ranking_sets(ranking, level, thread, &n);
   SetCounts  total =
      cg_set_counts_of_thread(ranking->conflict_counts, level, thread);

   cg_writer_text(w, "{");
   put_number_member(w, "thread", thread);
   cg_writer_text(w, ", ");
   put_counts_members(w, &total);
   cg_writer_text(w, ", \"sets\": [");
   for (UWord i = 0; i < n; i++) {
      put_next(w, i);
      put_set(w, ranking, &sets[i]);
   }
   cg_writer_text(w, "]}");
}

static void put_threads(Writer* w, const Ranking* ranking, Level level)
{
   UWord n = 0;

   cg_writer_text(w, ",\n\"threads\": [");
   for (UInt thread = 1; thread <= ranking->conflict_counts->n_threads;
        thread++) {
      if (!cg_conflict_counts_ran(ranking->conflict_counts, thread))
         continue;
      put_next(w, n++);
      put_thread(w, ranking, level, thread);
   }
   cg_writer_text(w, "]");
}

static void put_conflict(Writer* w, const Ranking* ranking,
                         const Conflict* conflict)
{
   cg_writer_text(w, "{");
   put_conflict_members(w, ranking, conflict->sets.items[0], conflict->misses);
   cg_writer_text(w, ", \"sets\": [");
   for (UWord i = 0; i < conflict->sets.n; i++) {
      cg_writer_text(w, i > 0 ? ", [" : "[");
      cg_writer_number(w, conflict->sets.items[i]->set, 0);
      cg_writer_text(w, ", ");
      cg_writer_number(w, conflict->sets.items[i]->misses[CLASS_CONFLICT], 0);
      cg_writer_text(w, "]");
   }
   cg_writer_text(w, "]}");
}

static void put_sums(Writer* w, const Ranking* ranking, const LevelRanking* l)
{
   cg_writer_text(w, ",\n\"conflicts\": [");
   for (UWord i = 0; i < l->n_conflicts; i++) {
      put_next(w, i);
      put_conflict(w, ranking, l->conflicts[i]);
   }
   cg_writer_text(w, "],\n\"variables\": [");
   for (UWord i = 0; i < l->by_variable.n; i++) {
      const MissSum* sum = l->by_variable.items[i];

      put_next(w, i);
      cg_writer_text(w, "{");
      put_string_member(w, "variable", ranking->variables[sum->variable]);
      put_misses_members(w, sum->misses);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "],\n\"lines\": [");
   for (UWord i = 0; i < l->by_source_line.n; i++) {
      const MissSum* sum = l->by_source_line.items[i];

      put_next(w, i);
      cg_writer_text(w, "{");
      put_source_line_members(w, ranking->source_lines[sum->source_line]);
      put_misses_members(w, sum->misses);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "]");
}

static void put_level(Writer* w, const Report* r, const Ranking* ranking,
                      Level level)
{
   SetCounts total = cg_set_counts_of_level(ranking->conflict_counts, level);

   cg_writer_text(w, "{");
   put_string_member(w, "level", cg_set_counts_level_name[level]);
   cg_writer_text(w, ", ");
   put_shape_members(w, cg_report_geometry(r, level));
   cg_writer_text(w, ", ");
   put_number_member(w, "sets", ranking->conflict_counts->n_sets[level]);
   cg_writer_text(w, ",\n\"total\": {");
   put_counts_members(w, &total);
   cg_writer_text(w, "}");
   put_threads(w, ranking, level);
   put_sums(w, ranking, &ranking->level[level]);
   cg_writer_text(w, "}");
}

void cg_report_json(const Report* r)
{
   Writer  w = {.put = r->put, .to = r->to};
   Ranking ranking;

   cg_ranking_make(&ranking, r->conflict_counts, r->variable_name, r->alloc);
   cg_writer_text(&w, "{");
   put_number_member(&w, "version", REPORT_VERSION);
   cg_writer_text(&w, ",\n");
   put_string_member(&w, "model", r->set_local ? "set-local" : "three-cs");
   cg_writer_text(&w, ",\n");
   put_string_member(&w, "command", r->command);
   cg_writer_text(&w, ",\n\"I1\": {");
   put_shape_members(&w, &r->geometry[CACHE_I1]);
   cg_writer_text(&w, "},\n\"levels\": [");
   for (Level level = 0; level < cg_report_n_levels(r); level++) {
      put_next(&w, level);
      put_level(&w, r, &ranking, level);
   }
   cg_writer_text(&w, "]}\n");
   cg_writer_flush(&w);
}
