/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hostile.c: end in a way that makes it hard for a tool to write its files. The
   first argument names the way.  check_hostile compares what is left with what
   Valgrind's own Cachegrind leaves.

   A new way is a new WAY(name) and a row in check_hostile.  What a way returns
   is the exit status. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define STATUS     5 /* of a program that comes to its end */
#define OTHER_USER 65533

typedef struct {
   const char *name;
   int (*end)(void);
} Way;

/* The linker makes one table of all rows. */
extern const Way __start_ways[], __stop_ways[];

#define WAY(name)                                                              \
   static int       name(void);                                                \
   static const Way row_##name                                                 \
      __attribute__((used, section("ways"))) = {#name, name};                  \
   static int name(void)

static char *self; /* the path of this program */

static int fail(const char *what)
{
   perror(what);
   return 99;
}

/*------------------------------------------------------------*/
/*--- Descriptors                                          ---*/
/*------------------------------------------------------------*/

WAY(close_all)
{
   for (int fd = 0; fd < 1024; fd++)
      close(fd);
   return STATUS;
}

WAY(close_from)
{
   closefrom(3);
   return STATUS;
}

WAY(close_stderr)
{
   close(2);
   return STATUS;
}

WAY(dup2_high)
{
   for (int fd = 3; fd < getdtablesize(); fd++)
      dup2(1, fd);
   return STATUS;
}

WAY(use_up_descriptors)
{
   while (open("/dev/null", O_RDONLY) >= 0)
      continue;
   return STATUS;
}

/*------------------------------------------------------------*/
/*--- Directories, files and rights                        ---*/
/*------------------------------------------------------------*/

/* If the directory is there, it need not be empty. */
WAY(chroot_to_empty)
{
   if ((mkdir("empty", 0700) != 0 && errno != EEXIST) || chroot("empty") != 0)
      return fail("chroot");
   return STATUS;
}

/* Another directory takes the place of this one. */
WAY(mount_over)
{
   char here[4096];

   if (!getcwd(here, sizeof here) || unshare(CLONE_NEWNS) != 0
       || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
       || mount("none", here, "tmpfs", 0, NULL) != 0)
      return fail("mount");
   return STATUS;
}

WAY(directory_deleted)
{
   if (mkdir("gone", 0700) != 0 || chdir("gone") != 0 || rmdir("../gone") != 0)
      return fail("gone");
   return STATUS;
}

/* The next two: of the profile, which check_hostile puts there. */
WAY(profile_directory_deleted)
{
   return rmdir("profiles") == 0 ? STATUS : fail("rmdir");
}

WAY(profile_directory_renamed)
{
   return rename("profiles", "others") == 0 ? STATUS : fail("rename");
}

/* Remove the tool's temporary files, and put another file in their place if
   `text' is not NULL. */
static void remove_temps(const char *text)
{
   DIR           *here = opendir(".");
   struct dirent *entry;

   while (here && (entry = readdir(here))) {
      if (strncmp(entry->d_name, ".cachegrind.", 12) != 0)
         continue;
      unlink(entry->d_name);
      if (text) {
         int fd = open(entry->d_name, O_WRONLY | O_CREAT | O_EXCL, 0600);

         if (write(fd, text, strlen(text)) < 0)
            perror("write");
         close(fd);
      }
   }
}

WAY(temp_removed)
{
   remove_temps(NULL);
   return STATUS;
}

WAY(temp_replaced)
{
   remove_temps("the program's own\n");
   return STATUS;
}

WAY(temp_removed_and_exec_fails)
{
   remove_temps(NULL);
   execl("/missing", "missing", NULL);
   return STATUS;
}

/* The name of an output file may contain this variable. */
WAY(variable_changed)
{
   char *value = getenv("CG_TEST");

   value[0] = 'x';
   setenv("CG_TEST", "other", 1);
   return STATUS;
}

WAY(umask_all)
{
   umask(0777);
   return STATUS;
}

WAY(set_uid)
{
   return setuid(OTHER_USER) == 0 ? STATUS : fail("setuid");
}

WAY(set_effective_uid)
{
   return seteuid(OTHER_USER) == 0 ? STATUS : fail("seteuid");
}

WAY(unshare_files)
{
   return unshare(CLONE_FS | CLONE_FILES) == 0 ? STATUS : fail("unshare");
}

WAY(new_session)
{
   if (fork() == 0) {
      setsid();
      return STATUS;
   }
   wait(NULL);
   return STATUS;
}

/*------------------------------------------------------------*/
/*--- Other programs                                       ---*/
/*------------------------------------------------------------*/

WAY(do_nothing)
{
   return 6;
}

static void exec_self(void)
{
   execl(self, self, "do_nothing", NULL);
   perror(self);
}

WAY(exec)
{
   exec_self();
   return STATUS;
}

static void *exec_of_thread(void *unused)
{
   exec_self();
   return unused;
}

static void start(void *(*body)(void *), int detached)
{
   pthread_t      thread;
   pthread_attr_t attr;

   pthread_attr_init(&attr);
   if (detached)
      pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
   if (pthread_create(&thread, &attr, body, NULL) != 0)
      abort();
}

WAY(exec_from_thread)
{
   start(exec_of_thread, 0);
   for (;;)
      pause();
   return STATUS;
}

WAY(exec_fails)
{
   execl("/missing", "missing", NULL);
   return STATUS;
}

static void write_script(const char *text)
{
   int fd = open("script", O_WRONLY | O_CREAT | O_EXCL, 0700);

   if (write(fd, text, strlen(text)) < 0)
      perror("script");
   close(fd);
   execl("./script", "script", NULL);
}

WAY(exec_script)
{
   write_script("#!/bin/sh\nexit 7\n");
   return STATUS;
}

WAY(exec_without_interpreter)
{
   write_script("#!/missing\n");
   return STATUS;
}

WAY(exec_descriptor)
{
   char *argv[] = {self, "do_nothing", NULL};

   fexecve(open(self, O_RDONLY | O_CLOEXEC), argv, environ);
   return STATUS;
}

WAY(exec_at)
{
   char *name   = strrchr(self, '/');
   char *argv[] = {self, "do_nothing", NULL};

   *name = '\0';
   syscall(SYS_execveat, open(self, O_PATH | O_DIRECTORY), name + 1, argv,
           environ, 0);
   return fail("execveat");
}

/* Paths that cannot be read, and descriptors that lead nowhere.  (A string that
   begins in a page and has no end there crashes the core.) */
WAY(exec_bad_paths)
{
   const char *hidden =
      mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   const char *bad[]  = {NULL, (char *)1, (char *)-1, hidden, "", "below"};
   char       *argv[] = {self, "do_nothing", NULL};
   int         fds[]  = {-1, 99, AT_FDCWD, open(".", O_RDONLY),
                         open("empty", O_RDWR | O_CREAT, 0600)};

   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      execve(bad[i], argv, environ);
      for (size_t k = 0; k < sizeof fds / sizeof fds[0]; k++) {
         syscall(SYS_execveat, fds[k], bad[i], argv, environ, 0);
         syscall(SYS_execveat, fds[k], bad[i], argv, environ, AT_EMPTY_PATH);
      }
   }
   return STATUS;
}

