/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trace.c: see trace.h.

   Memory contains a part of the trace, and zeros after it:

      memory:  ... 10 22 0 1 | 3a 02 80 <end of the part> 0 0 0 0 0 ...
                               ^next                ^end

   The zeros are as many as the bytes of the longest RUN.  So a RUN is read
   without checks, and compared with `end' once, after it.  A number ends at the
   first byte below 128, at the latest in the zeros. */

#include "sim/types.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/budget.h"
#include "lib/input.h"
#include "lib/message.h"
#include "conflicts/cg_trace_format.h"
#include "sim/branch/cg_branch.h"
#include "sim/cache/cg_geometry.h"
#include "trace/replay.h"
#include "trace/trace.h"

#ifndef BLOCK_BYTES
#define BLOCK_BYTES (1 << 20)
#endif
#define MAX_NUMBER_BYTES 10
#define MAX_RUN_BYTES    (MAX_NUMBER_BYTES * (1 + REPLAY_MAX_SEGMENT_EVENTS))
#define MAX_STRING_BYTES (16 << 20)

/* What the record before a RUN says of the segment's branch. */
typedef enum { NOTHING, DIRECTION, GOAL } OutcomeKind;

typedef struct {
   guint8  kind;   /* OutcomeKind */
   guint8  taken;  /* of a DIRECTION */
   guint64 target; /* of a GOAL, minus the address of the branch */
} RunOutcome;

/* What is kept of a segment: the last address of each reference, and what must
   come before each RUN. */
typedef struct {
   guint  n_refs;
   guint8 expects; /* OutcomeKind */
   guint8 has_branch, ran;
   Addr   ea[];
} Seen;

typedef struct {
   const char* name; /* for messages */
   int         fd;
   guint64     size; /* of the file; 0: unknown */
   gboolean    at_end;

   const guint8* next;
   const guint8* end;
   const guint8* refill_at; /* before it, MAX_RUN_BYTES or the rest follow */
   guint64       offset;    /* of `memory' in the file */

   guint64     record;   /* the offset of the record being read */
   guint64     n_refs;   /* replayed so far */
   gboolean    complete; /* the last record was an END */
   UInt        n_threads;
   gboolean    has_caches;
   RunOutcome  outcome;  /* for the next RUN */
   TraceOther  other;    /* NULL: only traces are read */
   const char* text;     /* ... and what that begins with */
   GPtrArray*  segments; /* of Seen */
   GArray*     instrs;   /* of ReplayInstr, of the segment being read */
   GArray*     refs;     /* of ReplayRef, of the same segment */
   GString*    string[2];
   GError**    error;

   guint8 memory[MAX_RUN_BYTES + BLOCK_BYTES + MAX_RUN_BYTES + 8];
} Trace;

/*------------------------------------------------------------*/
/*--- Errors and blocks                                    ---*/
/*------------------------------------------------------------*/

static gboolean refuse(Trace* t, const char* format, ...) G_GNUC_PRINTF(2, 3);

/* Sets the error, if none is set yet.  Returns FALSE. */
static gboolean refuse(Trace* t, const char* format, ...)
{
   va_list args;

   if (*t->error)
      return FALSE;
   va_start(args, format);
   char* what = g_strdup_vprintf(format, args);
   va_end(args);
   g_set_error(t->error, MESSAGE_ERROR, 0,
               "%s: offset %" G_GUINT64_FORMAT ": %s", t->name, t->record,
               what);
   g_free(what);
   return FALSE;
}

static gboolean refuse_as_cut_off(Trace* t)
{
   return refuse(t, "the trace ends within a record: was it cut off?");
}

/* Moves the bytes that were not read yet to the front, and reads a block after
   them.  At the end of the file, changes nothing.  Returns FALSE with an error
   if reading fails. */
