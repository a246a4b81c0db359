/* SPDX-License-Identifier: GPL-2.0-or-later */
/* disassembly.c: see disassembly.h.

   Objects are files that the profile names, so what objdump takes is limited:
   the number of its runs, its time and memory, and the text that is kept. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "annotate/disassembly.h"
#include "conflicts/cg_text.h"
#include "lib/budget.h"
#include "lib/child.h"
#include "lib/demangle.h"
#include "lib/hash.h"
#include "lib/message.h"
#include "lib/regular.h"

/* A run of objdump reads the symbols of the object, which takes longer than
   this many bytes of code.  So addresses that are further apart are
   disassembled by different runs, as far as there may be as many. */
#define MAX_GAP  (64 * 1024)
#define MAX_RUNS 16

/* The longest instruction of any processor, in bytes. */
#define MAX_INSTRUCTION 16

/* What all runs together may take: seconds of processor time, if the budget
   does not have less, and bytes of text that are kept.  All of libLLVM, 110 MB,
   takes 8 s. */
#define MAX_SECONDS    120
#define MAX_TEXT_BYTES (256 * 1024 * 1024)

/* What one run may take: bytes of memory.  And how much of a line that it
   writes is read. */
#define MAX_MEMORY     ((rlim_t)2 * 1024 * 1024 * 1024)
#define MAX_LINE_BYTES 8192

/* A longer text, in bytes, is cut: thousands of instructions can have one long
   symbol. */
#define MAX_INSTRUCTION_BYTES 4096

/* The object of a run is its standard input.  objdump needs a name. */
#define OBJECT_NAME "/proc/self/fd/0"

typedef struct {
   guint64 address;
   char*   text; /* or NULL */
} Instruction;

typedef struct {
   char*   name;
   GArray* instructions; /* Instruction: those that are wanted; ascending, each
                            once, up to `n_done' */
   guint    n_done;      /* those that objdump was asked for */
   gboolean readable;
   gboolean complained; /* that objdump cannot read it */
} Object;

struct Disassembly {
   time_t      changed;
   GPtrArray*  objects; /* Object*, in the order in which they were wanted */
   GHashTable* by_name; /* the same */
   double      seconds; /* so far: processor time of all runs */
   gsize       bytes;   /* of all texts */
   gboolean    is_over; /* a limit of all runs was reached */
};

typedef enum { RUN_GOOD, RUN_FAILED, RUN_OVER } RunResult;

static void clear_instruction(gpointer instruction)
{
   g_free(((Instruction*)instruction)->text);
}

static void free_object(gpointer data)
{
   Object* object = data;
   g_array_free(object->instructions, TRUE);
   g_free(object->name);
   g_free(object);
}

Disassembly* disassembly_new(time_t changed)
{
   Disassembly* disassembly = g_new0(Disassembly, 1);

   disassembly->changed = changed;
   disassembly->objects = g_ptr_array_new_with_free_func(free_object);
   disassembly->by_name = g_hash_table_new(hash_text, g_str_equal);
   return disassembly;
}

void disassembly_free(Disassembly* disassembly)
{
   g_hash_table_destroy(disassembly->by_name);
   g_ptr_array_free(disassembly->objects, TRUE);
   g_free(disassembly);
}

/*------------------------------------------------------------*/
/*--- Instructions                                         ---*/
/*------------------------------------------------------------*/

/* For bsearch() and g_array_sort(). */
static int compare_instructions(gconstpointer a, gconstpointer b)
{
   guint64 left  = ((const Instruction*)a)->address,
           right = ((const Instruction*)b)->address;
   return left < right ? -1 : left > right;
}

static Instruction* instruction_at(const Object* object, guint i)
{
   return &g_array_index(object->instructions, Instruction, i);
}

/* Returns an instruction that is wanted, or NULL. */
static Instruction* find_instruction(const Object* object, guint64 address)
{
   Instruction key = {.address = address};

   return object->n_done > 0
             ? bsearch(&key, object->instructions->data, object->n_done,
                       sizeof key, compare_instructions)
             : NULL;
}

/* Returns an object; prints a line if it cannot be read or is younger than the
   profile. */
static Object* find_object(Disassembly* disassembly, const char* name)
{
   Object*     object = g_hash_table_lookup(disassembly->by_name, name);
   struct stat status;

   if (object)
      return object;
   int fd               = regular_open(name, &status);
   object               = g_new0(Object, 1);
   object->name         = g_strdup(name);
   object->instructions = g_array_new(FALSE, FALSE, sizeof(Instruction));
   g_array_set_clear_func(object->instructions, clear_instruction);
   object->readable = fd >= 0;
   g_ptr_array_add(disassembly->objects, object);
   g_hash_table_insert(disassembly->by_name, object->name, object);
   if (!object->readable)
      message_warn("%s: cannot be read, so its instructions have no text",
                   name);
   else {
      close(fd);
      if (disassembly->changed > 0 && status.st_mtime > disassembly->changed)
         message_warn("%s: has changed since the profile was written, so "
                      "its instructions may not be those that ran",
                      name);
   }
   return object;
}

