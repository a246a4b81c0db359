/* SPDX-License-Identifier: GPL-2.0-or-later */
/* repository.c: see repository.h.

   What a repository configures can run commands when git looks at the working
   tree or at the index, compares, fetches, commits or checks out.  Of git, only
   this runs here: `rev-parse', which resolves names, `ls-tree' and `cat-file
   --batch-command', which read objects.  What the configuration can do to
   these:

   core.fsmonitor   Runs when the index is read, as for the revision ":a.c".  It
                    is switched off on the command line.
   remote.*         In a partial clone, git fetches an object that is missing,
                    with a command (`url = ext::...', `uploadpack', `vcs',
                    core.sshCommand, core.gitProxy, core.askPass,
                    credential.helper).  GIT_NO_LAZY_FETCH forbids this; older
                    versions do not know it, so GIT_ALLOW_PROTOCOL, which comes
                    before protocol.*.allow, also allows no protocol.
   filter.*         Only for files of the working tree, and for `cat-file
                    --filters'; diff.*.textconv for `--textconv'; other keys of
                    diff.* for `git diff'.
   pager.*          Only if standard output is a terminal; here it is a pipe.
   alias.*          Not for git's own commands.
   core.hooksPath   None of the three commands has a hook.
   include.path     Is only read.
   core.worktree    Says where the working tree is; check_top() refuses one that
                    is elsewhere.

   Signatures (gpg.*) are not checked, submodules not entered, and editors not
   started.  trace2.* is not read from a repository. */

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <gio/gio.h>

#include "compare/repository.h"
#include "lib/budget.h"
#include "lib/child.h"
#include "lib/hash.h"
#include "lib/message.h"
#include "lib/regular.h"

/* So many symbolic links may be in a path, and in what they lead to: as many as
   Linux allows. */
#define MAX_LINKS 40

/* No link can lead to a longer path, in bytes; nor is any path followed through
   more components. */
#define MAX_TARGET     4096
#define MAX_COMPONENTS 256

/* The most that is read of what git lists, in bytes: a million files have less.
 */
#define MAX_OUTPUT (128 << 20)

/* What git may take: seconds for all commands that end and for an object, of
   processor time or because it waits, and bytes of memory.  A revision of a few
   kB can have any number of directories, a pack can hide gigabytes, and HEAD
   can be a FIFO. */
#define MAX_SECONDS 30
#define MAX_MEMORY  ((rlim_t)1 << 30)

/* The beginning of git's command lines. */
#define GIT "git", "-c", "core.fsmonitor=false"

struct Repository {
   char*    directory;
   int      requests; /* the socket to `git cat-file' */
   FILE*    answers;  /* the same; NULL if it does not run */
   gboolean failed;   /* it was wrong once, and is not asked again */
};

/* What a link leads to in the end, and through how many links, with itself, and
   components. */
typedef struct {
   char* path; /* NULL: out of the repository, or through too many of them */
   guint links, components;
} Led;

struct Revision {
   Repository* repository;
   GHashTable* files;   /* char*, the object's id, by path */
   GHashTable* links;   /* the same for symbolic links */
   GHashTable* targets; /* char*, what links lead to, by path; "": nothing that
                           a path can have */
   GHashTable* led;     /* Led, of links that were followed, by path: thousands
                           of files can have the same directories */
};

/*------------------------------------------------------------*/
/*--- Running git                                          ---*/
/*------------------------------------------------------------*/

/* How long commands took that have ended, in microseconds. */
static gint64 git_time;

/* Returns what is left, at least a second. */
static guint seconds_left(void)
{
   return MAX(MAX_SECONDS - git_time / G_USEC_PER_SEC, 1);
}

/* For the process that will be git. */
static void limit_git(gpointer unused)
{
   child_limit(MAX_SECONDS, MAX_MEMORY);
}

/* For one that ends when it has answered: it may not wait either. */
static void limit_git_command(gpointer unused)
{
   sigset_t alarm_only;

   limit_git(NULL);
   sigemptyset(&alarm_only);
   sigaddset(&alarm_only, SIGALRM);
   sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
   signal(SIGALRM, SIG_DFL);
   alarm(seconds_left());
}

