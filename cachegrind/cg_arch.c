/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_arch.c: which caches to simulate - the options that describe them, the
   machine's caches as the core reports them, and the caches that replace those
   of which the core knows nothing.  sim/cg_geometry.c has the rules. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"

#include "cg_arch.h"

/* Used for a cache that the core does not find, or that cannot be simulated. */
static const CacheGeometry fallback[N_CACHES] = {
   [CACHE_I1] = {65536, 2, 64},
   [CACHE_D1] = {65536, 2, 64},
   [CACHE_LL] = {262144, 8, 64},
};

/* From the command line; size 0 if not given. */
static CacheGeometry clo_geometry[N_CACHES];

/*------------------------------------------------------------*/
/*--- Options                                              ---*/
/*------------------------------------------------------------*/

Bool cg_arch_process_option(const HChar* arg)
{
   CacheId      id;
   const HChar* value;

   if VG_STR_CLO (arg, "--I1", value)
      id = CACHE_I1;
   else if VG_STR_CLO (arg, "--D1", value)
      id = CACHE_D1;
   else if (VG_STR_CLO(arg, "--LL", value) || VG_STR_CLO(arg, "--L2", value))
      id = CACHE_LL;
   else
      return False;

   const HChar* fault = cg_geometry_parse(value, &clo_geometry[id]);
   if (fault) {
      VG_(fmsg)("%s: %s\n", arg, fault);
      VG_(exit)(1);
   }
   return True;
}

void cg_arch_print_usage(void)
{
   VG_(printf)(
      "    --I1=<size>,<ways>,<line>        the level 1 instruction cache\n"
      "    --D1=<size>,<ways>,<line>        the level 1 data cache\n"
      "    --LL=<size>,<ways>,<line>        the last-level cache (also --L2=)\n"
      "                                     [all three: as in this machine]\n");
}

/*------------------------------------------------------------*/
/*--- The machine's caches                                 ---*/
/*------------------------------------------------------------*/

static const VexCache* find(const VexCacheInfo* info, VexCacheKind kind,
                            UInt level)
{
   for (UInt i = 0; i < info->num_caches; i++)
      if (info->caches[i].kind == kind && info->caches[i].level == level)
         return &info->caches[i];
   return NULL;
}

/* The machine's cache to simulate as `id'; NULL if the core knows none. */
static const VexCache* detect(const VexCacheInfo* info, CacheId id)
{
   const VexCache* own = NULL;

   switch (id) {
   case CACHE_I1:
      own = find(info, INSN_CACHE, 1);
      break;
   case CACHE_D1:
      own = find(info, DATA_CACHE, 1);
      break;
   default:
      return find(info, UNIFIED_CACHE, info->num_levels);
   }
   return own ? own : find(info, UNIFIED_CACHE, 1);
}

static CacheGeometry machine_geometry(const VexCacheInfo* info, CacheId id,
                                      Bool warn)
{
   const VexCache* cache = detect(info, id);
   CacheGeometry   g     = {0, 0, 0};
   const HChar*    why   = NULL;

   if (cache)
      g = cg_geometry_nearest(cache->sizeB, cache->assoc, cache->line_sizeB);
   if (g.size == 0) {
      g   = fallback[id];
      why = cache ? "cannot be simulated" : "was not found";
   } else if ((UInt)g.size != cache->sizeB || (UInt)g.assoc != cache->assoc) {
      why = "has a number of sets that is not a power of two";
   }
   if (why && warn) {
      VG_(dmsg)("warning: this machine's %s cache ", cg_geometry_name(id));
      if (cache)
         VG_(dmsg)("of %'u B, %'u-way, ", cache->sizeB, cache->assoc);
      VG_(dmsg)("%s; simulating %'d B, %'d-way, %d B lines (see --%s)\n", why,
                g.size, g.assoc, g.line_size, cg_geometry_name(id));
   }
   return g;
}

void cg_arch_geometry(CacheGeometry geometry[N_CACHES], Bool warn)
{
   VexArch     arch;
   VexArchInfo info;

   VG_(machine_get_VexArchInfo)(&arch, &info);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      geometry[id] = clo_geometry[id].size > 0
                        ? clo_geometry[id]
                        : machine_geometry(&info.hwcache_info, id, warn);
}