/* One call that fails although there is the program, and one that does not. */
WAY(exec_bad_arguments)
{
   char **hidden =
      mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   execve(self, hidden, environ);
   exec_self();
   return STATUS;
}

WAY(exec_memory)
{
   char   *argv[] = {self, "do_nothing", NULL};
   int     from = open(self, O_RDONLY), to = memfd_create("copy", 0);
   char    bytes[1 << 16];
   ssize_t n;

   while ((n = read(from, bytes, sizeof bytes)) > 0)
      if (write(to, bytes, n) != n)
         return fail("write");
   fexecve(to, argv, environ);
   return STATUS;
}

WAY(vfork_and_exec)
{
   if (vfork() == 0) {
      exec_self();
      _exit(98);
   }
   wait(NULL);
   return STATUS;
}

WAY(vfork_and_exit)
{
   if (vfork() == 0)
      _exit(7);
   wait(NULL);
   return STATUS;
}

WAY(spawn)
{
   char *argv[] = {self, "do_nothing", NULL};
   pid_t pid;
   int   status;

   if (posix_spawn(&pid, self, NULL, NULL, argv, environ) != 0
       || waitpid(pid, &status, 0) != pid)
      return fail("spawn");
   return WEXITSTATUS(status);
}

WAY(call_system)
{
   return WEXITSTATUS(system("exit 8"));
}