/* Returns what starts git in a directory; NULL is the current one. */
static GSubprocessLauncher* git_launcher(const char*          directory,
                                         GSubprocessFlags     flags,
                                         GSpawnChildSetupFunc limit)
{
   GSubprocessLauncher* launcher = g_subprocess_launcher_new(flags);

   if (directory)
      g_subprocess_launcher_set_cwd(launcher, directory);
   g_subprocess_launcher_set_child_setup(launcher, limit, NULL, NULL);
   g_subprocess_launcher_setenv(launcher, "GIT_NO_LAZY_FETCH", "1", TRUE);
   g_subprocess_launcher_setenv(launcher, "GIT_ALLOW_PROTOCOL", "", TRUE);
   return launcher;
}

/* Starts git, and frees the launcher.  Ends the program with a message if git
   cannot be run. */
static GSubprocess* start_git(GSubprocessLauncher* launcher,
                              const char* context, const char* const* argv)
{
   GError*      error = NULL;
   GSubprocess* git   = g_subprocess_launcher_spawnv(launcher, argv, &error);

   if (!git)
      message_fail("%s: %s (git is in the package git)", context,
                   error->message);
   g_object_unref(launcher);
   return git;
}

/* Returns what git says in one line, if that is about where it runs; the caller
   frees it.  Else returns NULL: git also quotes what it cannot read, and a
   repository can have links to any file in the place of its own. */
static char* complaint_of(FILE* errors)
{
   static const char* const shown[] = {
      "fatal: not a git repository",
      "fatal: detected dubious ownership",
      "fatal: this operation must be run in a work tree",
   };
   char     text[4096];
   gsize    length;
   GString* line = g_string_new(NULL);

   rewind(errors);
   length       = fread(text, 1, sizeof text - 1, errors);
   text[length] = '\0';
   char** words = g_strsplit_set(text, " \t\n", -1);
   for (char** word = words; *word; word++)
      if (**word != '\0')
         g_string_append_printf(line, "%s%s", line->len > 0 ? " " : "", *word);
   g_strfreev(words);
   for (guint i = 0; i < G_N_ELEMENTS(shown); i++)
      if (g_str_has_prefix(line->str, shown[i]))
         return g_string_free(line, FALSE);
   g_string_free(line, TRUE);
   return NULL;
}

/* Reads what git writes.  Returns it with a NUL after it and sets *size; the
   caller frees it.  It is cut off somewhere after MAX_OUTPUT bytes. */
static char* read_output(GInputStream* stream, gsize* size)
{
   GString* text = g_string_new(NULL);
   char     bytes[64 * 1024];
   gssize   n;

   while (text->len <= MAX_OUTPUT
          && (n = g_input_stream_read(stream, bytes, sizeof bytes, NULL, NULL))
                > 0)
      g_string_append_len(text, bytes, n);
   *size = text->len;
   budget_add_bytes(BUDGET_NAMED, text->len);
   return g_string_free(text, FALSE);
}

/* Runs git in a directory, NULL for the current one.  Returns what it writes,
   with a NUL after it, and sets *size; the caller frees it.  Ends the program
   with the message `wrong', and the reason, if it cannot be run, fails or
   writes too much: a revision of a few kB can list any number of files. */
static char* run_git(const char* wrong, const char* directory,
                     const char* const* argv, gsize* size)
{
   FILE* errors = tmpfile();

   if (!errors)
      message_fail("%s: %s", wrong, g_strerror(errno));
   GSubprocessLauncher* launcher = git_launcher(
      directory, G_SUBPROCESS_FLAGS_STDOUT_PIPE, limit_git_command);
   g_subprocess_launcher_take_stderr_fd(launcher, dup(fileno(errors)));
   gint64       begun = g_get_monotonic_time();
   GSubprocess* git   = start_git(launcher, wrong, argv);
   char*        text  = read_output(g_subprocess_get_stdout_pipe(git), size);
   if (*size > MAX_OUTPUT) {
      g_subprocess_force_exit(git);
      message_fail("%s: git writes more than %d MB (names of files)", wrong,
                   MAX_OUTPUT >> 20);
   }
   if (g_subprocess_wait(git, NULL, NULL) && g_subprocess_get_if_signaled(git))
      message_fail("%s: git takes more than %d s or %d GB", wrong, MAX_SECONDS,
                   (int)(MAX_MEMORY >> 30));
   if (!g_subprocess_get_successful(git)) {
      const char* reason = complaint_of(errors);
      if (!reason && ftell(errors) > 0)
         reason = "git cannot read the repository";
      message_fail("%s%s%s", wrong, reason ? ": " : "", reason ? reason : "");
   }
   git_time += g_get_monotonic_time() - begun;
   fclose(errors);
   g_object_unref(git);
   return text;
}

