/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counts_file.c: see counts_file.h. */

#include <string.h>

#include "conflicts/counts_file.h"

#include "conflicts/set_counts.h"
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
   ULong       avoided[N_LEVELS];
   guint64     accesses[N_LEVELS];
   guint64     evictions[N_LEVELS];
   guint64     of_sets[N_LEVELS][N_CLASSES]; /* misses */
   guint64     of_records[N_LEVELS][N_CLASSES];
};

/* Where the memory of the file that is being read goes. */
static GPtrArray* memory;

static void* allocate_for_file(SizeT n_bytes)
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
static gboolean take_word(CountsFile* f, const char* word, gsize length)
{
   if ((gsize)(f->end - f->next) < length || memcmp(f->next, word, length) != 0
       || (f->next + length < f->end && f->next[length] != ' '))
      return FALSE;
   f->next = MIN(f->next + length + 1, f->end);
   return TRUE;
}

/* The numbers of a line, by the letters that stand for them in `kinds', and
   what is allowed.  Where it depends on the lines before, field_of() says it.
 */
typedef struct {
   char        letter;
   const char* what;
   guint64     least, most;
} Field;

static const Field fields[] = {
   {'z', "the size", 1, G_MAXINT32},
   {'y', "the ways", 1, G_MAXINT32},
   {'x', "the line size", 1, G_MAXINT32},
   {'Z', "the size", 1, CG_MACHINE_MAX_SIZE},
   {'Y', "the ways", 1, CG_MACHINE_MAX_WAYS},
   {'X', "the line size", CG_MACHINE_MIN_LINE, CG_MACHINE_MAX_LINE},
   {'I', "the slices", 1, CG_MACHINE_MAX_SLICES},
   {'U', "the inclusion", 0, CACHE_EXCLUSIVE},
   {'P', "the prefetchers", 0, (1 << N_PREFETCHERS) - 1},
   {'h', "the hits", 0, MAX_COUNT},
   {'T', "the thread, greater than the one before,", 1, MAX_THREAD},
   {'t', "the thread", 1, MAX_THREAD},
   {'S', "the set", 0, 0},
   {'a', "the accesses", 0, MAX_COUNT},
   {'c', "the cold misses", 0, MAX_COUNT},
   {'p', "the capacity misses", 0, MAX_COUNT},
   {'m', "the misses", 1, MAX_COUNT},
   {'e', "the evictions", 0, MAX_COUNT},
   {'v', "the variable", 0, 0},
   {'o', "the evictor", 0, 0},
   {'s', "the source", 0, 0},
   {'l', "the line", 0, G_MAXUINT32},
   {'w', "the writes", 1, MAX_COUNT},
   {'n', "the lines", 1, G_MAXUINT32},
};

/* `level' is that of the line, if it has one. */
static Field field_of(const CountsFile* f, char letter, guint64 level)
{
   guint i = 0;

   while (fields[i].letter != letter)
      i++;

   Field field = fields[i];
   if (letter == 'T')
      field.least = f->counts.n_threads + 1;
   if (letter == 'S')
      field.most = f->counts.n_sets[level] - 1;
   if (letter == 'v' || letter == 'o')
      field.most = (guint64)f->variables->len - 1;
   if (letter == 's')
      field.most = (guint64)f->sources->len - 1;
   return field;
}

static gboolean take_number(CountsFile* f, const Field* field, guint64* number)
{
   const char* p = f->next;
   guint64     n = 0;

   if (field->most == G_MAXUINT64)
      return refuse(f, "before this line %s must be defined", field->what);
   while (p < f->end && g_ascii_isdigit(*p) && n <= field->most)
      n = n * 10 + (*p++ - '0');
   if (p == f->next || n < field->least || n > field->most
       || (p < f->end && *p != ' '))
      return refuse(f,
                    "%s must be a number from %" G_GUINT64_FORMAT
                    " to %" G_GUINT64_FORMAT,
                    field->what, field->least, field->most);
   *number = n;
   f->next = MIN(p + 1, f->end);
   return TRUE;
}

