/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lackey.c: see lackey.h.

   Each line is replayed as the run of a segment.  For a fetch, the segment has
   one instruction, and is defined when that instruction runs for the first
   time.  For a reference, the segment has one reference, and is defined once
   for each kind and size. */

#include "lib/hash.h"
#include "sim/types.h"

#include <string.h>

#include "lib/input.h"
#include "lib/message.h"
#include "trace/lackey.h"
#include "trace/replay.h"

/* A line, parsed. */
typedef struct {
   gboolean is_fetch;
   RefKind  kind; /* of a reference */
   Addr     addr;
   UInt     size;
} Line;

static guint line_hash(gconstpointer key)
{
   const Line* line    = key;
   guint64     words[] = {line->addr, line->size, line->kind, line->is_fetch};

   return hash_bytes(words, sizeof words);
}

static gboolean line_equal(gconstpointer a, gconstpointer b)
{
   const Line *x = a, *y = b;
   return x->is_fetch == y->is_fetch && x->kind == y->kind && x->addr == y->addr
          && x->size == y->size;
}

static Line* lackey_copy(const Line* line)
{
   Line* copy = g_new(Line, 1);

   *copy = *line;
   return copy;
}

/* Parses a hexadecimal number of up to 64 bits.  Returns what follows it, or
   NULL. */
static const char* parse_lackey_address(const char* p, Addr* addr)
{
   guint n_digits = 0;

   *addr = 0;
   for (; g_ascii_isxdigit(*p); p++, n_digits++) {
      if (*addr >> 60)
         return NULL;
      *addr = *addr << 4 | g_ascii_xdigit_value(*p);
   }
   return n_digits > 0 ? p : NULL;
}

/* Parses a decimal number from 1 to 2^31 - 1.  Returns what follows it, or
   NULL. */
static const char* parse_size(const char* p, UInt* size)
{
   guint64 n = 0;

   for (; g_ascii_isdigit(*p); p++) {
      n = 10 * n + (*p - '0');
      if (n > G_MAXINT32)
         return NULL;
   }
   *size = n;
   return n > 0 ? p : NULL;
}

/* Parses the line at `p', which ends with a newline.  FALSE if it is neither a
   fetch nor a reference. */
static gboolean parse_lackey_line(const char* p, Line* line)
{
   line->is_fetch = strncmp(p, "I  ", 3) == 0;
   if (!line->is_fetch
       && (p[0] != ' ' || !strchr("LSM", p[1]) || p[1] == '\0' || p[2] != ' '))
      return FALSE;
   line->kind = p[1] == 'S' ? REF_WRITE : p[1] == 'M' ? REF_MODIFY : REF_READ;
   p          = parse_lackey_address(p + 3, &line->addr);
   if (!p || *p != ',')
      return FALSE;
   p = parse_size(p + 1, &line->size);
   return p && *p == '\n';
}

/* Returns the number of the segment that a line runs, and defines it if it is
   new.  References of one kind and size share a segment. */
static guint segment_of(GHashTable* segments, const Line* line)
{
   Line     key = *line;
   gpointer number;

   if (!line->is_fetch)
      key.addr = 0;
   number = g_hash_table_lookup(segments, &key);
   if (!number) {
      ReplayInstr instr = {.addr = line->addr, .size = line->size};
      ReplayRef   ref   = {.size = line->size, .kind = line->kind};

      replay_segment(&instr, line->is_fetch, &ref, !line->is_fetch);
      number = GUINT_TO_POINTER(replay_n_segments());
      g_hash_table_insert(segments, lackey_copy(&key), number);
   }
   return GPOINTER_TO_UINT(number) - 1;
}

static void run_line(GHashTable* segments, const Line* line)
{
   Addr* ea = replay_begin_run(segment_of(segments, line));

   if (!line->is_fetch)
      *ea++ = line->addr;
   replay_batch.next = ea;
}

static gboolean refuse_lackey(const char* name, guint64 number,
                              const char* line, gsize length, GError** error)
{
   char* shown = message_quoted_beginning(line, length);

   g_set_error(error, MESSAGE_ERROR, 0,
               "%s:%" G_GUINT64_FORMAT
               ": not a line of lackey's --trace-mem=yes: %s",
               name, number, shown);
   g_free(shown);
   return FALSE;
}

static gboolean replay_lines(Input* input, GHashTable* segments, GError** error)
{
   const char *begin, *end;
   guint64     number = 0;
   GError*     failed = NULL;

   while (input_next_block(input, &begin, &end, &failed))
      for (const char* p = begin; p < end;) {
         const char* newline = memchr(p, '\n', end - p);
         Line        line;

         number++;
         if (parse_lackey_line(p, &line))
            run_line(segments, &line);
         else if (strncmp(p, "==", 2) != 0)
            return refuse_lackey(input->name, number, p, newline - p, error);
         p = newline + 1;
      }
   if (failed) {
      g_propagate_error(error, failed);
      return FALSE;
   }
   /* For instance, the user saved standard output, but lackey writes to
      standard error. */
   if (replay_n_segments() == 0) {
      g_set_error(error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE,
                  "%s: no line of lackey's --trace-mem=yes is in it",
                  input->name);
      return FALSE;
   }
   return TRUE;
}

gboolean lackey_replay(const char* name, GError** error)
{
   const char* missing = replay_missing_cache();
   Input*      input;
   GHashTable* segments;
   gboolean    good;

   if (missing) {
      g_set_error(error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE,
                  "%s: a trace of lackey does not say what %s was: give --%s",
                  name, missing, missing);
      return FALSE;
   }
   input = input_open(name, error);
   if (!input)
      return FALSE;
   segments = g_hash_table_new_full(line_hash, line_equal, g_free, NULL);
   replay_location("???", "???", 0);
   good = replay_lines(input, segments, error);
   g_hash_table_destroy(segments);
   input_close(input);
   return good;
}
