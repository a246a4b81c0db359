/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_instrument.h: from a superblock of VEX IR to an instrumented one. */

#ifndef CG_INSTRUMENT_H
#define CG_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "cg_config.h"

/* Before the first superblock, and after cg_full_init if segments take the full
   path.  `config' is kept. */
void cg_instrument_init(const RunConfig* config);

/* The tool's `instrument'; see pub_tool_tooliface.h. */
IRSB* cg_instrument(VgCallbackClosure* closure, IRSB* in,
                    const VexGuestLayout*  layout,
                    const VexGuestExtents* extents,
                    const VexArchInfo* archinfo_host, IRType guest_word,
                    IRType host_word);

/* The same for code that is not to be counted: all that is added is what
   cg_frames needs. */
IRSB* cg_instrument_uncounted(const VgCallbackClosure* closure, IRSB* in);

#endif /* CG_INSTRUMENT_H */
