/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_system_files.c: which source files come with the compiler or the system;
   see cg_system_files.h. */

#include "conflicts/cg_system_files.h"

#include "conflicts/cg_text.h"

Bool cg_system_files_have(const HChar* path)
{
   static const HChar* const directories[] = {
      "/usr/include", "/usr/local/include", "/usr/lib/gcc", "/rustc",
      "/rust/deps"};
   static const HChar* const anywhere[] = {"/include/c++/",
                                           "/usr/src/rustc-",
                                           "/lib/rustlib/src/",
                                           "cargo/registry/src/",
                                           "/usr/share/cargo/registry/",
                                           "cargo/git/checkouts/"};

   for (UInt i = 0; i < sizeof directories / sizeof directories[0]; i++) {
      const HChar* rest = cg_text_after(path, directories[i]);

      if (rest && (*rest == '/' || *rest == '\0'))
         return True;
   }
   for (; *path; path++)
      for (UInt i = 0; i < sizeof anywhere / sizeof anywhere[0]; i++)
         if (cg_text_after(path, anywhere[i]))
            return True;
   return False;
}
