/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_calls.c: the functions that an instruction belongs to; see cg_calls.h.

   The core tells tools of inlined functions only in the text that it prints in
   stack traces.  Only its XML form has the directory of the file:

      <ip>0x10925C</ip>
      <obj>/src/prog</obj>
      <fn>allocate</fn>
      <dir>/usr/include/c++/12/bits</dir>
      <file>new_allocator.h</file>
      <line>137</line> */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "conflicts/cg_text.h"
#include "guest/cg_functions.h"
#include "variables/cg_calls.h"

/*------------------------------------------------------------*/
/*--- The core's text                                      ---*/
/*------------------------------------------------------------*/

/* A copy of what is between <tag> and </tag>; "" if there is none. */
static HChar* element(const HChar* xml, const HChar* tag)
{
   SizeT        size  = VG_(strlen)(tag) + 4;
   HChar*       mark  = VG_(malloc)("cg.calls.mark", size);
   const HChar* begin = "";
   const HChar* end;
   HChar*       copy;

   VG_(sprintf)(mark, "<%s>", tag);
   if ((end = VG_(strstr)(xml, mark)))
      begin = end + VG_(strlen)(mark);
   VG_(sprintf)(mark, "</%s>", tag);
   end                         = VG_(strstr)(begin, mark);
   copy                        = VG_(strdup)("cg.calls.element", begin);
   copy[end ? end - begin : 0] = '\0';
   cg_text_unescape(copy);
   VG_(free)(mark);
   return copy;
}

static const HChar* core_description(Addr ip, const InlIPCursor* cursor)
{
   Bool         was_xml = VG_(clo_xml);
   const HChar* xml;

   cg_functions_begin_symbols();
   VG_(clo_xml) = True;
   xml          = VG_(describe_IP)(VG_(current_DiEpoch)(), ip, cursor);
   VG_(clo_xml) = was_xml;
   cg_functions_end_symbols();
   return xml;
}

void cg_calls_at(Addr  ip, Bool (*visit)(const Call* call, void* data),
                 void* data)
{
   InlIPCursor* cursor = VG_(new_IIPC)(VG_(current_DiEpoch)(), ip);
   Bool         more;

   do {
      const HChar* xml  = core_description(ip, cursor);
      HChar*       fn   = element(xml, "fn");
      HChar*       dir  = element(xml, "dir");
      HChar*       file = element(xml, "file");
      HChar*       line = element(xml, "line");
      Call         call = {cg_functions_demangled(fn), dir, file,
                           (UInt)VG_(strtoll10)(line, NULL)};

      more = visit(&call, data);
      VG_(free)(fn);
      VG_(free)(dir);
      VG_(free)(file);
      VG_(free)(line);
   } while (more && cursor && VG_(next_IIPC)(cursor));
   VG_(delete_IIPC)(cursor);
}
