/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report.c: writes the conflict report; cg_report.h says what it is.

   There is one Writer for all three forms.  The text is made of tables with
   columns of counts, right-aligned and as wide as their widest item, and a
   last column of names, which may be of any length. */

#include "conflicts/cg_report.h"

#include "conflicts/cg_ranking.h"

/* So many rows a table of the text has at most, and so many sets the map has a
   character for.  JSON has them all. */
#define MAX_ROWS      20 /* of a table */
#define MAX_SET_ROWS  64 /* all of a usual D1 */
#define MAX_MAP_CHARS 1024
#define MAP_ROW       64

/* So many progressions of sets the text shows for a conflict. */
#define MAX_PROGRESSIONS 6

/* What the summary shows of a level: sets, and characters of a name. */
#define SUMMARY_SETS 3
#define SUMMARY_NAME 32

static const HChar* const level_name[N_LEVELS]   = {"D1", "LL"};
static const CacheId      level_cache[N_LEVELS]  = {CACHE_D1, CACHE_LL};
static const HChar* const class_name[N_CLASSES]  = {"cold", "capacity",
                                                    "conflict"};
static const HChar* const class_label[N_CLASSES] = {"  cold", "  capacity",
                                                    "  conflict"};

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

typedef struct {
   const Report* r;
   UInt          used;
   HChar         buffer[500];
} Writer;

static void flush(Writer* w)
{
   if (w->used > 0)
      w->r->put(w->buffer, w->used, w->r->to);
   w->used = 0;
}

static void put_char(Writer* w, HChar c)
{
   if (w->used == sizeof w->buffer)
      flush(w);
   w->buffer[w->used++] = c;
}

/* Text of this program's own. */
static void put(Writer* w, const HChar* text)
{
   while (*text)
      put_char(w, *text++);
}

static void put_spaces(Writer* w, UInt n)
{
   while (n-- > 0)
      put_char(w, ' ');
}

/* Of another program: no character may end a line or work on a terminal. */
static void put_name(Writer* w, const HChar* name)
{
   for (; *name; name++)
      put_char(w, (UChar)*name < ' ' || *name == 0x7f ? '?' : *name);
}

static UInt length_of(const HChar* text)
{
   UInt n = 0;

   while (text[n])
      n++;
   return n;
}

#define MAX_DIGITS 27 /* of 2^64 - 1, with commas */

/* The digits of `n', the last first, with a comma after each three if `commas'
   is set.  Returns how many characters there are. */
static UInt digits_of(ULong n, Bool commas, HChar digits[MAX_DIGITS])
{
   UInt length = 0;

   do {
      if (commas && length % 4 == 3)
         digits[length++] = ',';
      digits[length++] = '0' + n % 10;
   } while ((n /= 10) > 0);
   return length;
}

static void put_digits(Writer* w, ULong n, Bool commas, UInt width)
{
   HChar digits[MAX_DIGITS];
   UInt  length = digits_of(n, commas, digits);

   put_spaces(w, width > length ? width - length : 0);
   while (length > 0)
      put_char(w, digits[--length]);
}

/* For people, right-aligned; `width' may be 0. */
static void put_count(Writer* w, ULong n, UInt width)
{
   put_digits(w, n, True, width);
}

/* For programs. */
static void put_number(Writer* w, ULong n)
{
   put_digits(w, n, False, 0);
}

static UInt width_of(ULong n)
{
   HChar digits[MAX_DIGITS];

   return digits_of(n, True, digits);
}

