/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counts_file.c: see counts_file.h. */

#include <string.h>

#include "conflicts/counts_file.h"

#include "lib/input.h"
#include "lib/message.h"
#include "sim/machine/cg_machine_classes.h"

#define VERSION_LINE COUNTS_FILE_BEGIN "1"

/* The largest count, and the largest sum of accesses: thousands of days of
   counting, and a thousand times as much fits into 64 bits. */
#define MAX_COUNT G_GUINT64_CONSTANT(1000000000000000)

#define MAX_THREAD 65535 /* of cg_conflict_counts_thread() */

struct CountsFile {
   char*          command;
   char*          machine_name; /* NULL: none */
   Machine        machine;
   CacheGeometry  geometry[N_CACHES];
   GPtrArray*     variables; /* names */
   GPtrArray*     sources;   /* SourceLines */
   ConflictCounts counts;
   GPtrArray*     memory; /* of the counts */

   /* While it is read. */
   Input*      input;
   GError**    error;
   guint64     number; /* of the line */
   const char* next;   /* what was not read of the line */
   const char* end;
   guint       stage; /* of the line before */
   guint64     accesses[N_LEVELS];
   guint64     of_sets[N_LEVELS][N_CLASSES]; /* misses */
   guint64     of_records[N_LEVELS][N_CLASSES];
};

/* Where the memory of the file that is being read goes. */
static GPtrArray* memory;

static void* allocate(SizeT n_bytes)
{
   void* result = g_try_malloc0(MAX(n_bytes, 1));

   if (!result)
      message_fail("out of memory: no %" G_GSIZE_FORMAT " bytes",
                   (gsize)n_bytes);
   g_ptr_array_add(memory, result);
   return result;
}

static gboolean refuse(CountsFile* f, const char* format, ...)
   G_GNUC_PRINTF(2, 3);
static gboolean refuse(CountsFile* f, const char* format, ...)
{
   va_list args;

   va_start(args, format);
   char* what = g_strdup_vprintf(format, args);
   va_end(args);
   g_set_error(f->error, MESSAGE_ERROR, 0, "%s:%" G_GUINT64_FORMAT ": %s",
               f->input->name, f->number, what);
   g_free(what);
   return FALSE;
}

/*------------------------------------------------------------*/
/*--- Parts of a line                                      ---*/
/*------------------------------------------------------------*/

/* Takes a word and the blank after it, or the end of the line. */
static gboolean take_word(CountsFile* f, const char* word)
{
   gsize length = strlen(word);

   if ((gsize)(f->end - f->next) < length || memcmp(f->next, word, length) != 0
       || (f->next + length < f->end && f->next[length] != ' '))
      return FALSE;
   f->next = MIN(f->next + length + 1, f->end);
   return TRUE;
}

/* A number of a line, and what is allowed. */
typedef struct {
   const char* what;
   guint64     least, most;
} Field;

static gboolean take_number(CountsFile* f, Field field, guint64* number)
{
   const char* p = f->next;
   guint64     n = 0;

   while (p < f->end && g_ascii_isdigit(*p) && n <= field.most)
      n = n * 10 + (*p++ - '0');
   if (p == f->next || n < field.least || n > field.most
       || (p < f->end && *p != ' '))
      return refuse(f,
                    "%s must be a number from %" G_GUINT64_FORMAT
                    " to %" G_GUINT64_FORMAT,
                    field.what, field.least, field.most);
   *number = n;
   f->next = MIN(p + 1, f->end);
   return TRUE;
}

static gboolean take_numbers(CountsFile* f, const Field fields[], guint n,
                             guint64 numbers[])
{
   for (guint i = 0; i < n; i++)
      if (!take_number(f, fields[i], &numbers[i]))
         return FALSE;
   return f->next == f->end
          || refuse(f, "there must be nothing after %s", fields[n - 1].what);
}

static gboolean take_level(CountsFile* f, Level* level)
{
   *level = take_word(f, "D1") ? LEVEL_D1 : LEVEL_LL;
   return *level == LEVEL_D1 || take_word(f, "LL")
          || refuse(f, "the level must be D1 or LL");
}

/* Takes a character of a text, or what stands for one.  Returns it, or NUL if
   it is wrong. */
