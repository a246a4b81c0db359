/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile.c: the profile file and the end-of-run summary.

   A profile, here of a run that counted Ir and branches:

      desc: I1 cache:         32768 B, 64 B, 8-way associative
      desc: D1 cache:         32768 B, 64 B, 8-way associative
      desc: LL cache:         8388608 B, 64 B, 16-way associative
      cmd: ./prog arg
      events: Ir Bc Bcm Bi Bim
      fl=/src/prog.c
      fn=main
      10 4 1 0 0 0                       line 10: 4 Ir, 1 Bc, ...
      12 8 2 1 0 0
      fn=usage                           the same file goes on
      3 1 0 0 0 0
      summary: 13 3 1 0 0                the sums of all columns */

#include <asm/errno.h>

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "cg_arch.h"
#include "cg_profile.h"

/*------------------------------------------------------------*/
/*--- Files that are written whole or not at all           ---*/
/*------------------------------------------------------------*/

typedef struct {
   Int    fd;    /* -1: not open */
   Int    error; /* the first that occurred, an errno or one below; 0: none */
   HChar* path;  /* where the profile shall be */
   HChar* temp;  /* where it is written until it is whole; NULL: to `path' */
   UInt   used;
   HChar  buffer[1 << 16];
} OutFile;

/* Nothing can be created beside the file, or not be renamed to it.  The core
   does not tell why a renaming failed. */
#define CANNOT_REPLACE -1

#define OWNER_ONLY (VKI_S_IRUSR | VKI_S_IWUSR)

static const HChar* error_text(Int error)
{
   switch (error) {
   case EACCES:
   case EPERM:
      return "permission denied";
   case EDQUOT:
      return "disk quota exceeded";
   case EFBIG:
      return "the file would be too large";
   case EIO:
      return "input/output error";
   case EISDIR:
      return "it is a directory";
   case ELOOP:
      return "too many symbolic links";
   case EMFILE:
   case ENFILE:
      return "too many open files";
   case ENAMETOOLONG:
      return "the name is too long";
   case ENOENT:
      return "no such directory";
   case ENOSPC:
      return "no space left on the device";
   case ENOTDIR:
      return "part of the path is not a directory";
   case ENXIO:
      return "no such device";
   case EPIPE:
      return "the reader has gone";
   case EROFS:
      return "the file system is read-only";
   case ETXTBSY:
      return "it is a program that is running";
   default:
      return NULL;
   }
}

static void out_flush(OutFile* out)
{
   UInt done = 0;

   while (done < out->used && out->error == 0) {
      Int n = VG_(write)(out->fd, out->buffer + done, out->used - done);

      if (n > 0)
         done += n;
      else if (n != -EINTR)
         out->error = n < 0 ? -n : EIO;
   }
   out->used = 0;
}

static void out_char(OutFile* out, HChar c)
{
   if (out->used == sizeof out->buffer)
      out_flush(out);
   out->buffer[out->used++] = c;
}

static void out_string(OutFile* out, const HChar* s)
{
   while (*s)
      out_char(out, *s++);
}

static void out_number(OutFile* out, ULong n)
{
   HChar digits[20]; /* of 2^64 - 1 */
   UInt  len = 0;

   do
      digits[len++] = '0' + n % 10;
   while ((n /= 10) > 0);
   while (len > 0)
      out_char(out, digits[--len]);
}

/* `name' beside `path': a new string. */
static HChar* beside(const HChar* path, const HChar* name)
{
   const HChar* slash   = VG_(strrchr)(path, '/');
   SizeT        dir_len = slash ? slash + 1 - path : 0;
   SizeT        size    = dir_len + VG_(strlen)(name) + 1;
   HChar*       result  = VG_(malloc)("cg.profile.beside", size);

   VG_(memcpy)(result, path, dir_len);
   VG_(strcpy)(result + dir_len, name);
   return result;
}

/* A name that stands for an open file, as /dev/stdout in the end does, and the
   shell's >(command): it looks like a link, but is no name to follow. */
static Bool is_open_file(const HChar* path)
{
   return VG_(strncmp)(path, "/proc/", 6) == 0
          || VG_(strncmp)(path, "/dev/fd/", 8) == 0;
}

/* What `path' is a symbolic link to, if it is one: renaming a file over a
   link would replace the link.  A new string. */