static gboolean refill(Trace* t)
{
   gsize  left = t->end - t->next;
   gssize got;

   if (t->at_end)
      return TRUE;
   t->offset += t->next - t->memory;
   memmove(t->memory, t->next, left);
   do
      got = read(t->fd, t->memory + left, BLOCK_BYTES);
   while (got < 0 && errno == EINTR);
   if (got < 0) {
      g_set_error(t->error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE, "%s: %s",
                  t->name, g_strerror(errno));
      return FALSE;
   }
   if (t->size == 0)
      budget_add_bytes(BUDGET_DATA, got);
   t->at_end = got == 0;
   t->next   = t->memory;
   t->end    = t->memory + left + got;
   if (t->at_end)
      t->refill_at = t->end;
   else if (left + got < MAX_RUN_BYTES)
      t->refill_at = t->memory;
   else
      t->refill_at = t->end - MAX_RUN_BYTES + 1;
   memset((guint8*)t->end, 0, MAX_RUN_BYTES + 8);
   message_show_progress(t->name, t->offset, t->size);
   return TRUE;
}

/* Makes sure that at least MAX_RUN_BYTES, or the rest of the trace, are in
   memory from `next' on. */
static gboolean look_ahead(Trace* t)
{
   while (!t->at_end && t->end - t->next < MAX_RUN_BYTES)
      if (!refill(t))
         return FALSE;
   return TRUE;
}

/*------------------------------------------------------------*/
/*--- Numbers and strings                                  ---*/
/*------------------------------------------------------------*/

/* Reads a number of more than eight bytes.  Returns what follows it, or NULL if
   it has more than 64 bits. */
static G_GNUC_NO_INLINE const guint8* long_number(const guint8* p,
                                                  guint64*      number)
{
   guint shift = 0;

   *number = 0;
   for (; *p >= 0x80 && shift < 63; p++, shift += 7)
      *number |= (guint64)(*p & 0x7f) << shift;
   if (shift == 63 && *p > 1)
      return NULL;
   *number |= (guint64)*p << shift;
   return p + 1;
}

/* Reads a number.  Returns what follows it, or NULL if it has more than 64
   bits. */
static inline const guint8* get_number(const guint8* p, guint64* number)
{
   guint64 bytes, stop;

   if (G_LIKELY(*p < 0x80)) {
      *number = *p;
      return p + 1;
   }
   memcpy(&bytes, p, sizeof bytes);
   bytes = GUINT64_FROM_LE(bytes);
   stop  = ~bytes & 0x8080808080808080;
   if (G_UNLIKELY(stop == 0))
      return long_number(p, number);

   /* Take the bytes up to the first whose top bit is clear.  Then join
      neighbouring groups of 7, 14 and 28 bits. */
   bytes &= (stop ^ (stop - 1)) & 0x7f7f7f7f7f7f7f7f;
   bytes   = (bytes & 0x007f007f007f007f) | (bytes & 0x7f007f007f007f00) >> 1;
   bytes   = (bytes & 0x00003fff00003fff) | (bytes & 0x3fff00003fff0000) >> 2;
   bytes   = (bytes & 0x000000000fffffff) | (bytes & 0x0fffffff00000000) >> 4;
   *number = bytes;
   return p + __builtin_ctzll(stop) / 8 + 1;
}

/* Returns the number in the lowest 1 << code bytes of `bytes', in two's
   complement. */
static inline guint64 sign_extended(guint64 bytes, guint code)
{
   guint unused = 64 - (8 << code);

   return (guint64)((gint64)(GUINT64_FROM_LE(bytes) << unused) >> unused);
}

static inline guint64 from_signed(guint64 number)
{
   return number >> 1 ^ -(number & 1);
}

static gboolean read_trace_number(Trace* t, guint64* number)
{
   if (t->next >= t->refill_at && !look_ahead(t))
      return FALSE;
   const guint8* p = get_number(t->next, number);
   if (!p)
      return refuse(t, "a number has more than 64 bits");
   if (p > t->end)
      return refuse_as_cut_off(t);
   t->next = p;
   return TRUE;
}

static gboolean read_signed(Trace* t, guint64* number)
{
   gboolean good = read_trace_number(t, number);

   *number = from_signed(*number);
   return good;
}