WAY(make_daemon)
{
   return daemon(1, 1) == 0 ? STATUS : fail("daemon");
}

WAY(fork_twice)
{
   if (fork() == 0 && fork() == 0)
      return 7;
   while (wait(NULL) > 0)
      continue;
   return STATUS;
}

WAY(fork_and_kill_parent)
{
   pid_t parent = getpid();

   if (fork() > 0)
      for (;;)
         pause();
   kill(parent, SIGKILL);
   return STATUS;
}

WAY(fork_and_kill_child)
{
   pid_t child = fork();

   if (child == 0)
      for (;;)
         pause();
   kill(child, SIGKILL);
   wait(NULL);
   return STATUS;
}

WAY(new_pid_namespace)
{
   if (unshare(CLONE_NEWPID) != 0)
      return fail("unshare");
   if (fork() == 0)
      return 7;
   wait(NULL);
   return STATUS;
}

/*------------------------------------------------------------*/
/*--- Signals                                              ---*/
/*------------------------------------------------------------*/

WAY(sigkill)
{
   return kill(getpid(), SIGKILL);
}

WAY(sigpipe)
{
   int ends[2];

   if (pipe(ends) != 0)
      return fail("pipe");
   close(ends[0]);
   return write(ends[1], "x", 1);
}

WAY(sigalrm)
{
   struct itimerval soon = {.it_value = {.tv_usec = 1000}};

   setitimer(ITIMER_REAL, &soon, NULL);
   for (;;)
      pause();
   return STATUS;
}

WAY(sigxcpu)
{
   struct rlimit limit = {1, RLIM_INFINITY};

   setrlimit(RLIMIT_CPU, &limit);
   for (;;)
      continue;
   return STATUS;
}

WAY(sigbus)
{
   int   fd   = open("empty", O_RDWR | O_CREAT, 0600);
   char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

   return *(volatile char *)page;
}

#ifdef __aarch64__
#define BREAKPOINT "brk 0"
#define JUMP       "b 1f\n"
#else
#define BREAKPOINT "int3"
#define JUMP       "jmp 1f\n"
#endif

WAY(sigtrap)
{
   asm volatile(BREAKPOINT);
   return STATUS;
}

WAY(sigrtmin)
{
   return raise(SIGRTMIN);
}

WAY(stop_and_continue)
{
   pid_t parent = getpid();

   if (fork() == 0) {
      /* Nobody tells a child that its parent has stopped. */
      for (int i = 0; i < 3000; i++) {
         char path[40], state[200] = "";
         int  fd;

         snprintf(path, sizeof path, "/proc/%d/stat", parent);
         fd = open(path, O_RDONLY);
         if (read(fd, state, sizeof state - 1) > 0 && strstr(state, ") T "))
            break;
         close(fd);
         usleep(10000);
      }
      kill(parent, SIGCONT);
      _exit(0);
   }
   raise(SIGSTOP);
   wait(NULL);
   return STATUS;
}

WAY(all_signals_blocked)
{
   sigset_t all;

   sigfillset(&all);
   sigprocmask(SIG_BLOCK, &all, NULL);
   raise(SIGTERM);
   return STATUS;
}

static volatile int deep;

static int overflow(int n)
{
   volatile char frame[10000];

   frame[0] = n;
   deep     = n;
   return n < 1 << 30 ? overflow(n + 1) + frame[0] : n;
}

static void limit_stack(void)
{
   struct rlimit limit = {256 << 10, 256 << 10};

   setrlimit(RLIMIT_STACK, &limit);
}