static UInt larger(UInt a, UInt b)
{
   return a > b ? a : b;
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

/* The six numbers of a set, a thread or a level. */
enum {
   COUNT_ACCESSES,
   COUNT_HITS,
   COUNT_COLD,
   COUNT_CAPACITY,
   COUNT_CONFLICT,
   COUNT_EVICTIONS,
   N_COUNTS
};

static const HChar* const count_name[N_COUNTS] = {
   "accesses", "hits", "cold", "capacity", "conflict", "evictions"};
static const HChar* const count_label[N_COUNTS] = {
   "  accesses", "  hits", "  cold", "  capacity", "  conflict", "  evictions"};

static void counts_of(const SetCounts* s, ULong counts[N_COUNTS])
{
   counts[COUNT_ACCESSES]  = s->accesses;
   counts[COUNT_HITS]      = s->accesses - cg_all_misses(s->misses);
   counts[COUNT_COLD]      = s->misses[CLASS_COLD];
   counts[COUNT_CAPACITY]  = s->misses[CLASS_CAPACITY];
   counts[COUNT_CONFLICT]  = s->misses[CLASS_CONFLICT];
   counts[COUNT_EVICTIONS] = s->evictions;
}

static void add(SetCounts* sum, const SetCounts* s)
{
   sum->accesses += s->accesses;
   for (MissClass c = 0; c < N_CLASSES; c++)
      sum->misses[c] += s->misses[c];
   sum->evictions += s->evictions;
}

static SetCounts sum_of_thread(const Tally* t, Level level, UInt thread)
{
   SetCounts        sum = {0};
   const SetCounts* counts;

   if (!cg_tally_ran(t, thread))
      return sum;
   for (UWord set = 0; (counts = cg_tally_sets(t, level, thread, &set)); set++)
      add(&sum, counts);
   return sum;
}

static SetCounts sum_of_level(const Tally* t, Level level)
{
   SetCounts sum = {0};

   for (UInt thread = 1; thread <= t->n_threads; thread++) {
      SetCounts of_thread = sum_of_thread(t, level, thread);

      add(&sum, &of_thread);
   }
   return sum;
}

static Level n_levels(const Report* r)
{
   return r->set_local ? LEVEL_D1 + 1 : N_LEVELS;
}

/*------------------------------------------------------------*/
/*--- Columns                                              ---*/
/*------------------------------------------------------------*/

#define MAX_COLUMNS 8

/* The columns of counts of a table, whose labels begin with what separates
   them. */
typedef struct {
   UInt                n;
   const HChar* const* label;
   UInt                width[MAX_COLUMNS];
} Columns;

static Columns columns_of(UInt n, const HChar* const label[])
{
   Columns c = {.n = n, .label = label};

   for (UInt i = 0; i < n; i++)
      c.width[i] = length_of(label[i]);
   return c;
}

static void make_room(Columns* c, const ULong counts[])
{
   for (UInt i = 0; i < c->n; i++)
      c->width[i] = larger(c->width[i], 2 + width_of(counts[i]));
}

static void put_labels(Writer* w, const Columns* c)
{
   for (UInt i = 0; i < c->n; i++) {
      put_spaces(w, c->width[i] - length_of(c->label[i]));
      put(w, c->label[i]);
   }
}

static void put_counts(Writer* w, const Columns* c, const ULong counts[])
{
   for (UInt i = 0; i < c->n; i++)
      put_count(w, counts[i], c->width[i]);
}

/*------------------------------------------------------------*/
/*--- Text: names                                          ---*/
/*------------------------------------------------------------*/

static const HChar* without_folder(const HChar* file)
{
   const HChar* name = file;

   for (; *file; file++)
      if (*file == '/' && file[1])
         name = file + 1;
   return name;
}

static void put_file_and_line(Writer* w, const HChar* file, UInt lineno)
{
   put_name(w, file);
   put_char(w, ':');
   put_number(w, lineno);
}

static void put_place(Writer* w, const SourceLine* place)
{
   put_file_and_line(w, place->file, place->lineno);
   put(w, " (");
   put_name(w, place->fn);
   put(w, ")");
}

static void put_pair(Writer* w, const Findings* f, const Finding* conflict)
{
   put_name(w, f->variables[conflict->variable]);
   put(w, " pushed out by ");
   put_name(w, conflict->evictor == conflict->variable
                  ? "itself"
                  : f->variables[conflict->evictor]);
}

static void put_more(Writer* w, UWord n, UWord max)
{
   if (n <= max)
      return;
   put(w, "  ... and ");
   put_count(w, n - max, 0);
   put(w, " more\n");
}

static UWord smaller(UWord a, UWord b)
{
   return a < b ? a : b;
}

static void put_heading(Writer* w, const HChar* text)
{
   put(w, "\n");
   put(w, text);
   put(w, "\n\n");
}

/*------------------------------------------------------------*/
/*--- Text: a level and its threads                        ---*/
/*------------------------------------------------------------*/

static void put_head(Writer* w)
{
   put(w, "Conflict report\n"
          "Command: ");
   put_name(w, w->r->command);
   put(w, "\n\n"
          "A miss is\n"
          "  cold      if its line was never touched before,\n");
   put(w,
       w->r->set_local
          ? "  conflict  if since then at least as many other lines of its "
            "set were touched as\n"
            "            the set has ways, but fewer than the cache has "
            "lines,\n"
            "  capacity  if at least as many as the cache has lines.\n"
          : "  capacity  if a fully associative cache of the same size would "
            "miss too,\n"
            "  conflict  if that would hit: too many lines in use share the "
            "set.\n");
   put(w,
       "What helps: cold, touch less memory; capacity, work on smaller pieces; "
       "conflict,\n"
       "pad rows of what is pushed out by itself, move apart what others push "
       "out.\n");
}

/* "32,768 B, 8-way, 64 B lines". */
static void put_shape(Writer* w, const CacheGeometry* g)
{
   put_count(w, g->size, 0);
   put(w, " B, ");
   if (g->assoc == 1) {
      put(w, "direct-mapped, ");
   } else {
      put_count(w, g->assoc, 0);
      put(w, "-way, ");
   }
   put_count(w, g->line_size, 0);
   put(w, " B lines");
}

static void put_geometry(Writer* w, Level level)
{
   const CacheGeometry* g = &w->r->geometry[level_cache[level]];

   put(w, "\n=== ");
   put(w, level_name[level]);
   put(w, ": ");
   put_shape(w, g);
   put(w, " ===\n\n");
   put_count(w, w->r->tally->n_sets[level], 0);
   put(w, w->r->tally->n_sets[level] == 1 ? " set" : " sets");
   put(w, "; addresses ");
   put_count(w, g->size / g->assoc, 0);
   put(w, " bytes apart share one.\n");
   if (level == LEVEL_LL) {
      put(w, "Accesses are the data references that missed D1.  Evictions "
             "include those by\ninstruction fetches that missed I1: ");
      put_shape(w, &w->r->geometry[CACHE_I1]);
      put(w, ".\n");
   }
   put(w, "\n");
}

static void put_total(Writer* w, const Columns* c, const SetCounts* sum)
{
   ULong counts[N_COUNTS];

   counts_of(sum, counts);
   put_counts(w, c, counts);
}

static void put_thread_name(Writer* w, UInt thread)
{
   put(w, "thread ");
   put_digits(w, thread, False, 5);
}

static void put_threads(Writer* w, Level level)
{
   const Tally* t     = w->r->tally;
   SetCounts    total = sum_of_level(t, level);
   Columns      c     = columns_of(N_COUNTS, count_label);
   ULong        counts[N_COUNTS];

   counts_of(&total, counts);
   make_room(&c, counts);
   put(w, "            ");
   put_labels(w, &c);
   put(w, "\ntotal       ");
   put_total(w, &c, &total);
   put(w, "\n");
   for (UInt thread = 1; thread <= t->n_threads; thread++) {
      SetCounts sum = sum_of_thread(t, level, thread);

      if (!cg_tally_ran(t, thread))
         continue;
      put_thread_name(w, thread);
      put_total(w, &c, &sum);
      put(w, "\n");
   }
}

/*------------------------------------------------------------*/
/*--- Text: who is in conflict                             ---*/
/*------------------------------------------------------------*/

/* The end of the progression that begins at item `i': of two items, unless
   they are neighbours, there is none. */
static UWord progression_end(const FindingList* sets, UWord i)
{
   UWord end = i + 1;

   if (i + 1 == sets->n)
      return end;
   UInt step = sets->items[i + 1]->set - sets->items[i]->set;
   while (end < sets->n
          && sets->items[end]->set - sets->items[end - 1]->set == step)
      end++;
   return end - i > 2 || step == 1 ? end : i + 1;
}

static void put_progression(Writer* w, const FindingList* sets, UWord i,
                            UWord end)
{
   UInt first = sets->items[i]->set, last = sets->items[end - 1]->set;

   put_number(w, first);
   if (end == i + 1)
      return;
   if (sets->items[i + 1]->set == first + 1) {
      put(w, "-");
   } else {
      put(w, ", ");
      put_number(w, sets->items[i + 1]->set);
      put(w, " ... ");
   }
   put_number(w, last);
}

/* "0-31", "0, 8 ... 56", "3, 17-20 and 12 others". */
static void put_sets(Writer* w, const FindingList* sets)
{
   UWord i = 0;

   for (UInt shown = 0; i < sets->n && shown < MAX_PROGRESSIONS; shown++) {
      UWord end = progression_end(sets, i);

      put(w, i > 0 ? ", " : "");
      put_progression(w, sets, i, end);
      i = end;
   }
   if (i < sets->n) {
      put(w, " and ");
      put_count(w, sets->n - i, 0);
      put(w, i + 1 == sets->n ? " other" : " others");
   }
}

static void put_percent(Writer* w, ULong part, ULong whole)
{
   ULong tenths = (part * 1000 + whole / 2) / whole;

   put_count(w, tenths / 10, 5);
   put(w, ".");
   put_number(w, tenths % 10);
   put(w, "%");
}

static void put_conflict(Writer* w, const Findings* f, Level level,
                         const Conflict* conflict, ULong total, UInt width)
{
   const Finding* first  = conflict->sets.items[0];
   UWord          n_sets = f->tally->n_sets[level];

   put_count(w, conflict->misses, width);
   put_percent(w, conflict->misses, total);
   put(w, "  ");
   put_pair(w, f, first);
   put(w, "\n");
   put_spaces(w, width + 10);
   put(w, "at ");
   put_place(w, f->places[first->place]);
   put(w, "\n");
   put_spaces(w, width + 10);
   if (conflict->sets.n == n_sets) {
      put(w, n_sets == 1 ? "in its only set" : "in all sets");
   } else {
      put(w, "in ");
      put_count(w, conflict->sets.n, 0);
      put(w, " of ");
      put_count(w, n_sets, 0);
      put(w, " sets: ");
      put_sets(w, &conflict->sets);
   }
   put(w, "\n");
}

static void put_conflicts(Writer* w, const Findings* f, Level level,
                          ULong total)
{
   const LevelFindings* l     = &f->level[level];
   UInt                 width = 2 + width_of(total);

   put_heading(w, "Who is in conflict: misses, and what had pushed the line "
                  "out");
   for (UWord i = 0; i < smaller(l->n_conflicts, MAX_ROWS); i++)
      put_conflict(w, f, level, l->conflicts[i], total, width);
   put_more(w, l->n_conflicts, MAX_ROWS);
}

/*------------------------------------------------------------*/
/*--- Text: the map                                        ---*/
/*------------------------------------------------------------*/

static const HChar map_chars[] = ".:-=+*#%@";
#define N_SHADES (sizeof map_chars - 2) /* besides that for nothing */

/* Adds up the conflict misses of all threads, by groups of sets. */
static void add_conflicts(const Tally* t, Level level, UWord group,
                          ULong sums[])
{
   const SetCounts* counts;

   for (UInt thread = 1; thread <= t->n_threads; thread++) {
      if (!cg_tally_ran(t, thread))
         continue;
      for (UWord set = 0; (counts = cg_tally_sets(t, level, thread, &set));
           set++)
         sums[set / group] += counts->misses[CLASS_CONFLICT];
   }
}

/* Which of N_SHADES equal parts of `worst' is reached; 0: no misses. */
static UInt shade(ULong misses, ULong worst)
{
   return worst > 0 ? (misses * N_SHADES + worst - 1) / worst : 0;
}

static void put_legend(Writer* w, UWord group, ULong worst)
{
   put(w, "\n  ");
   put_char(w, map_chars[0]);
   put(w, " none, then by eighths of the worst: ");
   for (UInt i = 1; i <= N_SHADES; i++) {
      put_char(w, map_chars[i]);
      put(w, " ");
   }
   put(w, "(up to ");
   put_count(w, worst, 0);
   put(w, " misses)\n");
   if (group > 1) {
      put(w, "  Each character stands for ");
      put_count(w, group, 0);
      put(w, " neighbouring sets.\n");
   }
}

static void put_map(Writer* w, const Findings* f, Level level)
{
   const Tally* t      = f->tally;
   UWord        n_sets = t->n_sets[level];
   UWord        group  = n_sets > MAX_MAP_CHARS ? n_sets / MAX_MAP_CHARS : 1;
   UWord        n      = n_sets / group;
   UInt         width  = 2 + larger(3, width_of(n_sets));
   ULong*       sums   = f->alloc(n * sizeof *sums);
   ULong        worst  = 0;

   add_conflicts(t, level, group, sums);
   for (UWord i = 0; i < n; i++)
      worst = sums[i] > worst ? sums[i] : worst;
   put_heading(w, "Where: conflict misses by set");
   for (UWord i = 0; i < n; i++) {
      if (i % MAP_ROW == 0) {
         put(w, i > 0 ? "\n" : "");
         put_count(w, i * group, width);
         put(w, "  ");
      }
      put_char(w, map_chars[shade(sums[i], worst)]);
   }
   put(w, "\n");
   put_legend(w, group, worst);
}

/*------------------------------------------------------------*/
/*--- Text: variables, source lines, sets                  ---*/
/*------------------------------------------------------------*/

/* The first rows of `list' with what put_last() says of each. */
static void put_misses(Writer* w, const Findings* f, const FindingList* list,
                       void (*put_last)(Writer*, const Findings*,
                                        const Finding*))
{
   Columns c = columns_of(N_CLASSES, class_label);

   for (UWord i = 0; i < smaller(list->n, MAX_ROWS); i++)
      make_room(&c, list->items[i]->misses);
   put_labels(w, &c);
   put(w, "\n");
   for (UWord i = 0; i < smaller(list->n, MAX_ROWS); i++) {
      put_counts(w, &c, list->items[i]->misses);
      put(w, "  ");
      put_last(w, f, list->items[i]);
      put(w, "\n");
   }
   put_more(w, list->n, MAX_ROWS);
}

static void put_variable_of(Writer* w, const Findings* f, const Finding* x)
{
   put_name(w, f->variables[x->variable]);
}

static void put_place_of(Writer* w, const Findings* f, const Finding* x)
{
   put_place(w, f->places[x->place]);
}

static void put_set(Writer* w, const Findings* f, const Columns* c,
                    UInt set_width, const SetFindings* set)
{
   const Finding* most = set->conflicts.items[0];

   put_count(w, set->set, set_width);
   put_total(w, c, set->counts);
   put(w, "  ");
   put_pair(w, f, most);
   put(w, ", ");
   put_file_and_line(w, without_folder(f->places[most->place]->file),
                     f->places[most->place]->lineno);
   put(w, "\n");
}

static void put_sets_of_thread(Writer* w, const Findings* f, Level level,
                               UInt thread)
{
   UWord         n;
   SetFindings*  sets      = cg_findings_sets(f, level, thread, &n);
   SetFindings** worst     = cg_findings_worst_sets(f, sets, &n);
   UInt          set_width = larger(5, 2 + width_of(f->tally->n_sets[level]));
   Columns       c         = columns_of(N_COUNTS, count_label);
   ULong         counts[N_COUNTS];

   if (n == 0)
      return;
   for (UWord i = 0; i < smaller(n, MAX_SET_ROWS); i++) {
      counts_of(worst[i]->counts, counts);
      make_room(&c, counts);
   }
   put(w, "\nSets of thread ");
   put_number(w, thread);
   put(w, " that have conflict misses, worst first\n\n");
   put_spaces(w, set_width - 3);
   put(w, "set");
   put_labels(w, &c);
   put(w, "  most of the conflicts\n");
   for (UWord i = 0; i < smaller(n, MAX_SET_ROWS); i++)
      put_set(w, f, &c, set_width, worst[i]);
   put_more(w, n, MAX_SET_ROWS);
}

static void put_level(Writer* w, const Findings* f, Level level)
{
   const LevelFindings* l     = &f->level[level];
   SetCounts            total = sum_of_level(f->tally, level);

   put_geometry(w, level);
   put_threads(w, level);
   if (l->n_conflicts > 0) {
      put_conflicts(w, f, level, total.misses[CLASS_CONFLICT]);
      put_map(w, f, level);
   } else {
      put(w, "\nThere are no conflict misses.\n");
   }
   if (l->by_variable.n > 0) {
      put_heading(w, "Misses by variable");
      put_misses(w, f, &l->by_variable, put_variable_of);
      put_heading(w, "Misses by source line");
      put_misses(w, f, &l->by_place, put_place_of);
   }
   for (UInt thread = 1; thread <= f->tally->n_threads; thread++)
      if (cg_tally_ran(f->tally, thread))
         put_sets_of_thread(w, f, level, thread);
}

void cg_report_text(const Report* r)
{
   Writer   w = {.r = r};
   Findings f;

   cg_findings_make(&f, r->tally, r->variable_name, r->alloc);
   put_head(&w);
   for (Level level = 0; level < n_levels(r); level++)
      put_level(&w, &f, level);
   flush(&w);
}

/*------------------------------------------------------------*/
/*--- JSON                                                 ---*/
/*------------------------------------------------------------*/

static Bool is_continuation(UChar byte)
{
   return (byte & 0xc0) == 0x80;
}

/* The bytes of the character at `s' if it is one of UTF-8 (RFC 3629), else 0.
   A string's NUL is no continuation byte, so nothing is read behind it. */
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

   put(w, "\\u00");
   put_char(w, hex[byte >> 4]);
   put_char(w, hex[byte & 15]);
}