/* Reads a number from `least' to `most'.  `what' is its name in the error. */
static gboolean read_bounded(Trace* t, const char* what, guint64 least,
                             guint64 most, guint64* number)
{
   if (!read_trace_number(t, number))
      return FALSE;
   if (*number < least || *number > most)
      return refuse(t,
                    "%s is %" G_GUINT64_FORMAT
                    ": it must be from %" G_GUINT64_FORMAT
                    " to %" G_GUINT64_FORMAT,
                    what, *number, least, most);
   return TRUE;
}

/* Reads the number of something that must be defined.  `n' of its kind are, and
   `what' is the kind's name in the error. */
static gboolean read_defined(Trace* t, const char* what, guint n,
                             guint64* number)
{
   if (!read_trace_number(t, number))
      return FALSE;
   if (*number >= n)
      return refuse(t, "%s %" G_GUINT64_FORMAT " is not defined: there are %u",
                    what, *number, n);
   return TRUE;
}

static gboolean read_string(Trace* t, GString* string)
{
   guint64 length;

   if (!read_bounded(t, "the length of a string", 0, MAX_STRING_BYTES, &length))
      return FALSE;
   g_string_truncate(string, 0);
   while (string->len < length) {
      if (t->next == t->end) {
         if (!refill(t))
            return FALSE;
         if (t->next == t->end)
            return refuse_as_cut_off(t);
      }
      gsize now = MIN(length - string->len, (gsize)(t->end - t->next));
      g_string_append_len(string, (const char*)t->next, now);
      t->next += now;
   }
   if (memchr(string->str, '\0', string->len))
      return refuse(t, "a string contains a NUL byte");
   return TRUE;
}

/*------------------------------------------------------------*/
/*--- Records                                              ---*/
/*------------------------------------------------------------*/

static gboolean read_end(Trace* t)
{
   guint64 n;

   if (!read_trace_number(t, &n))
      return FALSE;
   if (n != t->n_refs)
      return refuse(t,
                    "the END says %" G_GUINT64_FORMAT
                    " data references, but the trace has %" G_GUINT64_FORMAT,
                    n, t->n_refs);
   t->complete = TRUE;
   return TRUE;
}

static gboolean read_command(Trace* t)
{
   if (!read_string(t, t->string[0]))
      return FALSE;
   replay_set_command(t->string[0]->str);
   return TRUE;
}

/* A miss searches all ways of its set.  The user may want more, a trace must
   not. */
#define MAX_RECORDED_WAYS 1024

static gboolean check_ways(Trace* t, CacheId id, const CacheGeometry* recorded)
{
   const HChar* name = cg_geometry_name(id);

   if (recorded->assoc > MAX_RECORDED_WAYS && replay_uses_recorded(id))
      return refuse(t, "%s has %d ways: more than %d must be given with --%s",
                    name, recorded->assoc, MAX_RECORDED_WAYS, name);
   return TRUE;
}

static gboolean read_caches(Trace* t)
{
   CacheGeometry geometry[N_CACHES];

   if (t->has_caches || t->segments->len > 0)
      return refuse(t, "CACHES must occur once, before the first SEGMENT");
   for (CacheId id = CACHE_I1; id < N_CACHES; id++) {
      Int* field[] = {&geometry[id].size, &geometry[id].assoc,
                      &geometry[id].line_size};

      for (guint i = 0; i < G_N_ELEMENTS(field); i++) {
         guint64 number;

         if (!read_bounded(t, "a number of CACHES", 1, G_MAXINT32, &number))
            return FALSE;
         *field[i] = number;
      }
      if (cg_geometry_fault(&geometry[id]))
         return refuse(t, "%s: %s", cg_geometry_name(id),
                       cg_geometry_fault(&geometry[id]));
      if (!check_ways(t, id, &geometry[id]))
         return FALSE;
   }
   t->has_caches = TRUE;
   replay_set_recorded(geometry);
   return TRUE;
}

