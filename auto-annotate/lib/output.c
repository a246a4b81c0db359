/* SPDX-License-Identifier: GPL-2.0-or-later */
/* output.c: see output.h. */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "lib/escape.h"
#include "lib/message.h"
#include "lib/output.h"
#include "lib/pager.h"
#include "lib/width.h"

/* So many symbolic links lead to each other at most; Linux has the same
   limit. */
#define MAX_LINKS 40

/* From how many bytes on a text is a long one, and how many bytes all long
   texts of an output may have. */
#define LONG_BYTES     4096
#define MAX_LONG_BYTES (1 << 30)

/* A text with more bytes for each column is taken for one that does not fit:
   each letter would have seven accents. */
#define MAX_COLUMN_BYTES 16

struct Output {
   int         fd;
   const char* name;      /* as the user gave it; NULL: standard output */
   char*       path;      /* the final name of the file */
   char*       temporary; /* its name until it is complete; NULL: `path' */
   int         directory; /* that of both, if there is a temporary name */
   gboolean    escape;
   gboolean    styled;
   gboolean    paged;
   GString*    escaped;
   char*       buffer;
   gsize       used;
   guint64     long_bytes; /* of long texts, so far */
   guint       columns;    /* the most that a line may take; 0: any number */
   GString*    line;       /* if `columns': an unfinished line that has left the
                              buffer */
   GString* cut;           /* if `columns': lines that were cut */
};

static void fail_to_write(const Output* output) G_GNUC_NORETURN;
static void fail_to_write(const Output* output)
{
   message_fail("%s: %s", output->name ? output->name : "standard output",
                g_strerror(errno));
}

/*------------------------------------------------------------*/
/*--- Opening and closing                                  ---*/
/*------------------------------------------------------------*/

static const char* base_name(const char* path)
{
   const char* slash = strrchr(path, '/');
   return slash ? slash + 1 : path;
}

/* Gives a new file the owner, the group and the permissions of the file `old'
   that it replaces, and no more: without set-user-ID, set-group-ID and sticky
   bits, because who may write to the file could make it a program.  An access
   control list is not copied, and then only the owner has rights.  If the group
   cannot be kept, it and all others get what both had. */
static void set_permissions(int fd, int old_fd, const struct stat* old)
{
   static const char list[] = "system.posix_acl_access";
   mode_t            mode   = old->st_mode & 0777;
   gboolean          same   = fchown(fd, old->st_uid, old->st_gid) == 0
                   || fchown(fd, -1, old->st_gid) == 0;

   if (fgetxattr(old_fd, list, NULL, 0) > 0)
      mode &= S_IRWXU;
   if (!same) {
      mode_t both = mode >> 3 & mode & S_IRWXO;
      mode        = (mode & S_IRWXU) | both << 3 | both;
   }
   /* What the directory gives to new files; the mode would widen it. */
   fremovexattr(fd, list);
   fchmod(fd, mode);
}