/* Returns a line that git writes; the caller frees it. */
static char* run_git_for_line(const char* wrong, const char* directory,
                              const char* const* argv)
{
   gsize size;
   char* line = run_git(wrong, directory, argv, &size);

   /* Before the newline, there may be others: it can be a directory's name. */
   if (size > 0 && line[size - 1] == '\n')
      line[size - 1] = '\0';
   return line;
}

/*------------------------------------------------------------*/
/*--- Reading objects                                      ---*/
/*------------------------------------------------------------*/

/* Starts the process that reads objects.  It ends when this program does. */
static void start_reading(Repository* repository)
{
   static const char* const argv[] = {GIT, "cat-file", "--batch-command", NULL};

   GSubprocessLauncher* launcher = git_launcher(
      repository->directory, G_SUBPROCESS_FLAGS_STDERR_SILENCE, limit_git);
   const struct timeval limit = {.tv_sec = seconds_left()};
   int                  ends[2];

   /* A socket, because writing to a pipe that git has closed would end this
      program. */
   if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      message_fail("git cat-file: %s", g_strerror(errno));
   /* An object can be shorter than it says; git then waits for a request. */
   setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
   g_subprocess_launcher_take_stdin_fd(launcher, ends[1]);
   g_subprocess_launcher_take_stdout_fd(launcher, dup(ends[1]));
   g_object_unref(start_git(launcher, "git cat-file", argv));
   repository->requests = ends[0];
   repository->answers  = fdopen(ends[0], "r");
}

/* Ends the process that reads objects, whose answers are not what was asked
   for: what follows in them would be taken for the next answer. */
static void fail_reading(Repository* repository)
{
   g_clear_pointer(&repository->answers, fclose);
   repository->failed = TRUE;
}

/* Sends git a command about an object.  Returns whether git answers that it is
   a file, and sets its size. */
static gboolean ask_git(Repository* repository, const char* command,
                        const char* id, gsize* size)
{
   char  named[128], type[16];
   char* request = g_strconcat(command, " ", id, "\n", NULL);
   char  answer[256];
   gsize length = strlen(request);

   /* ID <blank> TYPE <blank> SIZE; or ID <blank> "missing". */
   gboolean whole = send(repository->requests, request, length, MSG_NOSIGNAL)
                       == (gssize)length
                    && fgets(answer, sizeof answer, repository->answers);
   int n = whole
              ? sscanf(answer, "%127s %15s %" G_GSIZE_FORMAT, named, type, size)
              : 0;
   g_free(request);
   if (n < 2 || strcmp(named, id) != 0)
      fail_reading(repository);
   return n == 3 && !repository->failed && strcmp(type, "blob") == 0;
}

/* Reads a file of some size.  Returns its text, with a NUL after it, or NULL if
   git gives no such file. */
static char* read_text(Repository* repository, const char* id, gsize wanted)
{
   gsize size;

   if (!ask_git(repository, "contents", id, &size) || size != wanted)
      return NULL;
   char* text = g_malloc0(size + 1);
   if (fread(text, 1, size, repository->answers) == size
       && getc(repository->answers) == '\n') {
      budget_add_bytes(BUDGET_NAMED, size);
      return text;
   }
   g_free(text);
   return NULL;
}

char* repository_read(Repository* repository, const char* id, gsize max_size,
                      gsize* size)
{
   char* text = NULL;

   if (!repository->answers && !repository->failed)
      start_reading(repository);
   if (repository->failed || !ask_git(repository, "info", id, size))
      *size = 0;
   /* Git need not unpack what is too large. */
   else if (*size <= max_size && !(text = read_text(repository, id, *size))) {
      fail_reading(repository);
      *size = 0;
   }
   return text;
}

/*------------------------------------------------------------*/
/*--- Files                                                ---*/
/*------------------------------------------------------------*/