static void put_string(Writer* w, const HChar* s)
{
   put_char(w, '"');
   while (*s) {
      UInt length = utf8_length(s);

      if (length == 0 || (UChar)*s < ' ' || *s == 0x7f) {
         put_escape(w, *s++);
         continue;
      }
      if (*s == '"' || *s == '\\')
         put_char(w, '\\');
      while (length-- > 0)
         put_char(w, *s++);
   }
   put_char(w, '"');
}

static void put_key(Writer* w, const HChar* key)
{
   put_char(w, '"');
   put(w, key);
   put(w, "\": ");
}

static void put_string_member(Writer* w, const HChar* key, const HChar* value)
{
   put_key(w, key);
   put_string(w, value);
}

static void put_number_member(Writer* w, const HChar* key, ULong value)
{
   put_key(w, key);
   put_number(w, value);
}

static void put_place_members(Writer* w, const SourceLine* place)
{
   put_string_member(w, "file", place->file);
   put(w, ", ");
   put_number_member(w, "line", place->lineno);
   put(w, ", ");
   put_string_member(w, "function", place->fn);
}

static void put_shape_members(Writer* w, const CacheGeometry* g)
{
   put_number_member(w, "size", g->size);
   put(w, ", ");
   put_number_member(w, "ways", g->assoc);
   put(w, ", ");
   put_number_member(w, "line_size", g->line_size);
}