static char take_character(CountsFile* f, const char* end)
{
   if (*f->next != '\\')
      return *f->next++;
   f->next += 2;
   if (f->next > end)
      return '\0';
   return f->next[-1] == 'n'    ? '\n'
          : f->next[-1] == 't'  ? '\t'
          : f->next[-1] == '\\' ? '\\'
                                : '\0';
}

/* Takes a text up to `end', which is in the line.  The caller frees it. */
static char* take_text(CountsFile* f, const char* end)
{
   GString* text = g_string_new(NULL);

   while (f->next < end) {
      char c = take_character(f, end);

      if (c == '\0') {
         g_string_free(text, TRUE);
         refuse(f, "a text must have n, t or \\ after each \\, and no NUL");
         return NULL;
      }
      g_string_append_c(text, c);
   }
   return g_string_free(text, FALSE);
}

/*------------------------------------------------------------*/
/*--- Caches                                               ---*/
/*------------------------------------------------------------*/

static gboolean read_command(CountsFile* f)
{
   if (f->command)
      return refuse(f, "there must be one command");
   return (f->command = take_text(f, f->end)) != NULL;
}

static gboolean read_cache(CountsFile* f)
{
   static const Field fields[] = {{"the size", 1, G_MAXINT32},
                                  {"the ways", 1, G_MAXINT32},
                                  {"the line size", 1, G_MAXINT32}};
   guint64            n[G_N_ELEMENTS(fields)];
   CacheId            id    = CACHE_I1;
   const char*        fault = NULL;

   while (id < N_CACHES && !take_word(f, cg_geometry_name(id)))
      id++;
   if (id == N_CACHES)
      return refuse(f, "the cache must be I1, D1 or LL");
   if (!take_numbers(f, fields, G_N_ELEMENTS(fields), n))
      return FALSE;
   f->geometry[id] = (CacheGeometry){(Int)n[0], (Int)n[1], (Int)n[2]};
   fault           = cg_geometry_fault(&f->geometry[id]);
   return !fault || refuse(f, "%s: %s", cg_geometry_name(id), fault);
}

static gboolean read_machine(CountsFile* f)
{
   if (f->machine_name)
      return refuse(f, "there must be one machine");
   return (f->machine_name = take_text(f, f->end)) != NULL;
}

static gboolean read_name(CountsFile* f)
{
   char*    name = take_text(f, f->end);
   gboolean fits = name
                   && g_strlcpy(f->machine.name, name, CG_MACHINE_NAME_SIZE)
                         < CG_MACHINE_NAME_SIZE;

   if (name && !fits)
      refuse(f, "the name must have at most %d bytes",
             CG_MACHINE_NAME_SIZE - 1);
   g_free(name);
   return fits;
}

static gboolean read_line_size(CountsFile* f)
{
   static const Field field = {"the line size", CG_MACHINE_MIN_LINE,
                               CG_MACHINE_MAX_LINE};
   guint64            n;

   if (f->machine.line_size > 0)
      return refuse(f, "there must be one line size");
   if (!take_numbers(f, &field, 1, &n))
      return FALSE;
   f->machine.line_size = n;
   return (n & (n - 1)) == 0
          || refuse(f, "the line size must be a power of two");
}

static gboolean read_level(CountsFile* f)
{
   static const Field fields[] = {{"the size", 1, CG_MACHINE_MAX_SIZE},
                                  {"the ways", 1, CG_MACHINE_MAX_WAYS},
                                  {"the slices", 1, CG_MACHINE_MAX_SLICES},
                                  {"the inclusion", 0, CACHE_EXCLUSIVE}};
   guint64            n[G_N_ELEMENTS(fields)];
   LevelId            id    = LEVEL_L1I;
   const char*        fault = NULL;

   while (id < N_MACHINE_LEVELS && !take_word(f, cg_machine_level_name(id)))
      id++;
   if (id == N_MACHINE_LEVELS)
      return refuse(f, "the level must be L1I, L1D, L2 or L3");
   if (!take_numbers(f, fields, G_N_ELEMENTS(fields), n))
      return FALSE;
   f->machine.caches[id] = (CacheModel){
      .size = n[0], .ways = n[1], .slices = n[2], .inclusion = (Inclusion)n[3]};
   fault = cg_machine_fault(&f->machine, id);
   return !fault || refuse(f, "%s: %s", cg_machine_level_name(id), fault);
}