static gboolean check_caches(Trace* t)
{
   const char* missing = replay_missing_cache();

   if (missing)
      return refuse(t, "the trace does not say what %s was: give --%s", missing,
                    missing);
   return TRUE;
}

static gboolean read_location(Trace* t)
{
   guint64 line;

   if (!read_string(t, t->string[0]) || !read_string(t, t->string[1])
       || !read_bounded(t, "a line", 0, G_MAXUINT32, &line))
      return FALSE;
   if (replay_n_locations() == G_MAXUINT32)
      return refuse(t, "too many LOCATIONs");
   replay_location(t->string[0]->str, t->string[1]->str, line);
   return TRUE;
}

static gboolean read_variable(Trace* t)
{
   if (!read_string(t, t->string[0]))
      return FALSE;
   replay_variable(t->string[0]->str);
   return TRUE;
}

static gboolean read_instrs(Trace* t)
{
   guint64 n, addr, size, location, end = 0;

   if (!read_bounded(t, "a number of instructions", 0,
                     REPLAY_MAX_SEGMENT_EVENTS, &n))
      return FALSE;
   g_array_set_size(t->instrs, 0);
   while (n-- > 0) {
      if (!read_signed(t, &addr)
          || !read_bounded(t, "the size of an instruction", 1, G_MAXINT32,
                           &size)
          || !read_defined(t, "LOCATION", replay_n_locations(), &location))
         return FALSE;
      ReplayInstr instr = {end + addr, size, location};
      g_array_append_val(t->instrs, instr);
      end = instr.addr + instr.size;
   }
   return TRUE;
}

static gboolean read_refs(Trace* t)
{
   guint64 n, instrs_before = 0, kind, size, location;

   if (!read_bounded(t, "a number of references", 0, REPLAY_MAX_SEGMENT_EVENTS,
                     &n))
      return FALSE;
   g_array_set_size(t->refs, 0);
   while (n-- > 0) {
      if (!read_bounded(t, "the number of instructions before a reference",
                        instrs_before, t->instrs->len, &instrs_before)
          || !read_bounded(t, "the kind of a reference", 0,
                           REF_MODIFY - REF_READ, &kind)
          || !read_bounded(t, "the size of a reference", 1, G_MAXINT32, &size)
          || !read_defined(t, "LOCATION", replay_n_locations(), &location))
         return FALSE;
      ReplayRef ref = {instrs_before, size, location, REF_READ + kind};
      g_array_append_val(t->refs, ref);
   }
   return TRUE;
}

static gboolean read_segment(Trace* t)
{
   if (!check_caches(t) || !read_instrs(t) || !read_refs(t))
      return FALSE;
   if (replay_n_segments() == G_MAXINT32)
      return refuse(t, "too many SEGMENTs");
   replay_segment((const ReplayInstr*)t->instrs->data, t->instrs->len,
                  (const ReplayRef*)t->refs->data, t->refs->len);

   guint n      = t->refs->len;
   Seen* seen   = g_malloc0(sizeof *seen + n * sizeof seen->ea[0]);
   seen->n_refs = n;
   g_ptr_array_add(t->segments, seen);
   return TRUE;
}

static OutcomeKind outcome_of(BranchType type)
{
   switch (type) {
   case TYPE_CONDITIONAL:
      return DIRECTION;
   case TYPE_JUMP:
   case TYPE_CALL:
      return NOTHING;
   default:
      return GOAL;
   }
}

/* The longest instruction that branches, in bytes. */
#define MAX_BRANCH_BYTES 15