WAY(stack_overflow)
{
   limit_stack();
   return overflow(0);
}

static void exit_7(int unused)
{
   (void)unused;
   _exit(7);
}

WAY(stack_overflow_handled)
{
   static char      stack[1 << 16];
   stack_t          alternative = {.ss_sp = stack, .ss_size = sizeof stack};
   struct sigaction action = {.sa_handler = exit_7, .sa_flags = SA_ONSTACK};

   limit_stack();
   sigaltstack(&alternative, NULL);
   sigaction(SIGSEGV, &action, NULL);
   return overflow(0);
}

static void call_exit(int unused)
{
   (void)unused;
   exit(7);
}

WAY(exit_in_handler)
{
   signal(SIGUSR1, call_exit);
   return raise(SIGUSR1);
}

/*------------------------------------------------------------*/
/*--- Exits                                                ---*/
/*------------------------------------------------------------*/

WAY(call_abort)
{
   abort();
}

WAY(abort_at_exit)
{
   return atexit(abort) == 0 ? STATUS : 99;
}

static void exit_again(void)
{
   exit(7);
}

WAY(exit_at_exit)
{
   return atexit(exit_again) == 0 ? STATUS : 99;
}

static void *exit_of_thread(void *unused)
{
   _exit(7);
   return unused;
}

WAY(exit_in_thread)
{
   start(exit_of_thread, 0);
   for (;;)
      pause();
   return STATUS;
}

static void *kill_of_thread(void *unused)
{
   kill(getpid(), SIGKILL);
   return unused;
}

WAY(sigkill_in_thread)
{
   start(kill_of_thread, 0);
   for (;;)
      pause();
   return STATUS;
}

static void *return_of_thread(void *unused)
{
   sched_yield();
   return unused;
}

WAY(last_thread_returns)
{
   start(return_of_thread, 0);
   pthread_exit(NULL);
}

static void *late_exit_of_thread(void *unused)
{
   usleep(1000);
   exit(7);
   return unused;
}

WAY(main_thread_exits_first)
{
   start(late_exit_of_thread, 1);
   pthread_exit(NULL);
}

static void *loop_of_thread(void *unused)
{
   for (;;)
      sched_yield();
   return unused;
}

WAY(threads_still_run)
{
   start(loop_of_thread, 1);
   start(loop_of_thread, 1);
   return STATUS;
}

/*------------------------------------------------------------*/
/*--- Limits                                               ---*/
/*------------------------------------------------------------*/

static int limit(int resource, rlim_t soft, rlim_t hard)
{
   struct rlimit limits = {soft, hard};

   return setrlimit(resource, &limits) == 0 ? STATUS : fail("setrlimit");
}

#define MiB ((rlim_t)1 << 20)

WAY(fsize_soft)
{
   return limit(RLIMIT_FSIZE, 0, RLIM_INFINITY);
}

WAY(fsize_hard)
{
   return limit(RLIMIT_FSIZE, 0, 0);
}

WAY(fsize_ignored)
{
   signal(SIGXFSZ, SIG_IGN);
   return limit(RLIMIT_FSIZE, 0, RLIM_INFINITY);
}

/* The limit is in force again after the tool has written its files. */
WAY(fsize_and_exec_fails)
{
   limit(RLIMIT_FSIZE, 0, RLIM_INFINITY);
   signal(SIGXFSZ, SIG_IGN);
   execl("/missing", "missing", NULL);
   return write(open("own", O_WRONLY | O_CREAT, 0600), "x", 1) < 0 ? STATUS
                                                                   : 98;
}

WAY(fsize_exceeded)
{
   limit(RLIMIT_FSIZE, 0, RLIM_INFINITY);
   return write(open("own", O_WRONLY | O_CREAT, 0600), "x", 1);
}

WAY(as_60_soft)
{
   return limit(RLIMIT_AS, 60 * MiB, RLIM_INFINITY);
}

WAY(as_60_hard)
{
   return limit(RLIMIT_AS, 60 * MiB, 60 * MiB);
}