static void put_counts_members(Writer* w, const SetCounts* s)
{
   ULong counts[N_COUNTS];

   counts_of(s, counts);
   for (UInt i = 0; i < N_COUNTS; i++) {
      put(w, i > 0 ? ", " : "");
      put_number_member(w, count_name[i], counts[i]);
   }
}

static void put_misses_members(Writer* w, const ULong misses[N_CLASSES])
{
   for (MissClass c = 0; c < N_CLASSES; c++) {
      put(w, ", ");
      put_number_member(w, class_name[c], misses[c]);
   }
}

/* What a conflict has besides sets. */
static void put_conflict_members(Writer* w, const Findings* f, const Finding* x,
                                 ULong misses)
{
   put_string_member(w, "variable", f->variables[x->variable]);
   put(w, ", ");
   put_string_member(w, "evictor", f->variables[x->evictor]);
   put(w, ", ");
   put_place_members(w, f->places[x->place]);
   put(w, ", ");
   put_number_member(w, "misses", misses);
}

/* Between two items of a list, and before the first. */
static void put_next(Writer* w, UWord i)
{
   put(w, i > 0 ? ",\n" : "\n");
}

static void put_json_set(Writer* w, const Findings* f, const SetFindings* set)
{
   put(w, "{");
   put_number_member(w, "set", set->set);
   put(w, ", ");
   put_counts_members(w, set->counts);
   put(w, ", \"conflicts\": [");
   for (UWord i = 0; i < set->conflicts.n; i++) {
      const Finding* x = set->conflicts.items[i];

      put_next(w, i);
      put(w, "{");
      put_conflict_members(w, f, x, x->misses[CLASS_CONFLICT]);
      put(w, "}");
   }
   put(w, "]}");
}