static gboolean read_branch(Trace* t)
{
   guint64 segment, type, addr, size, location, target;
   Seen*   seen;

   if (!read_defined(t, "SEGMENT", t->segments->len, &segment))
      return FALSE;
   seen = g_ptr_array_index(t->segments, segment);
   if (seen->has_branch || seen->ran)
      return refuse(t, "a BRANCH must occur once, before the first RUN of its "
                       "SEGMENT");
   if (!read_bounded(t, "the type of a branch", 0, N_BRANCH_TYPES - 1, &type)
       || !read_trace_number(t, &addr)
       || !read_bounded(t, "the size of a branch", 1, MAX_BRANCH_BYTES, &size)
       || !read_defined(t, "LOCATION", replay_n_locations(), &location)
       || !read_signed(t, &target))
      return FALSE;
   seen->has_branch = TRUE;
   seen->expects    = outcome_of(type);
   if (seen->expects == GOAL && target != 0)
      return refuse(t, "the target of an indirect branch or a return must be 0 "
                       "in its BRANCH");
   replay_branch(segment,
                 &(Branch){.pc     = addr,
                           .target = addr + target,
                           .type   = type,
                           .size   = size,
                           .taken  = type != TYPE_CONDITIONAL},
                 location);
   return TRUE;
}

/* Reads the rest of a NOT_TAKEN, TAKEN or TARGET. */
static gboolean read_outcome(Trace* t, TraceRecord kind)
{
   guint64 target = 0;

   if (kind == TRACE_TARGET && !read_signed(t, &target))
      return FALSE;
   t->outcome = (RunOutcome){kind == TRACE_TARGET ? GOAL : DIRECTION,
                             kind == TRACE_TAKEN, target};
   return TRUE;
}

static gboolean read_region(Trace* t)
{
   guint64 start, size, variable;

   if (!read_trace_number(t, &start)
       || !read_bounded(t, "the size of a region", 1, G_MAXUINT64, &size)
       || !read_defined(t, "VARIABLE", replay_n_variables(), &variable))
      return FALSE;
   replay_region(start, size, variable);
   return TRUE;
}

static gboolean read_thread(Trace* t)
{
   guint64 number;

   if (!check_caches(t)
       || !read_bounded(t, "the number of a thread", 1,
                        MIN(t->n_threads + 1, G_MAXUINT16), &number))
      return FALSE;
   t->n_threads = MAX(t->n_threads, number);
   replay_thread(number);
   return TRUE;
}

static gboolean read_collect(Trace* t)
{
   guint64 collect;

   if (!read_bounded(t, "COLLECT", 0, 1, &collect))
      return FALSE;
   replay_collect(collect);
   return TRUE;
}

/* Reads the rest of any record but a RUN. */
static gboolean read_record(Trace* t, guint64 kind)
{
   t->complete = FALSE;
   if (t->outcome.kind != NOTHING)
      return refuse(t,
                    "after a NOT_TAKEN, TAKEN or TARGET there must be a RUN");
   switch (kind) {
   case TRACE_END:
      return read_end(t);
   case TRACE_COMMAND:
      return read_command(t);
   case TRACE_CACHES:
      return read_caches(t);
   case TRACE_LOCATION:
      return read_location(t);
   case TRACE_VARIABLE:
      return read_variable(t);
   case TRACE_SEGMENT:
      return read_segment(t);
   case TRACE_REGION:
      return read_region(t);
   case TRACE_THREAD:
      return read_thread(t);
   case TRACE_COLLECT:
      return read_collect(t);
   case TRACE_BRANCH:
      return read_branch(t);
   case TRACE_NOT_TAKEN:
   case TRACE_TAKEN:
   case TRACE_TARGET:
      return read_outcome(t, kind);
   default:
      return refuse(t, "record %" G_GUINT64_FORMAT " is unknown", kind);
   }
}

/*------------------------------------------------------------*/
/*--- Runs                                                 ---*/
/*------------------------------------------------------------*/

/* Gets the rest of a NOT_TAKEN, TAKEN or TARGET, whose number `p' follows.
   Returns what follows it; or NULL if it is another record or a wrong one. */
