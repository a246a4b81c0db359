/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_instrument.h: instruments superblocks of VEX IR, so that they are counted
   when they run. */

#ifndef CG_INSTRUMENT_H
#define CG_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "cg_config.h"

/* Call it once, before the first superblock, and after cg_analysis_init.
   `config' must stay valid until the end of the run. */
void cg_instrument_init(const RunConfig* config);

/* The tool's `instrument' function (see pub_tool_tooliface.h) for code that is
   counted.  Returns a new superblock: `in' with calls of helpers.  Its segments
   are added to cg_translations.  Cannot fail; guest and host words have the
   same type (asserted). */
IRSB* cg_instrument(VgCallbackClosure* closure, IRSB* in,
                    const VexGuestLayout*  layout,
                    const VexGuestExtents* extents,
                    const VexArchInfo* archinfo_host, IRType guest_word,
                    IRType host_word);

/* The same for code that is not counted.  It adds only what cg_frames needs; if
   that has no clients, it returns `in' itself. */
IRSB* cg_instrument_uncounted(const VgCallbackClosure* closure, IRSB* in);

#endif /* CG_INSTRUMENT_H */