static void put_json_thread(Writer* w, const Findings* f, Level level,
                            UInt thread)
{
   UWord        n;
   SetFindings* sets  = cg_findings_sets(f, level, thread, &n);
   SetCounts    total = sum_of_thread(f->tally, level, thread);

   put(w, "{");
   put_number_member(w, "thread", thread);
   put(w, ", ");
   put_counts_members(w, &total);
   put(w, ", \"sets\": [");
   for (UWord i = 0; i < n; i++) {
      put_next(w, i);
      put_json_set(w, f, &sets[i]);
   }
   put(w, "]}");
}

static void put_json_threads(Writer* w, const Findings* f, Level level)
{
   UWord n = 0;

   put(w, ",\n\"threads\": [");
   for (UInt thread = 1; thread <= f->tally->n_threads; thread++) {
      if (!cg_tally_ran(f->tally, thread))
         continue;
      put_next(w, n++);
      put_json_thread(w, f, level, thread);
   }
   put(w, "]");
}

static void put_json_conflict(Writer* w, const Findings* f,
                              const Conflict* conflict)
{
   put(w, "{");
   put_conflict_members(w, f, conflict->sets.items[0], conflict->misses);
   put(w, ", \"sets\": [");
   for (UWord i = 0; i < conflict->sets.n; i++) {
      put(w, i > 0 ? ", [" : "[");
      put_number(w, conflict->sets.items[i]->set);
      put(w, ", ");
      put_number(w, conflict->sets.items[i]->misses[CLASS_CONFLICT]);
      put(w, "]");
   }
   put(w, "]}");
}