static void free_led(gpointer data)
{
   Led* led = data;

   g_free(led->path);
   g_free(led);
}

/* Lists the files and links of a commit. */
static void list_files(Revision* revision, const char* context,
                       const char* commit)
{
   const char* const argv[] = {GIT,           "ls-tree", "-r", "-z",
                               "--full-tree", commit,    NULL};

   gsize size;
   char* listing =
      run_git(context, revision->repository->directory, argv, &size);

   /* Up to each NUL: MODE <blank> TYPE <blank> ID <tab> PATH.  What is no file,
      a submodule, has another type.  120000 is the mode of links. */
   for (char* entry = listing; entry < listing + size;
        entry += strlen(entry) + 1) {
      char* path = strchr(entry, '\t');
      char* type = strchr(entry, ' ');
      if (path && type && g_str_has_prefix(type, " blob "))
         g_hash_table_insert(
            g_str_has_prefix(entry, "120000 ") ? revision->links
                                               : revision->files,
            g_strdup(path + 1), g_strndup(type + 6, path - (type + 6)));
   }
   g_free(listing);
}

/* A path that is followed, component by component. */
typedef struct {
   GString* done; /* without symbolic links, from the top directory */
   guint    links, components;
   guint    depth;    /* this is what so many links lead to, one in another */
   gboolean too_deep; /* there were too many */
} LinkWalk;

/* Removes the last component of what is done; FALSE: there is none. */
static gboolean go_up(LinkWalk* walk)
{
   const char* slash = strrchr(walk->done->str, '/');
   gboolean    any   = walk->done->len > 0;

   g_string_truncate(walk->done, slash ? slash - walk->done->str : 0);
   return any;
}

/* Returns what a link leads to, by its path and the id of its object; "" if
   no path can be that. */
static const char* link_target(const Revision* revision, const char* path,
                               const char* id)
{
   char* target = g_hash_table_lookup(revision->targets, path);
   gsize size;

   if (!target) {
      target = repository_read(revision->repository, id, MAX_TARGET, &size);
      if (!target || strlen(target) != size) {
         g_free(target);
         target = g_strdup("");
      }
      g_hash_table_insert(revision->targets, g_strdup(path), target);
   }
   return target;
}

static gboolean follow_path(const Revision* revision, LinkWalk* walk,
                            const char* path);

/* Follows a link, the last component of what is done.  Returns NULL if there
   are too many around it; then it is not known what it leads to. */
static const Led* follow_new_link(const Revision* revision, LinkWalk* walk,
                                  const char* id)
{
   const char* target = link_target(revision, walk->done->str, id);
   LinkWalk    inner  = {.done  = g_string_new(walk->done->str),
                         .links = 1,
                         .depth = walk->depth + 1};
   gboolean    inside = FALSE;

   if (inner.depth > MAX_LINKS)
      inner.too_deep = TRUE;
   else if (*target != '\0' && *target != '/') {
      char* path = g_strconcat(target, "/", NULL);
      go_up(&inner);
      inside = follow_path(revision, &inner, path);
      g_free(path);
   }
   char* real = g_string_free(inner.done, !inside);
   /* From the outermost link, they are too many for any path. */
   if (inner.too_deep && walk->depth > 0) {
      walk->too_deep = TRUE;
      return NULL;
   }
   Led* led = g_new(Led, 1);
   *led     = (Led){real, inner.links, inner.components};
   g_hash_table_insert(revision->led, g_strdup(walk->done->str), led);
   return led;
}

/* If what is done is a link, puts what it leads to in its place.  Returns FALSE
   if it leads out of the repository, or through too many links. */
static gboolean follow_link(const Revision* revision, LinkWalk* walk)
{
   const char* id = g_hash_table_lookup(revision->links, walk->done->str);

   if (!id)
      return TRUE;
   const Led* led = g_hash_table_lookup(revision->led, walk->done->str);
   if (!led)
      led = follow_new_link(revision, walk, id);
   if (!led || !led->path)
      return FALSE;
   walk->links += led->links;
   walk->components += led->components;
   g_string_assign(walk->done, led->path);
   return walk->links <= MAX_LINKS;
}

/* Follows a component of some length.  Returns FALSE if it leads out of the
   repository, or through too many links or components. */