static gboolean read_avoided(CountsFile* f)
{
   static const Field fields[] = {{"the hits of D1", 0, MAX_COUNT},
                                  {"the hits of LL", 0, MAX_COUNT}};
   guint64            n[N_LEVELS];

   if (!take_numbers(f, fields, N_LEVELS, n))
      return FALSE;
   for (Level level = 0; level < N_LEVELS; level++)
      f->counts.avoided[level] = n[level];
   return TRUE;
}

static guint64 n_sets(const CacheGeometry* g)
{
   return (guint64)g->size / g->assoc / g->line_size;
}

/* All lines about caches have been read. */
static gboolean begin_counts(CountsFile* f)
{
   ConflictCounts given = f->counts;

   if (f->machine_name && f->machine.caches[LEVEL_L1I].size > 0
       && f->machine.caches[LEVEL_L1D].size > 0)
      cg_machine_classes_geometry(&f->machine, f->geometry);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      if (f->geometry[id].size == 0)
         return refuse(f, "before this line there must be those of all caches: "
                          "I1, D1 and LL, or those of a machine");
   if (!f->command)
      return refuse(f, "before this line there must be the command");
   cg_conflict_counts_init_sets(&f->counts, n_sets(&f->geometry[CACHE_D1]),
                                n_sets(&f->geometry[CACHE_LL]),
                                f->geometry[CACHE_D1].line_size, allocate);
   memcpy(f->counts.avoided, given.avoided, sizeof given.avoided);
   return TRUE;
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

static gboolean read_variable(CountsFile* f)
{
   char* name = take_text(f, f->end);

   if (name)
      g_ptr_array_add(f->variables, name);
   return name != NULL;
}

static gboolean read_source(CountsFile* f)
{
   static const Field field = {"the line", 0, G_MAXUINT32};
   const char*        tab   = memchr(f->next, '\t', f->end - f->next);
   SourceLine*        line;
   guint64            n;

   if (!take_number(f, field, &n))
      return FALSE;
   if (!tab || tab < f->next)
      return refuse(f, "there must be a tab between file and function");
   line = g_new0(SourceLine, 1);
   g_ptr_array_add(f->sources, line);
   line->lineno = n;
   line->file   = take_text(f, tab);
   f->next      = tab + 1;
   line->fn     = line->file ? take_text(f, f->end) : NULL;
   return line->fn != NULL;
}

static void free_source(gpointer data)
{
   SourceLine* line = data;

   g_free((char*)line->file);
   g_free((char*)line->fn);
   g_free(line);
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

static gboolean read_thread(CountsFile* f)
{
   Field   field = {"the thread, greater than the one before,",
                    f->counts.n_threads + 1, MAX_THREAD};
   guint64 n;

   if (!take_numbers(f, &field, 1, &n))
      return FALSE;
   cg_conflict_counts_thread(&f->counts, n);
   return TRUE;
}

static gboolean read_set(CountsFile* f)
{
   Level level;

   if (!take_level(f, &level))
      return FALSE;
   if (f->counts.thread == 0)
      return refuse(f, "before a set there must be its thread");

   const Field fields[] = {{"the set", 0, f->counts.n_sets[level] - 1},
                           {"the accesses", 0, MAX_COUNT},
                           {"the cold misses", 0, MAX_COUNT},
                           {"the capacity misses", 0, MAX_COUNT},
                           {"the evictions", 0, MAX_COUNT}};
   guint64     n[G_N_ELEMENTS(fields)];
   if (!take_numbers(f, fields, G_N_ELEMENTS(fields), n))
      return FALSE;

   SetCounts* s = cg_conflict_counts_set(&f->counts, level, n[0]);
   if (s->accesses > 0 || s->evictions > 0)
      return refuse(f, "a thread must have each set once");
   if (n[2] + n[3] > n[1])
      return refuse(f, "there must not be more misses than accesses");
   f->accesses[level] += n[1];
   if (f->accesses[level] > MAX_COUNT)
      return refuse(f, "there must not be more than 10^15 accesses");
   s->accesses               = n[1];
   s->misses[CLASS_COLD]     = n[2];
   s->misses[CLASS_CAPACITY] = n[3];
   s->evictions              = n[4];
   f->of_sets[level][CLASS_COLD] += n[2];
   f->of_sets[level][CLASS_CAPACITY] += n[3];
   return TRUE;
}

/* Takes a thread that is defined. */
static gboolean take_thread(CountsFile* f, UShort* thread)
{
   guint64 n;

   if (!take_number(f, (Field){"the thread", 1, MAX_THREAD}, &n))
      return FALSE;
   *thread = n;
   return (n <= f->counts.n_threads && cg_conflict_counts_ran(&f->counts, n))
          || refuse(f, "there must be a line of thread %u before", *thread);
}

/* Takes the number of one of the things that are in `defined'. */
static gboolean take_defined(CountsFile* f, const char* what,
                             const GPtrArray* defined, guint64* n)
{
   if (defined->len == 0)
      return refuse(f, "before this line %s must be defined", what);
   return take_number(f, (Field){what, 0, defined->len - 1}, n);
}

/* Takes what a `miss' and a `conflict' begin with. */
static gboolean take_key(CountsFile* f, MissRecord* key)
{
   Level   level;
   guint64 variable;

   if (!take_level(f, &level) || !take_thread(f, &key->thread)
       || !take_defined(f, "the variable", f->variables, &variable))
      return FALSE;
   key->level    = level;
   key->variable = variable;
   return TRUE;
}

static gboolean read_miss(CountsFile* f)
{
   static const Field fields[] = {{"the cold misses", 0, MAX_COUNT},
                                  {"the capacity misses", 0, MAX_COUNT}};
   MissRecord         key      = {0};
   MissRecord*        record;
   guint64            source, n[G_N_ELEMENTS(fields)];

   if (!take_key(f, &key) || !take_defined(f, "the source", f->sources, &source)
       || !take_numbers(f, fields, G_N_ELEMENTS(fields), n))
      return FALSE;
   key.loc = f->sources->pdata[source];
   record  = cg_conflict_counts_record(&f->counts, &key);
   for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
      guint64* sum = &f->of_records[key.level][CLASS_COLD + i];

      record->misses[CLASS_COLD + i] += n[i];
      *sum += n[i];
      if (*sum > f->of_sets[key.level][CLASS_COLD + i])
         return refuse(f,
                       "there must not be more misses here than in the sets");
   }
   return TRUE;
}

static gboolean read_conflict(CountsFile* f)
{
   MissRecord key = {.conflict = True};
   guint64    evictor, source, n[2];

   if (!take_key(f, &key)
       || !take_defined(f, "the evictor", f->variables, &evictor)
       || !take_defined(f, "the source", f->sources, &source))
      return FALSE;

   const Field fields[] = {{"the set", 0, f->counts.n_sets[key.level] - 1},
                           {"the misses", 1, MAX_COUNT}};
   if (!take_numbers(f, fields, G_N_ELEMENTS(fields), n))
      return FALSE;
   key.loc     = f->sources->pdata[source];
   key.evictor = evictor;
   key.set     = n[0];
   cg_conflict_counts_thread(&f->counts, key.thread);

   SetCounts* s = cg_conflict_counts_set(&f->counts, key.level, key.set);
   s->misses[CLASS_CONFLICT] += n[1];
   if (s->misses[CLASS_COLD] + s->misses[CLASS_CAPACITY]
          + s->misses[CLASS_CONFLICT]
       > s->accesses)
      return refuse(f,
                    "there must not be more misses than accesses in the set");
   cg_conflict_counts_record(&f->counts, &key)->misses[CLASS_CONFLICT] += n[1];
   return TRUE;
}

static gboolean read_shared(CountsFile* f)
{
   Sharing*    sharing = f->counts.sharing;
   SharedGroup g       = {0};
   guint64     writes, lines, variable;

   if (!sharing || sharing->n_groups == CG_SHARING_GROUPS)
      return refuse(f, "there must be two threads, and at most %d such lines",
                    CG_SHARING_GROUPS);
   if (!take_number(f, (Field){"the writes", 1, MAX_COUNT}, &writes)
       || !take_number(f, (Field){"the lines", 1, G_MAXUINT32}, &lines))
      return FALSE;
   for (; f->next < f->end && g.n_writers < CG_SHARING_WRITERS; g.n_writers++) {
      if (!take_defined(f, "the variable", f->variables, &variable)
          || !take_thread(f, &g.thread[g.n_writers]))
         return FALSE;
      g.variable[g.n_writers] = variable;
   }
   if (g.n_writers < 2 || f->next < f->end)
      return refuse(f, "there must be 2 to %d writers", CG_SHARING_WRITERS);
   g.writes                             = writes;
   g.n_lines                            = lines;
   sharing->groups[sharing->n_groups++] = g;
   return TRUE;
}

static gboolean read_end(CountsFile* f)
{
   for (Level level = 0; level < N_LEVELS; level++)
      if (memcmp(f->of_sets[level], f->of_records[level],
                 sizeof f->of_sets[level])
          != 0)
         return refuse(f, "there must be as many misses of source lines as of "
                          "sets");
   return f->next == f->end || refuse(f, "there must be nothing after end");
}

/*------------------------------------------------------------*/
/*--- All of it                                            ---*/
/*------------------------------------------------------------*/

/* The stages follow each other. */
enum { FIRST, COMMAND, CACHES, VARIABLES, SETS, RECORDS, SHARED, END };

static const struct {
   const char* word;
   guint       stage;
   gboolean (*read)(CountsFile* f);
} kinds[] = {
   {"command", COMMAND, read_command},
   {"cache", CACHES, read_cache},
   {"machine", CACHES, read_machine},
   {"name", CACHES, read_name},
   {"line", CACHES, read_line_size},
   {"level", CACHES, read_level},
   {"avoided", CACHES, read_avoided},
   {"variable", VARIABLES, read_variable},
   {"thread", SETS, read_thread},
   {"set", SETS, read_set},
   {"source", RECORDS, read_source},
   {"miss", RECORDS, read_miss},
   {"conflict", RECORDS, read_conflict},
   {"shared", SHARED, read_shared},
   {"end", END, read_end},
};

static gboolean read_first_line(CountsFile* f)
{
   if (f->end - f->next == strlen(VERSION_LINE)
       && memcmp(f->next, VERSION_LINE, strlen(VERSION_LINE)) == 0)
      return TRUE;
   return refuse(f, "the first line must be \"" VERSION_LINE "\"");
}

static gboolean read_counts_line(CountsFile* f)
{
   guint before = f->stage, i = 0;

   if (f->number == 1)
      return read_first_line(f);
   while (i < G_N_ELEMENTS(kinds) && !take_word(f, kinds[i].word))
      i++;
   if (i == G_N_ELEMENTS(kinds))
      return refuse(f, "this is no line of conflict counts");
   if (kinds[i].stage < before || before == END)
      return refuse(f, "a line of %s must not come so late", kinds[i].word);
   f->stage = kinds[i].stage;
   return (before > CACHES || f->stage <= CACHES || begin_counts(f))
          && kinds[i].read(f);
}

static gboolean read_counts_lines(CountsFile* f)
{
   const char *begin, *end;
   GError*     failed = NULL;

   while (input_next_block(f->input, &begin, &end, &failed))
      for (const char* p = begin; p < end; p = f->end + 1) {
         f->number++;
         f->next = p;
         f->end  = memchr(p, '\n', end - p);
         if (!read_counts_line(f))
            return FALSE;
      }
   if (failed) {
      g_propagate_error(f->error, failed);
      return FALSE;
   }
   return (f->stage == END && !f->input->cut)
          || refuse(f, "the last line must be end: was the file cut off?");
}

CountsFile* counts_file_read(int fd, const char* name, const char* begin,
                             gsize n, GError** error)
{
   CountsFile* f = g_new0(CountsFile, 1);
   gboolean    good;

   f->variables = g_ptr_array_new_with_free_func(g_free);
   f->sources   = g_ptr_array_new_with_free_func(free_source);
   f->memory = memory = g_ptr_array_new_with_free_func(g_free);
   f->error           = error;
   f->input           = input_open_rest(fd, name, begin, n, error);
   good               = f->input && read_counts_lines(f);
   if (f->input)
      input_close(f->input);
   if (good)
      return f;
   counts_file_free(f);
   return NULL;
}

Report counts_file_report(const CountsFile* f)
{
   return (Report){
      .command         = f->command,
      .geometry        = f->geometry,
      .conflict_counts = &f->counts,
      .variables       = f->variables,
      .machine         = f->machine_name ? &f->machine : NULL,
      .machine_name    = f->machine_name,
   };
}

void counts_file_free(CountsFile* f)
{
   g_ptr_array_free(f->variables, TRUE);
   g_ptr_array_free(f->sources, TRUE);
   g_ptr_array_free(f->memory, TRUE);
   g_free(f->command);
   g_free(f->machine_name);
   g_free(f);
}