/* The limits that the program sees are its own. */
WAY(show_limits)
{
   struct rlimit files, memory;

   getrlimit(RLIMIT_FSIZE, &files);
   getrlimit(RLIMIT_AS, &memory);
   printf("%lu %lu\n", (unsigned long)files.rlim_cur,
          (unsigned long)memory.rlim_cur);
   return STATUS;
}

WAY(limits_and_fork)
{
   limit(RLIMIT_AS, 1024 * MiB, RLIM_INFINITY);
   limit(RLIMIT_FSIZE, MiB, RLIM_INFINITY);
   if (fork() == 0) {
      show_limits();
      exit(STATUS);
   }
   wait(NULL);
   if (mmap(NULL, 2048 * MiB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
       != MAP_FAILED)
      return 98;
   return show_limits();
}

WAY(limits_and_exec)
{
   limit(RLIMIT_AS, 1024 * MiB, RLIM_INFINITY);
   limit(RLIMIT_FSIZE, MiB, RLIM_INFINITY);
   execl("/missing", "missing", NULL);
   show_limits();
   fflush(stdout);
   execl(self, self, "show_limits", NULL);
   return fail("exec");
}

WAY(nofile_soft)
{
   return limit(RLIMIT_NOFILE, 0, 1024);
}

WAY(nofile_hard)
{
   return limit(RLIMIT_NOFILE, 0, 0);
}

WAY(data_0)
{
   return limit(RLIMIT_DATA, 0, 0);
}

WAY(stack_0)
{
   return limit(RLIMIT_STACK, 0, 0);
}

WAY(core_0)
{
   limit(RLIMIT_CORE, 0, 0);
   abort();
}

WAY(nproc_0)
{
   limit(RLIMIT_NPROC, 0, 0);
   return STATUS;
}

WAY(memory_used_up)
{
   size_t size = (size_t)1 << 40;

   while (size >= 1 << 20)
      if (mmap(NULL, size, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
          == MAP_FAILED)
         size >>= 1;
   return STATUS;
}

WAY(huge_brk)
{
   return sbrk((intptr_t)1 << 40) == (void *)-1 ? STATUS : 98;
}

/*------------------------------------------------------------*/
/*--- Modes of the process                                 ---*/
/*------------------------------------------------------------*/

WAY(set_personality)
{
   personality(ADDR_NO_RANDOMIZE);
   return STATUS;
}

WAY(not_dumpable)
{
   prctl(PR_SET_DUMPABLE, 0);
   return STATUS;
}

WAY(no_new_privileges)
{
   prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
   return STATUS;
}

WAY(seccomp_strict)
{
   prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
   syscall(SYS_exit, STATUS);
   return 98;
}

/* A sandbox in which either of two system calls kills. */
static int seccomp_without(int call_1, int call_2)
{
   struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call_1, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call_2, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
   };
   struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};

   prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
   return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0
             ? STATUS
             : fail("seccomp");
}

/* A process may not ask for its limits. */
WAY(seccomp_without_limits)
{
   return seccomp_without(SYS_getrlimit, SYS_prlimit64);
}

/* It may not open files. */
WAY(seccomp_without_open)
{
#ifdef SYS_open
   return seccomp_without(SYS_open, SYS_openat);
#else
   return seccomp_without(SYS_openat, SYS_openat);
#endif
}

/* It may not start others. */
WAY(seccomp_without_processes)
{
#ifdef SYS_fork
   return seccomp_without(SYS_fork, SYS_clone);
#else
   return seccomp_without(SYS_clone, SYS_clone);
#endif
}

WAY(trace_me)
{
   ptrace(PTRACE_TRACEME, 0, NULL, NULL);
   return STATUS;
}

int main(int argc, char *argv[])
{
   self = argv[0];
   for (const Way *way = __start_ways; way < __stop_ways; way++)
      if (argc > 1 && strcmp(argv[1], way->name) == 0)
         return way->end();
   fprintf(stderr, "hostile: no such way\n");
   return 99;
}