static HChar* follow_links(const HChar* path)
{
   HChar* result = VG_(strdup)("cg.profile.path", path);
   HChar  target[VKI_PATH_MAX];

   for (Int n_links = 0; n_links < 40 && !is_open_file(result); n_links++) {
      SSizeT len = VG_(readlink)(result, target, sizeof target - 1);

      if (len <= 0)
         break;
      target[len] = '\0';

      HChar* next = target[0] == '/' ? VG_(strdup)("cg.profile.path", target)
                                     : beside(result, target);
      VG_(free)(result);
      result = next;
   }
   return result;
}

Bool cg_profile_is_file(const HChar* path)
{
   struct vg_stat st;
   SysRes         res = VG_(stat)(path, &st);

   if (sr_isError(res))
      return sr_Err(res) == ENOENT;
   return (st.mode & VKI_S_IFMT) == VKI_S_IFREG;
}

static void out_open_fd(OutFile* out, const HChar* path, Int flags, UInt mode)
{
   SysRes res = VG_(open)(path, VKI_O_WRONLY | flags, mode);

   out->error = sr_isError(res) ? sr_Err(res) : 0;
   out->fd    = sr_isError(res) ? -1 : (Int)sr_Res(res);
}

/* Open a new file beside out->path that can become it.  `mode' is for its
   permissions.  Processes in different containers may have one process id and
   write to one folder, and files may be left of processes that were killed: so
   what is there is let be, and the next number tried. */
static void out_open_temp(OutFile* out, UInt mode)
{
   HChar name[50];
   Int   n = 0;

   do {
      if (out->temp)
         VG_(free)(out->temp);
      VG_(snprintf)(name, sizeof name, ".cachegrind.%d.%d.tmp", VG_(getpid)(),
                    n++);
      out->temp = beside(out->path, name);
      out_open_fd(out, out->temp, VKI_O_CREAT | VKI_O_EXCL, mode);
   } while (out->error == EEXIST && n < 1000);
}

/* Open a file to be put in the place of out->path. */
static void out_open_replacement(OutFile* out)
{
   struct vg_stat st;

   if (sr_isError(VG_(stat)(out->path, &st))) {
      out_open_temp(out, OWNER_ONLY);
      return;
   }
   /* Who may not write to the file may not replace it either. */
   out_open_fd(out, out->path, 0, 0);
   if (out->error == 0) {
      VG_(close)(out->fd);
      out_open_temp(out, st.mode & 0777);
      if (out->error == EACCES || out->error == EPERM || out->error == EROFS)
         out->error = CANNOT_REPLACE;
   }
}

static void out_open(OutFile* out, const HChar* path, Bool in_place)
{
   Bool is_file = cg_profile_is_file(path);

   out->temp = NULL;
   out->used = 0;
   out->path =
      is_file ? follow_links(path) : VG_(strdup)("cg.profile.path", path);

   if (is_file && !in_place && !is_open_file(out->path))
      out_open_replacement(out);
   else
      out_open_fd(out, out->path, VKI_O_CREAT | VKI_O_TRUNC, OWNER_ONLY);
}

/* Remove what was written to `path', or at least empty it: where nothing can be
   created, nothing can be removed either. */
static void remove_part(const HChar* path)
{
   SysRes res;

   if (!cg_profile_is_file(path) || is_open_file(path)
       || VG_(unlink)(path) == 0)
      return;
   res = VG_(open)(path, VKI_O_WRONLY | VKI_O_TRUNC, 0);
   if (!sr_isError(res))
      VG_(close)(sr_Res(res));
}

/* Put the file in place, or leave no part of it.  Returns out->error. */
static Int out_close(OutFile* out)
{
   if (out->fd >= 0) {
      out_flush(out);
      VG_(close)(out->fd);
      if (out->error == 0 && out->temp
          && VG_(rename)(out->temp, out->path) != 0)
         out->error = CANNOT_REPLACE;
      if (out->error != 0)
         remove_part(out->temp ? out->temp : out->path);
   }
   if (out->temp)
      VG_(free)(out->temp);
   VG_(free)(out->path);
   return out->error;
}

/*------------------------------------------------------------*/
/*--- The profile                                          ---*/
/*------------------------------------------------------------*/