static inline const guint8* get_outcome(guint64 record, const guint8* p,
                                        RunOutcome* outcome)
{
   guint64 number;

   if (outcome->kind != NOTHING)
      return NULL;
   switch (record) {
   case TRACE_NOT_TAKEN:
   case TRACE_TAKEN:
      *outcome = (RunOutcome){DIRECTION, record == TRACE_TAKEN, 0};
      return p;
   case TRACE_TARGET:
      p = get_number(p, &number);
      if (p)
         *outcome = (RunOutcome){GOAL, 0, from_signed(number)};
      return p;
   default:
      return NULL;
   }
}

/* Reads RUNs, and the outcomes of their branches, from `next' on: up to another
   record, a wrong one, or one that may not be in memory completely. */
static void read_runs(Trace* t)
{
   Seen* const* segments       = (Seen* const*)t->segments->pdata;
   guint        n_segments     = t->segments->len;
   gboolean     wants_branches = replay_wants_branches();
   guint64      n_refs         = 0;

   while (t->next < t->refill_at) {
      guint64       number, bytes;
      const guint8* p = get_number(t->next, &number);

      if (!p)
         break;
      if (number < TRACE_FIRST_RUN) {
         RunOutcome outcome = t->outcome;

         p = get_outcome(number, p, &outcome);
         if (!p || p > t->end)
            break;
         t->outcome  = outcome;
         t->complete = FALSE;
         t->next     = p;
         continue;
      }
      t->complete = FALSE;
      if (number - TRACE_FIRST_RUN >= n_segments)
         break;

      Seen* seen = segments[number - TRACE_FIRST_RUN];
      if (G_UNLIKELY(seen->expects != t->outcome.kind))
         break;

      Addr*         ea    = replay_begin_run(number - TRACE_FIRST_RUN);
      const guint8* codes = p;

      p += (seen->n_refs + 3) / 4;
      for (guint i = 0; i < seen->n_refs; i++) {
         guint code = codes[i / 4] >> i % 4 * 2 & 3;

         memcpy(&bytes, p, sizeof bytes);
         ea[i] = seen->ea[i] += sign_extended(bytes, code);
         p += 1 << code;
      }
      if (G_UNLIKELY(p > t->end))
         break;
      replay_batch.next = ea + seen->n_refs;
      n_refs += seen->n_refs;
      t->next   = p;
      seen->ran = TRUE;
      if (wants_branches)
         replay_branch_run(number - TRACE_FIRST_RUN, t->outcome.taken,
                           t->outcome.target);
      t->outcome = (RunOutcome){NOTHING};
   }
   t->n_refs += n_refs;
}

/* What must come before a RUN. */
static const char* const outcome_words[] = {
   [NOTHING]   = "no NOT_TAKEN, TAKEN or TARGET",
   [DIRECTION] = "a NOT_TAKEN or a TAKEN",
   [GOAL]      = "a TARGET",
};

/* Reads the record at which read_runs() stopped: not a RUN, or a wrong one. */
static gboolean read_other(Trace* t)
{
   guint64 kind;

   t->record = t->offset + (t->next - t->memory);
   if (!read_trace_number(t, &kind))
      return FALSE;
   if (kind < TRACE_FIRST_RUN)
      return read_record(t, kind);
   if (kind - TRACE_FIRST_RUN >= t->segments->len)
      return refuse(
         t, "SEGMENT %" G_GUINT64_FORMAT " is not defined: there are %u",
         kind - TRACE_FIRST_RUN, t->segments->len);

   const Seen* seen = g_ptr_array_index(t->segments, kind - TRACE_FIRST_RUN);
   if (seen->expects != t->outcome.kind)
      return refuse(
         t, "before a RUN of SEGMENT %" G_GUINT64_FORMAT " there must be %s",
         kind - TRACE_FIRST_RUN, outcome_words[seen->expects]);
   return refuse_as_cut_off(t);
}

/*------------------------------------------------------------*/
/*--- The whole trace                                      ---*/
/*------------------------------------------------------------*/

static gboolean starts_with(const Trace* t, const void* bytes, gsize n)
{
   return (gsize)(t->end - t->next) >= n && memcmp(t->next, bytes, n) == 0;
}