void disassembly_want(Disassembly* disassembly, const char* object,
                      guint64 address)
{
   Instruction instruction = {.address = address};

   g_array_append_val(find_object(disassembly, object)->instructions,
                      instruction);
}

/* Sorts the instructions and drops those that are there twice.  Those with a
   text come first. */
static void sort_instructions(Object* object)
{
   guint n = 0;

   /* The sort is stable. */
   g_array_sort(object->instructions, compare_instructions);
   for (guint i = 0; i < object->instructions->len; i++)
      if (n == 0
          || instruction_at(object, i)->address
                != instruction_at(object, n - 1)->address)
         *instruction_at(object, n++) = *instruction_at(object, i);
   /* What is cut off has no text of its own. */
   for (guint i = n; i < object->instructions->len; i++)
      instruction_at(object, i)->text = NULL;
   g_array_set_size(object->instructions, n);
}

/*------------------------------------------------------------*/
/*--- A run of objdump                                     ---*/
/*------------------------------------------------------------*/

/* The seconds that all runs may take. */
static guint max_seconds(void)
{
   return MIN(budget_seconds(), MAX_SECONDS);
}

/* Returns the text of an instruction as it is shown; the caller frees it. */
static char* shown_text(char* text)
{
   static const char dots[] = "...";
   char* shown = demangle_operands(g_strstrip(g_strdelimit(text, "\t", ' ')));

   if (strlen(shown) > MAX_INSTRUCTION_BYTES) {
      gsize end = cg_text_cut(shown, MAX_INSTRUCTION_BYTES - strlen(dots));
      memcpy(shown + end, dots, sizeof dots);
      shown = g_realloc(shown, end + sizeof dots);
   }
   return shown;
}

/* Keeps the text of an instruction that is wanted, from a line of objdump:

         1136:<tab>call   1040 <strlen@plt>
 */
static void take_instruction_line(Disassembly* disassembly, Object* object,
                                  char* line)
{
   char*   end;
   guint64 address = g_ascii_strtoull(line, &end, 16);

   if (end == line || end[0] != ':' || end[1] != '\t')
      return;
   Instruction* instruction = find_instruction(object, address);
   if (!instruction)
      return;
   g_free(instruction->text);
   instruction->text = shown_text(end + 2);
   disassembly->bytes += strlen(instruction->text);
}

/* Reads what objdump writes, of long lines the beginning. */
static void read_listing(Disassembly* disassembly, Object* object, FILE* from)
{
   char*    line = g_malloc(MAX_LINE_BYTES);
   gboolean rest = FALSE; /* of a line, of which the beginning was read */

   while (disassembly->bytes < MAX_TEXT_BYTES
          && fgets(line, MAX_LINE_BYTES, from)) {
      gboolean ends = strchr(line, '\n') != NULL;
      if (!rest)
         take_instruction_line(disassembly, object, line);
      rest = !ends;
   }
   g_free(line);
}

/* Limits the process that will be objdump; `seconds' (const rlim_t*) is its
   processor time. */
static void limit_objdump(gpointer seconds)
{
   child_limit(*(const rlim_t*)seconds, MAX_MEMORY);
}

/* Starts objdump with an object as its standard input, for addresses from
   `begin' up to the instruction at `last'.  Returns its standard output, and
   its process id in *pid. */
static FILE* start_objdump(int object, guint64 begin, guint64 last,
                           rlim_t seconds, GPid* pid)
{
   char* start =
      g_strdup_printf("--start-address=0x%" G_GINT64_MODIFIER "x", begin);
   char* stop = g_strdup_printf("--stop-address=0x%" G_GINT64_MODIFIER "x",
                                last + MAX_INSTRUCTION);
   /* -WN: no other files that the object names, such as .gnu_debuglink. */
   const char* argv[] = {"objdump", "-WN", "-d", "--no-show-raw-insn",
                         start,     stop,  "--", OBJECT_NAME,
                         NULL};
   /* Nor does it ask a server for them. */
   char**  environment = g_environ_unsetenv(g_get_environ(), "DEBUGINFOD_URLS");
   GError* error       = NULL;
   int     output;

   if (!g_spawn_async_with_pipes_and_fds(
          NULL, argv, (const char* const*)environment,
          G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD
             | G_SPAWN_STDERR_TO_DEV_NULL,
          limit_objdump, &seconds, object, -1, -1, NULL, NULL, 0, pid, NULL,
          &output, NULL, &error))
      message_fail("--asm: %s (objdump is in the package binutils)",
                   error->message);
   g_strfreev(environment);
   g_free(start);
   g_free(stop);
   return fdopen(output, "r");
}