static gboolean follow_component(const Revision* revision, LinkWalk* walk,
                                 const char* name, gsize length)
{
   gboolean is_up  = length == 2 && strncmp(name, "..", 2) == 0;
   gboolean is_dot = length == 0 || (length == 1 && *name == '.');

   if (++walk->components > MAX_COMPONENTS)
      return FALSE;
   if (is_up)
      return go_up(walk);
   if (is_dot)
      return TRUE;
   if (walk->done->len > 0)
      g_string_append_c(walk->done, '/');
   g_string_append_len(walk->done, name, length);
   return follow_link(revision, walk) && walk->components <= MAX_COMPONENTS;
}

/* Follows a path from what is done.  Returns the same. */
static gboolean follow_path(const Revision* revision, LinkWalk* walk,
                            const char* path)
{
   gboolean inside = TRUE;

   while (inside && *path != '\0') {
      gsize length = strcspn(path, "/");
      inside       = follow_component(revision, walk, path, length);
      path += length + (path[length] == '/');
   }
   return inside;
}

char* repository_follow(const Revision* revision, const char* path)
{
   LinkWalk walk   = {.done = g_string_new(NULL)};
   gboolean inside = follow_path(revision, &walk, path);

   return g_string_free(walk.done, !inside);
}

const char* repository_file(const Revision* revision, const char* path)
{
   char*       real = repository_follow(revision, path);
   const char* id   = real ? g_hash_table_lookup(revision->files, real) : NULL;

   g_free(real);
   return id;
}

/*------------------------------------------------------------*/
/*--- The repository                                       ---*/
/*------------------------------------------------------------*/

/* Reads a file that contains one path, as git writes them.  Returns the path,
   which the caller frees.  Returns NULL if it is no regular file, or if it has
   PATH_MAX bytes or more. */
static char* read_path(const char* name)
{
   struct stat status;
   char        path[PATH_MAX];
   int         fd     = regular_open(name, &status);
   gssize      length = fd >= 0 ? read(fd, path, sizeof path) : -1;

   if (fd >= 0)
      close(fd);
   return length >= 0 && length < (gssize)sizeof path
             ? g_strchomp(g_strndup(path, length))
             : NULL;
}

/* Returns whether a repository says itself that its working tree is `top',
   which has "/" at its end: the one of a submodule does so in core.worktree,
   and that of another working tree in a file. */
static gboolean points_back(const char* context, const char* top,
                            const char* repository)
{
   const char* const argv[] = {GIT, "rev-parse", "--show-toplevel", NULL};
   char*             file   = g_build_filename(repository, "gitdir", NULL);
   gboolean          points = FALSE;
   struct stat       named, own;

   if (lstat(file, &named) == 0) {
      /* The path of a file .git.  Directories are compared: a link, of either
         kind, in another directory is the same file. */
      char* path = read_path(file);
      char* link = path ? g_canonicalize_filename(path, repository) : NULL;
      char* tree = link ? g_path_get_dirname(link) : NULL;
      points     = tree && stat(tree, &named) == 0 && stat(top, &own) == 0
               && named.st_dev == own.st_dev && named.st_ino == own.st_ino;
      g_free(path);
      g_free(link);
      g_free(tree);
   } else {
      char* tree = run_git_for_line(context, repository, argv);
      points =
         g_str_has_prefix(top, tree) && strcmp(top + strlen(tree), "/") == 0;
      g_free(tree);
   }
   g_free(file);
   return points;
}

/* Returns whether a repository has its objects and revisions itself, or is one
   of the working trees of the repository that has them.  A file `commondir' can
   name any other. */
static gboolean is_complete(const char* context, const char* top,
                            const char* repository)
{
   static const char* const argv[] = {GIT, "rev-parse", "--git-common-dir",
                                      NULL};

   char*    named    = run_git_for_line(context, top, argv);
   char*    absolute = g_canonicalize_filename(named, top);
   char*    common   = realpath(absolute, NULL);
   char*    own      = realpath(repository, NULL);
   char*    trees    = g_strconcat(common ? common : "", "/worktrees/", NULL);
   gboolean complete =
      common && own
      && (strcmp(common, own) == 0 || g_str_has_prefix(own, trees));

   g_free(named);
   g_free(absolute);
   free(common);
   free(own);
   g_free(trees);
   return complete;
}