/* Of a file that is no trace: returns TRUE if `other' is to read it. */
static gboolean refuse_foreign(Trace* t)
{
   char* unpacking = input_unpacking(t->next, t->end - t->next);

   if (unpacking) {
      refuse(t, "%s", unpacking);
      g_free(unpacking);
      return FALSE;
   }
   if (starts_with(t, CG_TRACE_FORMAT_MAGIC, CG_TRACE_FORMAT_MAGIC_BYTES - 1)
       && t->end - t->next >= CG_TRACE_FORMAT_MAGIC_BYTES)
      return refuse(t,
                    "this is a trace of version %u; only version %u is known",
                    t->next[CG_TRACE_FORMAT_MAGIC_BYTES - 1],
                    CG_TRACE_FORMAT_MAGIC[CG_TRACE_FORMAT_MAGIC_BYTES - 1]);
   if (t->other && starts_with(t, t->text, strlen(t->text)))
      return TRUE;
   return refuse(t, t->next == t->end ? "the file is empty"
                                      : "this is not a trace of Cachegrind");
}

/* Reads the records, all of them. */
static gboolean read_records(Trace* t)
{
   for (;;) {
      if (!look_ahead(t))
         return FALSE;
      if (t->next == t->end)
         break;
      read_runs(t);
      if (t->next < t->refill_at && !read_other(t))
         return FALSE;
   }
   t->record = t->offset + (t->next - t->memory);
   if (!t->complete)
      return refuse(t, "the trace has no END: was it cut off?");
   return check_caches(t);
}

static gboolean replay_all(Trace* t)
{
   if (!look_ahead(t))
      return FALSE;
   if (starts_with(t, CG_TRACE_FORMAT_MAGIC, CG_TRACE_FORMAT_MAGIC_BYTES)) {
      t->next += CG_TRACE_FORMAT_MAGIC_BYTES;
      return read_records(t);
   }
   return refuse_foreign(t)
          && t->other(t->fd, t->name, (const char*)t->next, t->end - t->next,
                      t->error);
}

static gboolean open_trace(Trace* t)
{
   struct stat status;

   t->fd = strcmp(t->name, "-") == 0 ? STDIN_FILENO
                                     : open(t->name, O_RDONLY | O_CLOEXEC);
   if (t->fd == STDIN_FILENO)
      t->name = "standard input";
   if (t->fd < 0 || fstat(t->fd, &status) < 0) {
      g_set_error(t->error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE, "%s: %s",
                  t->name, g_strerror(errno));
      return FALSE;
   }
   t->size = S_ISREG(status.st_mode) ? status.st_size : 0;
   budget_add_file(BUDGET_DATA, t->name, t->fd);
   return TRUE;
}

static void close_file(Trace* t)
{
   if (t->fd >= 0)
      close(t->fd);
   for (guint i = 0; i < t->segments->len; i++)
      g_free(t->segments->pdata[i]);
   g_ptr_array_free(t->segments, TRUE);
   g_array_free(t->instrs, TRUE);
   g_array_free(t->refs, TRUE);
   g_string_free(t->string[0], TRUE);
   g_string_free(t->string[1], TRUE);
   g_free(t);
}

gboolean trace_replay(const char* name, GError** error)
{
   return trace_replay_or(name, NULL, NULL, error);
}

gboolean trace_replay_or(const char* name, const char* text, TraceOther other,
                         GError** error)
{
   Trace* t = g_new0(Trace, 1);

   t->name      = name;
   t->other     = other;
   t->text      = text;
   t->n_threads = 1;
   t->segments  = g_ptr_array_new();
   t->instrs    = g_array_new(FALSE, FALSE, sizeof(ReplayInstr));
   t->refs      = g_array_new(FALSE, FALSE, sizeof(ReplayRef));
   t->string[0] = g_string_new(NULL);
   t->string[1] = g_string_new(NULL);
   t->error     = error;
   t->next = t->end = t->refill_at = t->memory;

   gboolean good = open_trace(t) && replay_all(t);
   close_file(t);
   return good;
}
