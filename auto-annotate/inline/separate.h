/* SPDX-License-Identifier: GPL-2.0-or-later */
/* separate.h: the files beside an ELF file that contain its debug information.

   An ELF file names them, and libdw opens whatever has such a name.  If that is
   a FIFO, libdw waits for a writer for ever; and it unpacks what is compressed,
   which can become a thousand times as large, and reads holes.  So the places
   where libdw looks are checked first:

      .gnu_debuglink     /usr/bin/prog: /usr/bin/NAME, /usr/bin/.debug/NAME,
                         /usr/lib/debug/usr/bin/NAME, /usr/lib/debug/bin/NAME,
                         /usr/lib/debug/NAME; without a link, NAME is
                         prog.debug or prog
      .gnu_debugaltlink  NAME if it is absolute, else the same directories, and
                         .dwz in them, also with NAME without its directory
      DW_AT_dwo_name     relative to the ELF file, and to DW_AT_comp_dir; newer
                         libdw looks for prog.dwp first

   If the ELF file, or its debug information, is a symbolic link, libdw looks
   beside what that leads to, too.  The limits allow for what is found. */

#ifndef SEPARATE_H
#define SEPARATE_H

#include <elfutils/libdwfl.h>
#include <glib.h>

/* The directories of the table above, for Dwfl_Callbacks. */
#define SEPARATE_DIRECTORIES ":.debug:/usr/lib/debug"

/* Returns whether libdw may open a file: an ELF file that is not mostly a hole,
   and whose sections do not become many times as large. */
gboolean separate_can_open(int fd);

/* For Dwfl_Callbacks: finds a file as dwfl_standard_find_debuginfo(), whose
   parameters it has.  Returns its descriptor.  Returns -1 if there is none, or
   if a place where libdw would look has something that is neither a directory
   nor a file that separate_can_open(). */
int separate_find(Dwfl_Module* module, void** userdata, const char* module_name,
                  Dwarf_Addr base, const char* file, const char* link,
                  GElf_Word crc, char** found);

/* Returns whether separate_find() refused a file for that reason, or whether
   the file of a .gnu_debugaltlink has another one.  libdw may open them when it
   needs them, so the debug information must not be read then. */
gboolean separate_was_refused(Dwfl_Module* module, Dwarf* dwarf);

/* Returns whether debug information has a .gnu_debugaltlink.  libdw opens what
   it names without asking separate_find(), unless the debug information is the
   module's own. */
gboolean separate_has_alternative(Dwarf* dwarf);

/* The same for the .dwo file of a skeleton unit: what has its name is such a
   file or a directory, or there is none. */
gboolean separate_can_open_split(Dwfl_Module* module, Dwarf_Die* unit);

#endif