static void write_cache(OutFile* out, CacheId id, const CacheGeometry* g)
{
   HChar line[100];

   VG_(snprintf)(line, sizeof line, "desc: %s cache:         %d B, %d B, ",
                 cg_cache_name(id), g->size, g->line_size);
   out_string(out, line);
   if (g->assoc == 1) {
      out_string(out, "direct-mapped\n");
   } else {
      out_number(out, g->assoc);
      out_string(out, "-way associative\n");
   }
}

/* An argument or a name.  A line break in one would end the line, and with it
   the reader's trust in the rest. */
static void write_text(OutFile* out, const HChar* text)
{
   for (; *text; text++)
      out_char(out, *text == '\n' || *text == '\r' ? ' ' : *text);
}

static void write_command(OutFile* out)
{
   out_string(out, "cmd: ");
   write_text(out, VG_(args_the_exename));
   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      out_char(out, ' ');
      write_text(out, *(HChar**)VG_(indexXA)(VG_(args_for_client), i));
   }
   out_char(out, '\n');
}

static void write_header(OutFile* out, const CacheGeometry geometry[N_CACHES])
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      write_cache(out, id, &geometry[id]);
   write_command(out);
   out_string(out, "events:");
   for (Int i = 0; i < cg_n_columns(); i++) {
      out_char(out, ' ');
      out_string(out, cg_event_name(cg_column_event(i)));
   }
   /* Profiles of the cache simulation alone have always ended this line in a
      space, and some readers compare lines byte by byte. */
   if (cg_column_event(cg_n_columns() - 1) == EV_DLmw)
      out_char(out, ' ');
   out_char(out, '\n');
}

static void write_counts(OutFile* out, const ULong counts[])
{
   for (Int i = 0; i < cg_n_columns(); i++) {
      out_char(out, ' ');
      out_number(out, counts[i]);
   }
   out_char(out, '\n');
}

/* Names are interned, so equal names are equal pointers. */
static void write_cost_centre(OutFile* out, const CostCentre* cc,
                              const CostCentre* previous)
{
   Bool new_file = !previous || cc->loc.file != previous->loc.file;

   if (new_file) {
      out_string(out, "fl=");
      write_text(out, cc->loc.file);
      out_char(out, '\n');
   }
   if (new_file || cc->loc.fn != previous->loc.fn) {
      out_string(out, "fn=");
      write_text(out, cc->loc.fn);
      out_char(out, '\n');
   }
   out_number(out, cc->loc.lineno);
   write_counts(out, cc->counts);
}

/* Returns 0, or what went wrong. */
static Int write_to(const HChar* path, Bool in_place,
                    const CacheGeometry geometry[N_CACHES],
                    const ULong         columns[])
{
   /* Static, because at the end of a run memory may have become scarce. */
   static OutFile    out;
   const CostCentre* previous = NULL;
   const CostCentre* cc;

   out_open(&out, path, in_place);
   write_header(&out, geometry);
   cg_costs_rewind();
   while ((cc = cg_costs_next())) {
      write_cost_centre(&out, cc, previous);
      previous = cc;
   }
   out_string(&out, "summary:");
   write_counts(&out, columns);
   return out_close(&out);
}

static void add_up(ULong columns[])
{
   const CostCentre* cc;

   cg_costs_rewind();
   while ((cc = cg_costs_next()))
      for (Int i = 0; i < cg_n_columns(); i++)
         columns[i] += cc->counts[i];
}

void cg_profile_write(const HChar* path, const CacheGeometry geometry[N_CACHES],
                      ULong totals[N_EVENTS])
{
   ULong columns[N_EVENTS] = {0};
   Int   error;

   add_up(columns);
   error = write_to(path, False, geometry, columns);
   if (error == CANNOT_REPLACE)
      error = write_to(path, True, geometry, columns);
   if (error != 0 && error_text(error))
      VG_(umsg)("error: cannot write the profile '%s': %s\n", path,
                error_text(error));
   else if (error != 0)
      VG_(umsg)("error: cannot write the profile '%s': error %d\n", path,
                error);

   VG_(memset)(totals, 0, N_EVENTS * sizeof totals[0]);
   for (Int i = 0; i < cg_n_columns(); i++)
      totals[cg_column_event(i)] = columns[i];
}

/*------------------------------------------------------------*/
/*--- The summary                                          ---*/
/*------------------------------------------------------------*/

/* The widths of the summary's three columns: a total and its two parts. */
typedef struct {
   Int total, left, right;
} Widths;

static Int width_of(ULong n)
{
   HChar digits[30];
   return VG_(snprintf)(digits, sizeof digits, "%'llu", n);
}