static void put_json_sums(Writer* w, const Findings* f, const LevelFindings* l)
{
   put(w, ",\n\"conflicts\": [");
   for (UWord i = 0; i < l->n_conflicts; i++) {
      put_next(w, i);
      put_json_conflict(w, f, l->conflicts[i]);
   }
   put(w, "],\n\"variables\": [");
   for (UWord i = 0; i < l->by_variable.n; i++) {
      const Finding* x = l->by_variable.items[i];

      put_next(w, i);
      put(w, "{");
      put_string_member(w, "variable", f->variables[x->variable]);
      put_misses_members(w, x->misses);
      put(w, "}");
   }
   put(w, "],\n\"lines\": [");
   for (UWord i = 0; i < l->by_place.n; i++) {
      const Finding* x = l->by_place.items[i];

      put_next(w, i);
      put(w, "{");
      put_place_members(w, f->places[x->place]);
      put_misses_members(w, x->misses);
      put(w, "}");
   }
   put(w, "]");
}

static void put_json_level(Writer* w, const Findings* f, Level level)
{
   SetCounts total = sum_of_level(f->tally, level);

   put(w, "{");
   put_string_member(w, "level", level_name[level]);
   put(w, ", ");
   put_shape_members(w, &w->r->geometry[level_cache[level]]);
   put(w, ", ");
   put_number_member(w, "sets", f->tally->n_sets[level]);
   put(w, ",\n\"total\": {");
   put_counts_members(w, &total);
   put(w, "}");
   put_json_threads(w, f, level);
   put_json_sums(w, f, &f->level[level]);
   put(w, "}");
}

