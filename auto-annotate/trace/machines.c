/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machines.c: see machines.h. */

#include "trace/machines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define CPUID execute_cpuid
#else
#define CPUID NULL
#endif

#include "lib/message.h"
#include "lib/options.h"
#include "sim/machine/cg_lookup.h"

/* The value of --machine; NULL: the option is --machines. */
static const char* wanted;

/*------------------------------------------------------------*/
/*--- What cg_lookup asks                                  ---*/
/*------------------------------------------------------------*/

static Word read_link(const HChar* path, HChar* text, SizeT size)
{
   return readlink(path, text, size);
}

static Word read_bytes(const HChar* path, HChar* text, SizeT max)
{
   int   fd     = open(path, O_RDONLY | O_CLOEXEC);
   Word  n      = fd < 0 ? -1 : 1;
   SizeT length = 0;
   int   error;

   while (n > 0 && length < max) {
      n = read(fd, text + length, max - length);
      length += MAX(n, 0);
   }
   error = errno;
   if (fd >= 0)
      close(fd);
   return n < 0 ? -error : (Word)length;
}

static Bool list_directory(const HChar* path, void (*add)(const HChar* name))
{
   GDir*       dir = g_dir_open(path, 0, NULL);
   const char* name;

   if (!dir)
      return False;
   while ((name = g_dir_read_name(dir)))
      add(name);
   g_dir_close(dir);
   return True;
}

#if defined(__x86_64__) || defined(__i386__)
static CpuidResult execute_cpuid(UInt leaf, UInt subleaf)
{
   CpuidResult r;

   __cpuid_count(leaf, subleaf, r.eax, r.ebx, r.ecx, r.edx);
   return r;
}
#endif

static void print_note(const HChar* what)
{
   message_warn("--machine=%s: %s", wanted, what);
}

static G_GNUC_NORETURN void refuse_machine(const HChar* what)
{
   message_fail("--machine%s%s: %s", wanted ? "=" : "s", wanted ? wanted : "",
                what);
}

static G_GNUC_NORETURN void refuse_file(const HChar* path, UWord error)
{
   message_fail("%s: %s", path, g_strerror(error));
}

static G_GNUC_NORETURN void refuse_line(const HChar* path, MachineError* wrong)
{
   message_fail_with(g_error_new(MESSAGE_ERROR, 0, "%s:%u: %s", path,
                                 wrong->line, wrong->text));
}

static const Lookup lookup = {
   .installed   = "/../share/" PACKAGE "/machines",
   .configured  = MACHINES_DIRECTORY,
   .read_link   = read_link,
   .read_file   = read_bytes,
   .list        = list_directory,
   .cpuid       = CPUID,
   .nearest     = options_nearest,
   .note        = print_note,
   .refuse      = refuse_machine,
   .refuse_file = refuse_file,
   .refuse_line = refuse_line,
};

/*------------------------------------------------------------*/
/*--- For cg_conflicts                                     ---*/
/*------------------------------------------------------------*/

void machines_read(const char* name, Machine* machine)
{
   wanted = name;
   cg_lookup_read(&lookup, name, machine);
}

char* machines_file(const char* name)
{
   char buffer[CG_LOOKUP_PATH_SIZE];

   return g_strdup(cg_lookup_path(&lookup, name, buffer));
}

static GString* list;

static void append_machine(const HChar* name, const HChar* what)
{
   g_string_append_printf(list, "%-15s  %s\n", name, what);
}

char* machines_list(void)
{
   wanted = NULL;
   list   = g_string_new(NULL);
   cg_lookup_list(&lookup, append_machine);
   return g_string_free(list, FALSE);
}
