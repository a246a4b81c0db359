/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_arch.c: which caches to simulate - the options that describe them, the
   machine's caches, and those that replace what is not found.
   sim/cache/cg_caches.c knows how a machine describes its caches,
   sim/cache/cg_geometry.c which caches can be simulated. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"

#include "cg_arch.h"
#include "guest/cg_file.h"
#include "platform.h"

/* Used for a cache that is not found, or that cannot be simulated. */
static const CacheGeometry fallback[N_CACHES] = {
   [CACHE_I1] = {PLATFORM_FALLBACK_L1},
   [CACHE_D1] = {PLATFORM_FALLBACK_L1},
   [CACHE_LL] = {262144, 8, 64},
};

/*------------------------------------------------------------*/
/*--- Options                                              ---*/
/*------------------------------------------------------------*/

Bool cg_arch_process_option(const HChar* arg, RunConfig* config)
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

   const HChar* fault = cg_geometry_parse(value, &config->geometry[id]);
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
      "    --LL=<size>,<ways>,<line>        the last-level cache\n"
      "                                     [all three: as in this machine]\n");
}

Bool cg_arch_is_set(const RunConfig* config)
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      if (config->geometry[id].size > 0)
         return True;
   return False;
}

/*------------------------------------------------------------*/
/*--- The machine's caches                                 ---*/
/*------------------------------------------------------------*/

/* Valid from find_machine_caches on. */
static MachineCache machine[CG_CACHES_MAX];
static UInt         n_machine;

/* As the core sees them.  It knows some old processors that do not describe
   their caches in the way that cg_caches reads. */
static UInt caches_from_core(MachineCache caches[CG_CACHES_MAX])
{
   static const CacheContent content[] = {[DATA_CACHE]    = HOLDS_DATA,
                                          [INSN_CACHE]    = HOLDS_CODE,
                                          [UNIFIED_CACHE] = HOLDS_BOTH};
   VexArch                   arch;
   VexArchInfo               info;
   UInt                      n = 0;

   VG_(machine_get_VexArchInfo)(&arch, &info);
   for (; n < info.hwcache_info.num_caches && n < CG_CACHES_MAX; n++) {
      const VexCache* c = &info.hwcache_info.caches[n];

      caches[n] = (MachineCache){content[c->kind], c->level, c->sizeB, c->assoc,
                                 c->line_sizeB};
   }
   return n;
}

/* The processor is asked first: it is the one that this process runs on.  A
   processor may have cores of two kinds, and the files describe the first. */
static void find_machine_caches(void)
{
   if (n_machine > 0)
      return;
#ifdef PLATFORM_IS_X86_FAMILY
   n_machine = cg_caches_from_cpuid(platform_cpuid, machine);
#endif
   if (n_machine == 0)
      n_machine = cg_caches_from_files(cg_file_read, machine);
   if (n_machine == 0)
      n_machine = caches_from_core(machine);
}

/* Warn that `g' is simulated instead of the machine's own cache.  The lines
   begin as in Valgrind's own Cachegrind, because scripts filter them. */
static void warn_of(CacheId id, const MachineCache* cache,
                    const CacheGeometry* g, const HChar* why)
{
   const HChar* name = cg_geometry_name(id);

   if (cache)
      VG_(dmsg)("warning: specified %s cache: line_size %u  assoc %u  "
                "total_size %'llu\n",
                name, cache->line_size, cache->ways, cache->size);
   VG_(dmsg)("warning: simulated %s cache: line_size %d  assoc %d  "
             "total_size %'d: %s (see --%s)\n",
             name, g->line_size, g->assoc, g->size, why, name);
}

static CacheGeometry machine_geometry(CacheId id, Bool warn)
{
   const MachineCache* cache = cg_caches_find(machine, n_machine, id);
   CacheGeometry       g     = {0, 0, 0};
   const HChar*        why   = NULL;

   if (cache)
      g = cg_geometry_nearest(cache->size, cache->ways, cache->line_size);
   if (g.size == 0) {
      g   = fallback[id];
      why = cache ? "that one cannot be simulated"
                  : "this machine's was not found";
   } else if ((ULong)g.size != cache->size || (UInt)g.assoc != cache->ways) {
      why = "the number of sets must be a power of two";
   }
   if (why && warn)
      warn_of(id, cache, &g, why);
   return g;
}

void cg_arch_geometry(CacheGeometry geometry[N_CACHES], Bool warn)
{
   find_machine_caches();
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      if (geometry[id].size == 0)
         geometry[id] = machine_geometry(id, warn);
}