static gboolean is_procfs(int directory)
{
   struct statfs system;
   return fstatfs(directory, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

static gboolean is_same_file(const struct stat* a, const struct stat* b)
{
   return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The place of a file: a directory that is open, and a name in it. */
typedef struct {
   int         directory;
   char*       path;   /* of the directory and the name */
   const char* name;   /* the last part of `path' */
   gboolean    exists; /* there is a file, and it is no link: */
   struct stat status; /* valid if it exists */
} Place;

static void free_place(Place* place)
{
   g_free(place->path);
   if (place->directory >= 0)
      close(place->directory);
}

/* Opens the directory of `path' and looks up its last part there. */
static Place place_of(const Output* output, const char* path)
{
   char* directory = g_path_get_dirname(path);
   char* name      = g_path_get_basename(path);
   Place place     = {.directory =
                         open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC)};

   if (place.directory < 0)
      fail_to_write(output);
   char* real = realpath(directory, NULL);
   place.path = g_build_filename(real ? real : directory, name, NULL);
   place.name = strrchr(place.path, '/') + 1;
   place.exists =
      fstatat(place.directory, name, &place.status, AT_SYMLINK_NOFOLLOW) == 0;
   free(real);
   g_free(directory);
   g_free(name);
   return place;
}

/* The owner of what belongs to any user whom this user namespace does not map:
   user_namespaces(7). */
#define UNMAPPED_USER 65534

/* Whether it is not known who `user' is.  If the namespace maps all users, as
   the first one does, it is the user nobody. */
static gboolean is_anybody(uid_t user)
{
   char*    map   = NULL;
   unsigned first = 0, outside = 0, n = 0;

   if (user != UNMAPPED_USER)
      return FALSE;
   if (g_file_get_contents("/proc/self/uid_map", &map, NULL, NULL))
      sscanf(map, "%u %u %u", &first, &outside, &n);
   g_free(map);
   return n != G_MAXUINT32;
}

/* Ends the program if another user has put a link or a file in the way, in a
   directory like /tmp.  Linux has the same rules, if fs.protected_symlinks and
   fs.protected_regular are set: proc_sys_fs(5).  For links that goes for every
   directory that others can write to: there somebody could choose which file of
   the user's is overwritten.  There is no reason to fear those of root. */
static void check_owner(const Output* output, const Place* place)
{
   struct stat parent;
   uid_t       owner = place->status.st_uid;

   if (fstat(place->directory, &parent) != 0)
      return;
   gboolean like_tmp = (parent.st_mode & S_ISVTX) && (parent.st_mode & S_IWOTH);
   gboolean is_open  = (parent.st_mode & (S_IWGRP | S_IWOTH)) != 0
                      && S_ISLNK(place->status.st_mode) && owner != 0;
   if ((like_tmp || is_open)
       && ((owner != geteuid() && owner != parent.st_uid) || is_anybody(owner)))
      message_fail("%s: %s is a %s of another user, in a directory that "
                   "others can write to",
                   output->name, place->path,
                   S_ISLNK(place->status.st_mode)   ? "symbolic link"
                   : S_ISREG(place->status.st_mode) ? "file"
                                                    : "pipe or device");
}

/* Opens a link itself, so that nobody can swap it for another after that.
   Returns its descriptor. */
static int open_link(const Output* output, Place* place)
{
   int link =
      openat(place->directory, place->name, O_PATH | O_NOFOLLOW | O_CLOEXEC);

   if (link < 0 || fstat(link, &place->status) != 0)
      fail_to_write(output);
   return link;
}

/* Returns the path that an open link leads to, or NULL if it leads nowhere; the
   caller frees it. */
static char* where_link_leads(const Place* place, int link)
{
   char        target[PATH_MAX];
   struct stat status;
   gssize      length = readlinkat(link, "", target, sizeof target - 1);

   if (length <= 0 || fstatat(place->directory, place->name, &status, 0) != 0)
      return NULL;
   target[length] = '\0';
   if (g_path_is_absolute(target))
      return g_strdup(target);
   char* directory = g_path_get_dirname(place->path);
   char* path      = g_build_filename(directory, target, NULL);
   g_free(directory);
   return path;
}

/* Returns the place of the file to write.  A symbolic link to a file stays, and
   the file is replaced; a link that leads nowhere is replaced itself.  Each
   link is looked at in a directory that is open. */
static Place find_place(const Output* output, const char* path)
{
   Place place = place_of(output, path);
   char* target;

   for (guint n = 0; place.exists && S_ISLNK(place.status.st_mode); n++) {
      if (n == MAX_LINKS) {
         errno = ELOOP;
         fail_to_write(output);
      }
      /* A link of /proc/self/fd leads to an open file, not to a path. */
      if (is_procfs(place.directory))
         break;
      int link = open_link(output, &place);
      check_owner(output, &place);
      target = where_link_leads(&place, link);
      close(link);
      /* It has no file name. */
      if (target && g_str_has_suffix(target, "/")) {
         errno = EISDIR;
         fail_to_write(output);
      }
      place.exists = target != NULL;
      if (target) {
         free_place(&place);
         place = place_of(output, target);
         g_free(target);
      }
   }
   if (place.exists && !S_ISLNK(place.status.st_mode))
      check_owner(output, &place);
   return place;
}

/* Opens the file that is at a place.  Ends the program if it cannot be written,
   or is another file now. */
static int open_existing(const Output* output, const Place* place, int flags)
{
   gboolean    is_link = S_ISLNK(place->status.st_mode);
   struct stat status;
   int         fd = openat(place->directory, place->name,
                           O_WRONLY | O_NOCTTY | O_CLOEXEC | flags
                              | (is_link ? O_APPEND : O_NOFOLLOW));

   if (fd < 0 || fstat(fd, &status) < 0)
      fail_to_write(output);
   if (!is_link && !is_same_file(&status, &place->status))
      message_fail("%s: was replaced by another file just now", output->name);
   return fd;
}

/* Creates the temporary file.  Only the user may read it, or, if it replaces no
   other, who may read new files in its directory. */
static void open_temporary(Output* output, gboolean replaces)
{
   char* directory = g_path_get_dirname(output->path);
   guint tries     = 0;

   do {
      g_free(output->temporary);
      output->temporary = g_strdup_printf("%s/.%s-%08x", directory,
                                          message_program(), g_random_int());
      output->fd        = message_create_unfinished_file(
                output->directory, output->temporary, replaces ? 0600 : 0666);
   } while (output->fd < 0 && errno == EEXIST && ++tries < 100);
   g_free(directory);
   if (output->fd < 0)
      fail_to_write(output);
}

static void open_file(Output* output, const char* path)
{
   if (*path == '\0')
      message_fail("the name of the file to write is empty");
   if (g_str_has_suffix(path, "/")) {
      errno = EISDIR;
      fail_to_write(output);
   }
   Place place  = find_place(output, path);
   output->path = g_strdup(place.path);
   if (place.exists && !S_ISREG(place.status.st_mode))
      output->fd = open_existing(output, &place, 0);
   else {
      int old = place.exists ? open_existing(output, &place, O_NONBLOCK) : -1;
      output->directory = fcntl(place.directory, F_DUPFD_CLOEXEC, 0);
      open_temporary(output, old >= 0);
      if (old >= 0) {
         set_permissions(output->fd, old, &place.status);
         close(old);
      }
   }
   free_place(&place);
}

Output* output_open(const char* path)
{
   Output* output = g_new(Output, 1);

   *output         = (Output){.fd = STDOUT_FILENO, .name = path};
   output->buffer  = g_malloc(OUTPUT_MAX_RESERVE);
   output->escaped = g_string_new(NULL);
   if (path && strcmp(path, "-") != 0)
      open_file(output, path);
   output->escape = isatty(output->fd);
   return output;
}

/* Writes `length' bytes to the file. */
static void write_uncut(Output* output, const char* bytes, gsize length)
{
   /* Otherwise the output would mix with the progress line on a terminal. */
   message_hide_progress();
   if (output->paged)
      pager_start();
   while (length > 0) {
      gssize now = write(output->fd, bytes, length);
      if (now >= 0) {
         bytes += now;
         length -= now;
      } else if (errno == EPIPE && output->paged)
         exit(0);
      else if (errno != EINTR)
         fail_to_write(output);
   }
}

/* Writes the lines that `length' bytes complete, and keeps the rest. */
static void write_lines(Output* output, const char* bytes, gsize length)
{
   const char *end  = bytes + length, *newline;
   const char* dots = width_dots();

   g_string_truncate(output->cut, 0);
   while (bytes < end && (newline = memchr(bytes, '\n', end - bytes))) {
      g_string_append_len(output->line, bytes, newline - bytes);
      width_append_cut(output->cut, output->line->str, output->line->len,
                       output->columns, dots, output->styled);
      g_string_append_c(output->cut, '\n');
      g_string_truncate(output->line, 0);
      bytes = newline + 1;
   }
   g_string_append_len(output->line, bytes, end - bytes);
   write_uncut(output, output->cut->str, output->cut->len);
}

/* Writes `length' bytes to the file, without what is too long. */
static void write_out(Output* output, const char* bytes, gsize length)
{
   if (output->columns > 0)
      write_lines(output, bytes, length);
   else
      write_uncut(output, bytes, length);
}

/* Makes room for `length' bytes in the buffer. */
static void make_room(Output* output, gsize length)
{
   if (length <= OUTPUT_MAX_RESERVE - output->used)
      return;
   write_out(output, output->buffer, output->used);
   output->used = 0;
}

/* Writes what is left, also of a line that has no end. */
static void write_rest(Output* output)
{
   write_out(output, output->buffer, output->used);
   if (output->columns == 0)
      return;
   g_string_truncate(output->cut, 0);
   width_append_cut(output->cut, output->line->str, output->line->len,
                    output->columns, width_dots(), output->styled);
   write_uncut(output, output->cut->str, output->cut->len);
   g_string_free(output->line, TRUE);
   g_string_free(output->cut, TRUE);
}

/* Whether the output replaces the file with this status. */
static gboolean replaces(const Output* output, const struct stat* file)
{
   struct stat replaced;

   return output->temporary && stat(output->path, &replaced) == 0
          && is_same_file(&replaced, file);
}

gboolean output_would_replace(const char* path, const char* in)
{
   struct stat input, output;
   int         failed =
      strcmp(in, "-") == 0 ? fstat(STDIN_FILENO, &input) : stat(in, &input);

   return !failed && stat(path, &output) == 0 && S_ISREG(output.st_mode)
          && is_same_file(&input, &output);
}

gboolean output_replaces(const Output* output, const char* path)
{
   struct stat file;

   return stat(path, &file) == 0 && replaces(output, &file);
}

/* The same for an open file. */
static gboolean replaces_open(const Output* output, int fd)
{
   struct stat file;

   return fstat(fd, &file) == 0 && replaces(output, &file);
}

/* Whether two descriptors are of one regular file, as those of standard output
   and of /dev/stdout can be. */
static gboolean are_one_file(int fd_a, int fd_b)
{
   struct stat a, b;

   return fstat(fd_a, &a) == 0 && fstat(fd_b, &b) == 0 && S_ISREG(a.st_mode)
          && is_same_file(&a, &b);
}

gboolean output_are_same(const Output* a, const Output* b)
{
   return a->fd == b->fd || are_one_file(a->fd, b->fd)
          || (a->temporary && b->temporary && strcmp(a->path, b->path) == 0)
          || replaces_open(a, b->fd) || replaces_open(b, a->fd);
}

void output_finish(Output* output)
{
   write_rest(output);
   if (close(output->fd) < 0)
      fail_to_write(output);
   output->fd = -1;
}

void output_close(Output* output)
{
   if (output->fd >= 0)
      output_finish(output);
   if (output->temporary) {
      if (renameat(output->directory, base_name(output->temporary),
                   output->directory, base_name(output->path))
          < 0)
         fail_to_write(output);
      message_remove_unfinished_file(output->temporary);
      close(output->directory);
   }
   g_string_free(output->escaped, TRUE);
   g_free(output->buffer);
   g_free(output->temporary);
   g_free(output->path);
   g_free(output);
}

/*------------------------------------------------------------*/
/*--- Writing                                              ---*/
/*------------------------------------------------------------*/

/* Ends the program if the long texts of an output make it huge.  A profile of a
   megabyte can have one long name and a hundred thousand lines of output that
   repeat it. */
void output_count(Output* output, gsize length)
{
   if (length < LONG_BYTES)
      return;
   output->long_bytes += length;
   if (output->long_bytes > MAX_LONG_BYTES)
      message_fail("%s: names and other texts of %d and more bytes would take "
                   "more than %d MB",
                   output->name ? output->name : "standard output", LONG_BYTES,
                   MAX_LONG_BYTES >> 20);
}

static void write_bytes(Output* output, const char* bytes, gsize length)
{
   output_count(output, length);
   while (length > 0) {
      gsize part = MIN(length, OUTPUT_MAX_RESERVE);
      make_room(output, part);
      memcpy(output->buffer + output->used, bytes, part);
      output->used += part;
      bytes += part;
      length -= part;
   }
}

void output_text(Output* output, const char* text, gsize length)
{
   if (output->escape && !escape_is_harmless(text, length)) {
      g_string_truncate(output->escaped, 0);
      escape_append(output->escaped, text, length);
      text   = output->escaped->str;
      length = output->escaped->len;
   }
   write_bytes(output, text, length);
}

void output_string(Output* output, const char* text)
{
   output_text(output, text, strlen(text));
}

void output_literal(Output* output, const char* text)
{
   write_bytes(output, text, strlen(text));
}

void output_lines(Output* output, GString* lines)
{
   const char *text = lines->str, *end = text + lines->len, *newline;

   for (; (newline = memchr(text, '\n', end - text)); text = newline + 1) {
      output_text(output, text, newline - text);
      output_literal(output, "\n");
   }
   output_text(output, text, end - text);
   g_string_truncate(lines, 0);
}

char* output_reserve(Output* output, gsize length)
{
   make_room(output, length);
   return output->buffer + output->used;
}

void output_use(Output* output, const char* end)
{
   output->used = end - output->buffer;
}

/* Writes a number below 10^8, without leading zeros, or with all eight digits.
   Nearly all counts are short, and a loop could not predict their length, so
   all eight digits are computed together. */
static inline char* format_eight(char* to, guint32 number, gboolean all)
{
   /* Twice four digits become four pairs, and these eight digits; the first
      is always the lowest. */
   guint64 digits   = number / 10000 | (guint64)(number % 10000) << 32;
   guint64 hundreds = digits * 5243 >> 19 & 0x0000007f0000007f;
   digits           = hundreds | (digits - 100 * hundreds) << 16;
   guint64 tens     = digits * 103 >> 10 & 0x000f000f000f000f;
   digits           = tens | (digits - 10 * tens) << 8;
   guint zeros      = all ? 0 : __builtin_ctzll(digits | (guint64)1 << 56) & ~7;

   digits = GUINT64_TO_LE((digits | 0x3030303030303030) >> zeros);
   memcpy(to, &digits, sizeof digits);
   return to + sizeof digits - zeros / 8;
}

static char* format_positive(char* to, guint64 number)
{
   if (number < 100000000)
      return format_eight(to, number, FALSE);
   to = format_positive(to, number / 100000000);
   return format_eight(to, number % 100000000, TRUE);
}

char* output_format_number(char* to, gint64 number)
{
   if (number >= 0)
      return format_positive(to, number);
   *to = '-';
   return format_positive(to + 1, -(guint64)number);
}

/*------------------------------------------------------------*/
/*--- Terminals                                            ---*/
/*------------------------------------------------------------*/

void output_page(Output* output)
{
   output->paged = output->fd == STDOUT_FILENO && pager_command() != NULL;
}

void output_set_colors(Output* output, OutputColors colors)
{
   const char* none = g_getenv("NO_COLOR");

   output->styled =
      colors == OUTPUT_COLORS_ALWAYS
      || (colors == OUTPUT_COLORS_AUTO && output->fd == STDOUT_FILENO
          && pager_has_terminal() && !(none && *none));
   /* All that begins with ESC is then a style. */
   output->escape |= output->styled;
}

void output_style(Output* output, OutputStyle style)
{
   static const char* const styles[] = {[OUTPUT_PLAIN]   = "\033[m",
                                        [OUTPUT_HEADING] = "\033[1m",
                                        [OUTPUT_DIM]     = "\033[2m",
                                        [OUTPUT_WARM]    = "\033[33m",
                                        [OUTPUT_HOT]     = "\033[1;31m"};

   if (output->styled)
      output_literal(output, styles[style]);
}

void output_plain(Output* output)
{
   output_style(output, OUTPUT_PLAIN);
}

/* In percent: from which share on something is hot, or warm. */
#define HOT  10
#define WARM 1

OutputStyle output_heat(double share)
{
   return share >= HOT    ? OUTPUT_HOT
          : share >= WARM ? OUTPUT_WARM
                          : OUTPUT_PLAIN;
}

/*------------------------------------------------------------*/
/*--- The width of lines                                   ---*/
/*------------------------------------------------------------*/

/* Returns how many columns the terminal has; 0 if that is unknown. */
static guint terminal_columns(int fd)
{
   struct winsize size;
   const char*    columns = g_getenv("COLUMNS");
   guint64        number;

   if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
      return size.ws_col;
   if (columns
       && g_ascii_string_to_unsigned(columns, 10, 1, G_MAXUINT16, &number,
                                     NULL))
      return number;
   return 0;
}

void output_limit_columns(Output* output, guint columns)
{
   if (columns == OUTPUT_TERMINAL_COLUMNS)
      columns = isatty(output->fd) ? terminal_columns(output->fd) : 0;
   if (columns == 0)
      return;
   output->columns = columns;
   output->line    = g_string_new(NULL);
   output->cut     = g_string_new(NULL);
}

guint output_columns(const Output* output)
{
   return output->columns;
}

gboolean output_fits(const Output* output, const char* text)
{
   if (output->columns == 0)
      return TRUE;
   /* Many lines can have the same long text. */
   if (strlen(text) > (gsize)output->columns * MAX_COLUMN_BYTES)
      return FALSE;
   const char* newline = memrchr(output->buffer, '\n', output->used);
   const char* begun   = newline ? newline + 1 : output->buffer;
   GString*    line    = g_string_new(newline ? "" : output->line->str);

   g_string_append_len(line, begun, output->buffer + output->used - begun);
   if (output->escape)
      escape_append(line, text, strlen(text));
   else
      g_string_append(line, text);
   gboolean fits =
      width_after(0, line->str, line->len, output->styled) <= output->columns;
   g_string_free(line, TRUE);
   return fits;
}