/* Takes one of some words, which are separated by blanks, and stores which. */
static gboolean take_choice(CountsFile* f, const char* words, guint64* number)
{
   const char* word = words;

   for (*number = 0; *word; ++*number) {
      gsize length = strcspn(word, " ");

      if (take_word(f, word, length))
         return TRUE;
      word += length + (word[length] == ' ');
   }
   return refuse(f, "there must be one of these: %s", words);
}

/* Takes what the letters of `form' stand for; C, L and M are a cache, a level,
   and a level of a machine. */
static gboolean take_form(CountsFile* f, const char* form, guint64 n[])
{
   for (guint i = 0; form[i]; i++) {
      Field field;

      if (strchr("CLM", form[i])) {
         if (!take_choice(f,
                          form[i] == 'C'   ? "I1 D1 LL"
                          : form[i] == 'L' ? "D1 LL"
                                           : "L1I L1D L2 L3",
                          &n[i]))
            return FALSE;
         continue;
      }
      field = field_of(f, form[i], n[0]);
      if (!take_number(f, &field, &n[i]))
         return FALSE;
      if (form[i] == 't'
          && !(n[i] <= f->counts.n_threads
               && cg_conflict_counts_ran(&f->counts, n[i])))
         return refuse(f, "there must be a line of this thread before");
   }
   return TRUE;
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

/* These read a kind of line, whose numbers are in `n'. */

static gboolean read_command(CountsFile* f, const guint64 n[])
{
   if (f->command)
      return refuse(f, "there must be one command");
   return (f->command = take_text(f, f->end)) != NULL;
}

static gboolean read_cache(CountsFile* f, const guint64 n[])
{
   CacheGeometry* g = &f->geometry[n[0]];
   const char*    fault;

   *g    = (CacheGeometry){(Int)n[1], (Int)n[2], (Int)n[3]};
   fault = cg_geometry_fault(g);
   return !fault || refuse(f, "%s", fault);
}

static gboolean read_machine(CountsFile* f, const guint64 n[])
{
   if (f->machine_name)
      return refuse(f, "there must be one machine");
   return (f->machine_name = take_text(f, f->end)) != NULL;
}

static gboolean read_name(CountsFile* f, const guint64 n[])
{
   char*    name = take_text(f, f->end);
   gboolean fits = name && strlen(name) < CG_MACHINE_NAME_SIZE;

   if (fits)
      strcpy(f->machine.name, name);
   else if (name)
      refuse(f, "the name must have at most %d bytes",
             CG_MACHINE_NAME_SIZE - 1);
   g_free(name);
   return fits;
}

static gboolean read_line_size(CountsFile* f, const guint64 n[])
{
   if (f->machine.line_size > 0 || (n[0] & (n[0] - 1)) != 0)
      return refuse(f, "there must be one line size, a power of two");
   f->machine.line_size = n[0];
   return TRUE;
}

static gboolean read_level(CountsFile* f, const guint64 n[])
{
   const char* fault;

   f->machine.caches[n[0]] = (CacheModel){.size      = n[1],
                                          .ways      = n[2],
                                          .slices    = n[3],
                                          .inclusion = (Inclusion)n[4],
                                          .prefetch  = n[5]};
   fault                   = cg_machine_fault(&f->machine, (LevelId)n[0]);
   return !fault || refuse(f, "%s", fault);
}

static gboolean read_avoided(CountsFile* f, const guint64 n[])
{
   for (Level level = 0; level < N_LEVELS; level++)
      f->avoided[level] = n[level];
   return TRUE;
}

static guint64 n_sets(const CacheGeometry* g)
{
   return (guint64)g->size / g->assoc / g->line_size;
}

/* All lines about caches have been read. */
static gboolean begin_counts(CountsFile* f)
{
   if (f->machine_name && f->machine.caches[LEVEL_L1I].size > 0
       && f->machine.caches[LEVEL_L1D].size > 0)
      cg_machine_classes_geometry(&f->machine, f->geometry);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      if (f->geometry[id].size == 0 || !f->command)
         return refuse(f,
                       "before this line there must be the command and those "
                       "of all caches: I1, D1 and LL, or those of a machine");
   cg_conflict_counts_init_sets(&f->counts, n_sets(&f->geometry[CACHE_D1]),
                                n_sets(&f->geometry[CACHE_LL]),
                                f->geometry[CACHE_D1].line_size,
                                allocate_for_file);
   memcpy(f->counts.avoided, f->avoided, sizeof f->avoided);
   return TRUE;
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

static gboolean read_variable(CountsFile* f, const guint64 n[])
{
   char* name = take_text(f, f->end);

   if (name)
      g_ptr_array_add(f->variables, name);
   return name != NULL;
}

static gboolean read_source(CountsFile* f, const guint64 n[])
{
   const char* tab = memchr(f->next, '\t', f->end - f->next);
   SourceLine* line;

   if (!tab)
      return refuse(f, "there must be a tab between file and function");
   line = g_new0(SourceLine, 1);
   g_ptr_array_add(f->sources, line);
   line->lineno = n[0];
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

static gboolean read_thread(CountsFile* f, const guint64 n[])
{
   cg_conflict_counts_thread(&f->counts, n[0]);
   return TRUE;
}

static gboolean read_set(CountsFile* f, const guint64 n[])
{
   SetCounts* s;

   if (f->counts.thread == 0)
      return refuse(f, "before a set there must be its thread");
   s = cg_conflict_counts_set(&f->counts, n[0], n[1]);
   if (s->accesses > 0 || s->evictions > 0)
      return refuse(f, "a thread must have each set once");
   if (n[3] + n[4] > n[2])
      return refuse(f, "there must not be more misses than accesses");
   f->accesses[n[0]] += n[2];
   f->evictions[n[0]] += n[5];
   if (f->accesses[n[0]] > MAX_COUNT || f->evictions[n[0]] > MAX_COUNT)
      return refuse(f,
                    "there must not be more than 10^15 accesses or evictions");
   *s = (SetCounts){
      .accesses  = n[2],
      .misses    = {[CLASS_COLD] = n[3], [CLASS_CAPACITY] = n[4]},
      .evictions = n[5],
   };
   for (MissClass c = 0; c < N_CLASSES; c++)
      f->of_sets[n[0]][c] += s->misses[c];
   return TRUE;
}

static gboolean read_miss(CountsFile* f, const guint64 n[])
{
   MissRecord  key           = {.loc      = f->sources->pdata[n[3]],
                                .variable = n[2],
                                .thread   = n[1],
                                .level    = n[0]};
   MissRecord* record        = cg_conflict_counts_record(&f->counts, &key);
   ULong       of[N_CLASSES] = {[CLASS_COLD] = n[4], [CLASS_CAPACITY] = n[5]};

   for (MissClass c = 0; c < N_CLASSES; c++) {
      record->misses[c] += of[c];
      f->of_records[n[0]][c] += of[c];
      if (f->of_records[n[0]][c] > f->of_sets[n[0]][c])
         return refuse(f,
                       "there must not be more misses here than in the sets");
   }
   return TRUE;
}

static gboolean read_conflict(CountsFile* f, const guint64 n[])
{
   MissRecord key = {.loc      = f->sources->pdata[n[4]],
                     .variable = n[2],
                     .evictor  = n[3],
                     .set      = n[5],
                     .thread   = n[1],
                     .level    = n[0],
                     .conflict = True};
   SetCounts* s;

   cg_conflict_counts_thread(&f->counts, key.thread);
   s = cg_conflict_counts_set(&f->counts, n[0], key.set);
   s->misses[CLASS_CONFLICT] += n[6];
   if (set_counts_all_misses(s->misses) > s->accesses)
      return refuse(f,
                    "there must not be more misses than accesses in the set");
   cg_conflict_counts_record(&f->counts, &key)->misses[CLASS_CONFLICT] += n[6];
   return TRUE;
}

static gboolean read_shared(CountsFile* f, const guint64 n[])
{
   Sharing*    sharing   = f->counts.sharing;
   SharedGroup g         = {.writes = n[0], .n_lines = n[1]};
   guint64     writer[2] = {0};

   if (!sharing || sharing->n_groups == CG_SHARING_GROUPS)
      return refuse(f, "there must be two threads, and at most %d such lines",
                    CG_SHARING_GROUPS);
   for (; f->next < f->end && g.n_writers < CG_SHARING_WRITERS; g.n_writers++) {
      if (!take_form(f, "vt", writer))
         return FALSE;
      g.variable[g.n_writers] = writer[0];
      g.thread[g.n_writers]   = writer[1];
   }
   if (g.n_writers < 2)
      return refuse(f, "there must be 2 to %d writers", CG_SHARING_WRITERS);
   sharing->groups[sharing->n_groups++] = g;
   return TRUE;
}

static gboolean read_end(CountsFile* f, const guint64 n[])
{
   return memcmp(f->of_sets, f->of_records, sizeof f->of_sets) == 0
          || refuse(f, "there must be as many misses of source lines as of "
                       "sets");
}

/*------------------------------------------------------------*/
/*--- All of it                                            ---*/
/*------------------------------------------------------------*/

/* The stages follow each other. */
enum { FIRST, COMMAND, CACHES, VARIABLES, SETS, RECORDS, SHARED, END };

#define MAX_FORM 7

static const struct {
   const char* word;
   guint       stage;
   const char* form; /* see take_form() */
   gboolean (*read)(CountsFile* f, const guint64 n[]);
} kinds[] = {
   {"command", COMMAND, "", read_command},
   {"cache", CACHES, "Czyx", read_cache},
   {"machine", CACHES, "", read_machine},
   {"name", CACHES, "", read_name},
   {"line", CACHES, "X", read_line_size},
   {"level", CACHES, "MZYIUP", read_level},
   {"avoided", CACHES, "hh", read_avoided},
   {"variable", VARIABLES, "", read_variable},
   {"thread", SETS, "T", read_thread},
   {"set", SETS, "LSacpe", read_set},
   {"source", RECORDS, "l", read_source},
   {"miss", RECORDS, "Ltvscp", read_miss},
   {"conflict", RECORDS, "LtvosSm", read_conflict},
   {"shared", SHARED, "wn", read_shared},
   {"end", END, "", read_end},
};

static gboolean read_counts_line(CountsFile* f)
{
   guint   before = f->stage, i = 0;
   guint64 n[MAX_FORM] = {0};

   if (f->number == 1)
      return (take_word(f, VERSION_LINE, strlen(VERSION_LINE))
              && f->next == f->end)
             || refuse(f, "the first line must be \"" VERSION_LINE "\"");
   while (i < G_N_ELEMENTS(kinds)
          && !take_word(f, kinds[i].word, strlen(kinds[i].word)))
      i++;
   if (i == G_N_ELEMENTS(kinds))
      return refuse(f, "this is no line of conflict counts");
   if (kinds[i].stage < before || before == END)
      return refuse(f, "a line of %s must not come so late", kinds[i].word);
   f->stage = kinds[i].stage;
   if (before <= CACHES && f->stage > CACHES && !begin_counts(f))
      return FALSE;
   if (!take_form(f, kinds[i].form, n) || !kinds[i].read(f, n))
      return FALSE;
   return f->next == f->end
          || refuse(f, "there must be nothing after this in a line of %s",
                    kinds[i].word);
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