/* Ends the program if .git of the working tree is no directory, or not a whole
   repository, but leads to that of another working tree, whose files would be
   shown. */
static void check_git_file(const char* context, const char* top,
                           const char* repository)
{
   char* git = g_strconcat(top, ".git", NULL);
   char* wrong =
      g_strdup_printf("%s: %s leads to %s, which does not say "
                      "that this is its working tree; GIT_DIR allows it",
                      context, git, repository);
   struct stat status;

   if (!is_complete(context, top, repository)
       || (lstat(git, &status) == 0 && !S_ISDIR(status.st_mode)
           && !points_back(wrong, top, repository)))
      message_fail("%s", wrong);
   g_free(wrong);
   g_free(git);
}

/* Ends the program if the current directory is not in the working tree, or if
   another repository, or none, is found from there: then core.worktree names a
   directory that has nothing to do with the repository, and its files would be
   shown as sources.  GIT_DIR of the environment is the user's. */
static void check_top(const char* context, const char* top)
{
   static const char* const argv[] = {GIT, "rev-parse", "--absolute-git-dir",
                                      NULL};

   if (g_getenv("GIT_DIR"))
      return;
   char* here    = run_git_for_line(context, NULL, argv);
   char* there   = run_git_for_line(context, top, argv);
   char* current = realpath(".", NULL);
   char* below   = g_strconcat(current ? current : "", "/", NULL);
   char* tree = g_strconcat(top, g_str_has_suffix(top, "/") ? "" : "/", NULL);
   if (strcmp(here, there) != 0 || !g_str_has_prefix(below, tree))
      message_fail("%s: only core.worktree makes %s the working tree of the "
                   "repository %s",
                   context, top, here);
   check_git_file(context, tree, here);
   free(current);
   g_free(below);
   g_free(tree);
   g_free(here);
   g_free(there);
}

/* What the environment says from this directory on holds in another one. */
static void keep_environment(void)
{
   static const char* const names[] = {
      "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"};

   for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
      const char* path = g_getenv(names[i]);
      if (path && *path != '\0') {
         char* absolute = g_canonicalize_filename(path, NULL);
         g_setenv(names[i], absolute, TRUE);
         g_free(absolute);
      }
   }
}

Repository* repository_open(const char* context)
{
   static const char* const argv[] = {GIT, "rev-parse", "--show-toplevel",
                                      NULL};

   keep_environment();
   Repository* repository = g_new0(Repository, 1);
   char*       top        = run_git_for_line(context, NULL, argv);

   check_top(context, top);
   repository->directory =
      g_strconcat(top, g_str_has_suffix(top, "/") ? "" : "/", NULL);
   g_free(top);
   return repository;
}

const char* repository_directory(const Repository* repository)
{
   return repository->directory;
}

Revision* repository_revision(Repository* repository, const char* context,
                              const char* name)
{
   if (*name == '-')
      message_fail("%s: a revision cannot begin with \"-\"", context);
   /* ":FILE" is none, and git may write to the index that it reads for it. */
   if (*name == ':' && name[1] != '/')
      message_fail("%s: there is no revision %s", context, name);
   char* wrong  = g_strdup_printf("%s: there is no revision %s", context, name);
   char* object = g_strconcat(*name ? name : "HEAD", "^{commit}", NULL);
   const char* const argv[] = {GIT,       "rev-parse", "--verify",
                               "--quiet", object,      NULL};
   char*     commit   = run_git_for_line(wrong, repository->directory, argv);
   Revision* revision = g_new0(Revision, 1);

   /* "^HEAD" is everything but HEAD. */
   if (!g_ascii_isxdigit(*commit))
      message_fail("%s", wrong);
   revision->repository = repository;
   revision->files =
      g_hash_table_new_full(hash_text, g_str_equal, g_free, g_free);
   revision->links =
      g_hash_table_new_full(hash_text, g_str_equal, g_free, g_free);
   revision->targets =
      g_hash_table_new_full(hash_text, g_str_equal, g_free, g_free);
   revision->led =
      g_hash_table_new_full(hash_text, g_str_equal, g_free, free_led);
   list_files(revision, context, commit);
   g_free(wrong);
   g_free(object);
   g_free(commit);
   return revision;
}