void cg_report_json(const Report* r)
{
   Writer   w = {.r = r};
   Findings f;

   cg_findings_make(&f, r->tally, r->variable_name, r->alloc);
   put(&w, "{");
   put_number_member(&w, "version", REPORT_VERSION);
   put(&w, ",\n");
   put_string_member(&w, "model", r->set_local ? "set-local" : "three-cs");
   put(&w, ",\n");
   put_string_member(&w, "command", r->command);
   put(&w, ",\n\"I1\": {");
   put_shape_members(&w, &r->geometry[CACHE_I1]);
   put(&w, "},\n\"levels\": [");
   for (Level level = 0; level < n_levels(r); level++) {
      put_next(&w, level);
      put_json_level(&w, &f, level);
   }
   put(&w, "]}\n");
   flush(&w);
}

/*------------------------------------------------------------*/
/*--- The summary                                          ---*/
/*------------------------------------------------------------*/

static void put_short_name(Writer* w, const HChar* name)
{
   HChar shortened[SUMMARY_NAME + sizeof "..."];
   UInt  length = length_of(name);

   if (length <= SUMMARY_NAME) {
      put_name(w, name);
      return;
   }
   for (UInt i = 0; i < SUMMARY_NAME; i++)
      shortened[i] = name[i];
   shortened[SUMMARY_NAME] = '\0';
   put_name(w, shortened);
   put(w, "...");
}