static Int larger(Int a, Int b)
{
   return a > b ? a : b;
}

static void print_single(const HChar* label, ULong n, const Widths* w)
{
   VG_(umsg)("%s %'*llu\n", label, w->total, n);
}

static void print_split(const HChar* label, ULong left, const HChar* left_unit,
                        ULong right, const HChar* right_unit, const Widths* w)
{
   VG_(umsg)("%s %'*llu  (%'*llu %s + %'*llu %s)\n", label, w->total,
             left + right, w->left, left, left_unit, w->right, right,
             right_unit);
}

static Double percent(ULong n, ULong m)
{
   return m > 0 ? n * 100.0 / m : 0.0;
}

/* A rate stands right-aligned under its count, the percent sign one column
   further out. */
static void print_rate(const HChar* label, ULong misses, ULong refs,
                       const Widths* w)
{
   VG_(umsg)("%s %*.2f%%\n", label, w->total, percent(misses, refs));
}

static void print_split_rate(const HChar* label, ULong left_misses,
                             ULong left_refs, ULong right_misses,
                             ULong right_refs, const HChar* closing,
                             const Widths* w)
{
   VG_(umsg)("%s %*.1f%% (%*.1f%%     + %*.1f%%%s)\n", label, w->total,
             percent(left_misses + right_misses, left_refs + right_refs),
             w->left, percent(left_misses, left_refs), w->right,
             percent(right_misses, right_refs), closing);
}

static void print_caches(const ULong t[N_EVENTS], const Widths* w)
{
   print_single("I1  misses:   ", t[EV_I1mr], w);
   print_single("LLi misses:   ", t[EV_ILmr], w);
   print_rate("I1  miss rate:", t[EV_I1mr], t[EV_Ir], w);
   print_rate("LLi miss rate:", t[EV_ILmr], t[EV_Ir], w);
   VG_(umsg)("\n");

   print_split("D   refs:     ", t[EV_Dr], "rd  ", t[EV_Dw], "wr", w);
   print_split("D1  misses:   ", t[EV_D1mr], "rd  ", t[EV_D1mw], "wr", w);
   print_split("LLd misses:   ", t[EV_DLmr], "rd  ", t[EV_DLmw], "wr", w);
   print_split_rate("D1  miss rate:", t[EV_D1mr], t[EV_Dr], t[EV_D1mw],
                    t[EV_Dw], "  ", w);
   print_split_rate("LLd miss rate:", t[EV_DLmr], t[EV_Dr], t[EV_DLmw],
                    t[EV_Dw], "  ", w);
   VG_(umsg)("\n");

   print_split("LL refs:      ", t[EV_I1mr] + t[EV_D1mr], "rd  ", t[EV_D1mw],
               "wr", w);
   print_split("LL misses:    ", t[EV_ILmr] + t[EV_DLmr], "rd  ", t[EV_DLmw],
               "wr", w);
   print_split_rate("LL miss rate: ", t[EV_ILmr] + t[EV_DLmr],
                    t[EV_Ir] + t[EV_Dr], t[EV_DLmw], t[EV_Dw], "  ", w);
}

static void print_branches(const ULong t[N_EVENTS], const Widths* w)
{
   print_split("Branches:     ", t[EV_Bc], "cond", t[EV_Bi], "ind", w);
   print_split("Mispredicts:  ", t[EV_Bcm], "cond", t[EV_Bim], "ind", w);
   print_split_rate("Mispred rate: ", t[EV_Bcm], t[EV_Bc], t[EV_Bim], t[EV_Bi],
                    "   ", w);
}

void cg_profile_print_summary(const ULong t[N_EVENTS], Bool cache_sim,
                              Bool branch_sim)
{
   const Widths w = {
      .total =
         larger(width_of(t[EV_Ir]), larger(width_of(t[EV_Dr] + t[EV_Dw]),
                                           width_of(t[EV_Bc] + t[EV_Bi]))),
      .left  = larger(width_of(t[EV_Dr]), width_of(t[EV_Bc])),
      .right = larger(width_of(t[EV_Dw]), width_of(t[EV_Bi])),
   };

   print_single("I   refs:     ", t[EV_Ir], &w);
   if (cache_sim)
      print_caches(t, &w);
   if (branch_sim) {
      VG_(umsg)("\n");
      print_branches(t, &w);
   }
}