/* Disassembles an object that is open, from `begin' on, up to the instruction
   at `last'. */
static RunResult run_objdump(Disassembly* disassembly, Object* object, int fd,
                             guint64 begin, guint64 last)
{
   struct rusage usage;
   int           status;
   GPid          pid;
   rlim_t        seconds = max_seconds() - (rlim_t)disassembly->seconds;
   FILE*         from    = start_objdump(fd, begin, last, seconds, &pid);

   read_listing(disassembly, object, from);
   gboolean over = disassembly->bytes >= MAX_TEXT_BYTES;
   if (over)
      kill(pid, SIGKILL);
   fclose(from);
   wait4(pid, &status, 0, &usage);
   disassembly->seconds +=
      usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
      + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
   if (over || disassembly->seconds >= max_seconds()
       || (WIFSIGNALED(status)
           && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)))
      return RUN_OVER;
   return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? RUN_GOOD : RUN_FAILED;
}

/*------------------------------------------------------------*/
/*--- Objects                                              ---*/
/*------------------------------------------------------------*/

/* The gap before an instruction, in bytes. */
static guint64 gap_before(const Object* object, guint i)
{
   return instruction_at(object, i)->address
          - instruction_at(object, i - 1)->address;
}

/* For g_array_sort_with_data(): the instructions (guint) with the largest gaps
   before them come first. */
static int compare_gaps(gconstpointer a, gconstpointer b, gpointer object)
{
   guint64 left  = gap_before(object, *(const guint*)a),
           right = gap_before(object, *(const guint*)b);
   return left > right ? -1 : left < right;
}

static int compare_indices(gconstpointer a, gconstpointer b)
{
   guint left = *(const guint*)a, right = *(const guint*)b;
   return left < right ? -1 : left > right;
}

/* Returns the first instructions (guint) of all runs but the first, and the
   number of instructions.  The caller frees the array. */
static GArray* split_runs(Object* object)
{
   GArray* starts = g_array_new(FALSE, FALSE, sizeof(guint));
   guint   n      = object->instructions->len;

   for (guint i = 1; i < n; i++)
      if (gap_before(object, i) > MAX_GAP)
         g_array_append_val(starts, i);
   g_array_sort_with_data(starts, compare_gaps, object);
   g_array_set_size(starts, MIN(starts->len, MAX_RUNS - 1));
   g_array_sort(starts, compare_indices);
   g_array_append_val(starts, n);
   return starts;
}

/* Disassembles the instructions of an object that is open. */
static RunResult run_all(Disassembly* disassembly, Object* object, int fd)
{
   GArray*   starts = split_runs(object);
   RunResult result = RUN_GOOD;
   guint     first  = 0;

   for (guint i = 0; i < starts->len && result != RUN_OVER; i++) {
      guint     next = g_array_index(starts, guint, i);
      RunResult run  = run_objdump(disassembly, object, fd,
                                   instruction_at(object, first)->address,
                                   instruction_at(object, next - 1)->address);
      result         = MAX(result, run);
      first          = next;
   }
   g_array_free(starts, TRUE);
   return result;
}

/* Disassembles the instructions of an object that are wanted. */
static void run_object(Disassembly* disassembly, Object* object)
{
   RunResult   result = RUN_FAILED;
   struct stat status;

   if (object->n_done == object->instructions->len)
      return;
   sort_instructions(object);
   object->n_done = object->instructions->len;
   if (!object->readable || disassembly->is_over)
      return;
   int fd = regular_open(object->name, &status);
   if (fd >= 0) {
      if (regular_is_elf(fd)) {
         budget_add_file(BUDGET_NAMED, object->name, fd);
         result = run_all(disassembly, object, fd);
      }
      close(fd);
   }
   if (result == RUN_OVER) {
      disassembly->is_over = TRUE;
      message_warn(
         "%s: objdump takes too long (at most %u seconds of processor "
         "time and %d MB of text for all objects), so instructions "
         "of this and of other objects lack their text",
         object->name, max_seconds(), MAX_TEXT_BYTES >> 20);
   } else if (result == RUN_FAILED && !object->complained) {
      object->complained = TRUE;
      message_warn("%s: objdump cannot read it, so instructions lack "
                   "their text",
                   object->name);
   }
}

void disassembly_run(Disassembly* disassembly)
{
   for (guint i = 0; i < disassembly->objects->len; i++)
      run_object(disassembly, disassembly->objects->pdata[i]);
}

const char* disassembly_text(const Disassembly* disassembly, const char* object,
                             guint64 address)
{
   const Object*      found = g_hash_table_lookup(disassembly->by_name, object);
   const Instruction* instruction =
      found ? find_instruction(found, address) : NULL;

   return instruction ? instruction->text : NULL;
}