static void summarize_total(Writer* w, Level level, const SetCounts* total)
{
   put(w, level_name[level]);
   put(w, level == LEVEL_D1 ? "  classes:  " : "d classes:  ");
   put(w, "    ");
   put_count(w, cg_all_misses(total->misses), 0);
   for (MissClass c = 0; c < N_CLASSES; c++) {
      put(w, c == 0 ? "  (" : " + ");
      put_count(w, total->misses[c], 0);
      put(w, " ");
      put(w, class_name[c]);
   }
   put(w, ")");
   flush(w);
}

/* Conflicts of all threads in one set, the most first. */
static void summarize_set(Writer* w, const Findings* f, UInt thread,
                          const SetFindings* set)
{
   const Finding* most = set->conflicts.items[0];

   put(w, "   set ");
   put_number(w, set->set);
   if (f->tally->n_threads > 1) {
      put(w, ", thread ");
      put_number(w, thread);
   }
   put(w, ": ");
   put_count(w, set->counts->misses[CLASS_CONFLICT], 0);
   put(w, " conflict, ");
   put_short_name(w, f->variables[most->variable]);
   put(w, " pushed out by ");
   put_short_name(w, most->evictor == most->variable
                        ? "itself"
                        : f->variables[most->evictor]);
   flush(w);
}

/* The worst sets of the thread that has the most conflict misses. */
static void summarize_sets(Writer* w, const Findings* f, Level level)
{
   ULong most  = 0;
   UInt  worst = 0;

   for (UInt thread = 1; thread <= f->tally->n_threads; thread++) {
      SetCounts sum = sum_of_thread(f->tally, level, thread);

      if (sum.misses[CLASS_CONFLICT] > most) {
         most  = sum.misses[CLASS_CONFLICT];
         worst = thread;
      }
   }
   if (worst == 0)
      return;

   UWord         n;
   SetFindings*  sets       = cg_findings_sets(f, level, worst, &n);
   SetFindings** worst_sets = cg_findings_worst_sets(f, sets, &n);
   for (UWord i = 0; i < n && i < SUMMARY_SETS; i++)
      summarize_set(w, f, worst, worst_sets[i]);
}

void cg_report_summary(const Report* r)
{
   Writer   w = {.r = r};
   Findings f;

   cg_findings_make(&f, r->tally, r->variable_name, r->alloc);
   for (Level level = 0; level < n_levels(r); level++) {
      SetCounts total = sum_of_level(r->tally, level);

      summarize_total(&w, level, &total);
      summarize_sets(&w, &f, level);
   }
}
