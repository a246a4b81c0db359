/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_conflict_file.c: writes conflict counts; see cg_conflict_file.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "conflicts/cg_text.h"
#include "output/cg_conflict_file.h"

static const HChar* const level_word[N_LEVELS] = {"D1", "LL"};

/*------------------------------------------------------------*/
/*--- Parts of a line                                      ---*/
/*------------------------------------------------------------*/

static void put_bytes(OutFile* out, const HChar* text, SizeT n)
{
   for (; n > 0; text++, n--) {
      if (*text == '\n')
         cg_out_string(out, "\\n");
      else if (*text == '\t')
         cg_out_string(out, "\\t");
      else if (*text == '\\')
         cg_out_string(out, "\\\\");
      else
         cg_out_char(out, *text);
   }
}

static void put_text_line(OutFile* out, const HChar* word, const HChar* text)
{
   cg_out_string(out, word);
   cg_out_char(out, ' ');
   put_bytes(out, text, VG_(strlen)(text));
   cg_out_char(out, '\n');
}

/* A line: `word', `level' unless it is NULL, and the numbers. */
static void put_line(OutFile* out, const HChar* word, const HChar* level,
                     const ULong numbers[], UInt n)
{
   cg_out_string(out, word);
   if (level) {
      cg_out_char(out, ' ');
      cg_out_string(out, level);
   }
   for (UInt i = 0; i < n; i++) {
      cg_out_char(out, ' ');
      cg_out_number(out, numbers[i]);
   }
   cg_out_char(out, '\n');
}

#define PUT_LINE(out, word, level, ...)                                        \
   put_line(out, word, level, (const ULong[]){__VA_ARGS__},                    \
            sizeof((const ULong[]){__VA_ARGS__}) / sizeof(ULong))

/*------------------------------------------------------------*/
/*--- Caches                                               ---*/
/*------------------------------------------------------------*/

static void put_caches(OutFile* out, const CacheGeometry geometry[N_CACHES])
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      PUT_LINE(out, "cache", cg_geometry_name(id), geometry[id].size,
               geometry[id].assoc, geometry[id].line_size);
}

static void put_machine(OutFile* out, const ConflictFile* file)
{
   const Machine* machine = file->config->machine;

   put_text_line(out, "machine", file->config->machine_name);
   put_text_line(out, "name", machine->name);
   PUT_LINE(out, "line", NULL, machine->line_size);
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++) {
      const CacheModel* cache = &machine->caches[id];

      if (cache->size > 0)
         PUT_LINE(out, "level", cg_machine_level_name(id), cache->size,
                  cache->ways, cache->slices, cache->inclusion,
                  file->config->prefetch ? cache->prefetch : 0);
   }
   PUT_LINE(out, "avoided", NULL, file->counts->avoided[LEVEL_D1],
            file->counts->avoided[LEVEL_LL]);
}

/*------------------------------------------------------------*/
/*--- Threads and their sets                               ---*/
/*------------------------------------------------------------*/

static void put_sets(OutFile* out, const ConflictCounts* all, Level level,
                     UInt thread)
{
   const SetCounts* s;

   for (UWord set = 0; (s = cg_conflict_counts_sets(all, level, thread, &set));
        set++)
      if (s->accesses > 0 || s->evictions > 0)
         PUT_LINE(out, "set", level_word[level], set, s->accesses,
                  s->misses[CLASS_COLD], s->misses[CLASS_CAPACITY],
                  s->evictions);
}

static void put_threads(OutFile* out, const ConflictCounts* all)
{
   for (UInt thread = 1; thread <= all->n_threads; thread++) {
      if (!cg_conflict_counts_ran(all, thread))
         continue;
      PUT_LINE(out, "thread", NULL, thread);
      for (Level level = 0; level < N_LEVELS; level++)
         put_sets(out, all, level, thread);
   }
}

/*------------------------------------------------------------*/
/*--- Misses                                               ---*/
/*------------------------------------------------------------*/

/* The source lines that are defined already.  place[N]: one more than the
   number that source line N has in the file; 0: none yet. */
typedef struct {
   OutFile* out;
   UInt*    place;
   UInt     n_numbers, n_placed;
   SizeT    taken; /* by long names */
} Sources;

static void count_number(const MissRecord* r, void* data)
{
   Sources* sources = data;

   if (r->loc->number >= sources->n_numbers)
      sources->n_numbers = r->loc->number + 1;
}

static void put_name(Sources* sources, const HChar* name)
{
   put_bytes(sources->out, name, cg_text_name_bytes(name, &sources->taken));
}

static UInt placed(Sources* sources, const SourceLine* line)
{
   UInt* place = &sources->place[line->number];

   if (*place == 0) {
      *place = ++sources->n_placed;
      cg_out_string(sources->out, "source ");
      cg_out_number(sources->out, line->lineno);
      cg_out_char(sources->out, ' ');
      put_name(sources, line->file);
      cg_out_char(sources->out, '\t');
      put_name(sources, line->fn);
      cg_out_char(sources->out, '\n');
   }
   return *place - 1;
}

static void put_record(const MissRecord* r, void* data)
{
   Sources*     sources = data;
   UInt         source  = placed(sources, r->loc);
   const HChar* level   = level_word[r->level];

   if (r->conflict)
      PUT_LINE(sources->out, "conflict", level, r->thread, r->variable,
               r->evictor, source, r->set, r->misses[CLASS_CONFLICT]);
   else
      PUT_LINE(sources->out, "miss", level, r->thread, r->variable, source,
               r->misses[CLASS_COLD], r->misses[CLASS_CAPACITY]);
}

static void put_records(OutFile* out, const ConflictCounts* all)
{
   Sources sources = {.out = out};

   cg_conflict_counts_records(all, count_number, &sources);
   sources.place = VG_(calloc)("cg.conflict_file.place", sources.n_numbers + 1,
                               sizeof *sources.place);
   cg_conflict_counts_records(all, put_record, &sources);
   VG_(free)(sources.place);
}

static void put_shared(OutFile* out, const Sharing* sharing)
{
   static SharedGroup groups[CG_SHARING_GROUPS];
   UInt               n = cg_sharing_candidates(sharing, groups);

   for (UInt i = 0; i < n; i++) {
      const SharedGroup* g                      = &groups[i];
      ULong numbers[2 + 2 * CG_SHARING_WRITERS] = {g->writes, g->n_lines};

      for (UInt j = 0; j < g->n_writers; j++) {
         numbers[2 + 2 * j] = g->variable[j];
         numbers[3 + 2 * j] = g->thread[j];
      }
      put_line(out, "shared", NULL, numbers, 2 + 2 * g->n_writers);
   }
}

void cg_conflict_file_write(OutFile* out, const ConflictFile* file)
{
   cg_out_string(out, "cachegrind-conflict-counts 1\n");
   put_text_line(out, "command", file->command);
   if (file->config->machine)
      put_machine(out, file);
   else
      put_caches(out, file->config->geometry);
   for (UInt i = 0; i < file->n_variables; i++)
      put_text_line(out, "variable", file->variable_name(i));
   put_threads(out, file->counts);
   put_records(out, file->counts);
   if (file->counts->sharing)
      put_shared(out, file->counts->sharing);
   cg_out_string(out, "end\n");
}
