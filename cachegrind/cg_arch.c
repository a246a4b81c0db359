/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_arch.c: cache geometry - parse what the user describes, ask the core for
   what the machine has, and make sure that it can be simulated.

   A cache can be simulated if its lines are powers of two of at least 16 bytes
   and it consists of a power of two of sets: an address's set is chosen by
   some of its bits. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"

#include "cg_arch.h"

#define MIN_LINE_SIZE 16
#define NOT_THREE     "must be SIZE,WAYS,LINE, three positive decimal numbers"
#define MAX_FIELD     0x7fffffff

static const HChar* const name[N_CACHES] = {
   [CACHE_I1] = "I1", [CACHE_D1] = "D1", [CACHE_LL] = "LL"};

/* For a machine that tells nothing of its caches. */
static const CacheGeometry fallback[N_CACHES] = {
   [CACHE_I1] = {65536, 2, 64},
   [CACHE_D1] = {65536, 2, 64},
   [CACHE_LL] = {262144, 8, 64},
};

/* From the command line; size 0 if not given. */
static CacheGeometry clo_geometry[N_CACHES];

const HChar* cg_cache_name(CacheId id)
{
   return name[id];
}

static Bool is_power_of_two(ULong n)
{
   return n > 0 && (n & (n - 1)) == 0;
}

/*------------------------------------------------------------*/
/*--- The user's word                                      ---*/
/*------------------------------------------------------------*/

static __attribute__((noreturn)) void refuse(const HChar* arg,
                                             const HChar* rule)
{
   VG_(fmsg)("%s: %s\n", arg, rule);
   VG_(exit)(1);
}

/* The number at *p, whose end *p then points to. */
static Int parse_field(const HChar* arg, const HChar** p)
{
   ULong n = 0;

   if (!VG_(isdigit)(**p))
      refuse(arg, NOT_THREE);
   for (; VG_(isdigit)(**p); (*p)++) {
      n = 10 * n + (**p - '0');
      if (n > MAX_FIELD)
         refuse(arg, "no number may be larger than 2147483647");
   }
   return n;
}

static void parse_comma(const HChar* arg, const HChar** p)
{
   if (**p != ',')
      refuse(arg, NOT_THREE);
   (*p)++;
}

static void check(const HChar* arg, const CacheGeometry* g)
{
   if (g->size == 0 || g->assoc == 0 || g->line_size == 0)
      refuse(arg, "SIZE, WAYS and LINE must be at least 1");
   if (!is_power_of_two(g->line_size))
      refuse(arg, "LINE must be a power of two");
   if (g->line_size < MIN_LINE_SIZE)
      refuse(arg, "LINE must be at least 16 bytes");
   if (g->size % g->line_size != 0)
      refuse(arg, "SIZE must be a multiple of LINE");
   if (g->assoc > g->size / g->line_size)
      refuse(arg,
             "WAYS must not be more than the number of lines, SIZE / LINE");
   if (g->size / g->line_size % g->assoc != 0)
      refuse(arg, "SIZE must be a multiple of WAYS x LINE");
   if (!is_power_of_two(g->size / g->line_size / g->assoc))
      refuse(arg, "the number of sets, SIZE / (WAYS x LINE), "
                  "must be a power of two");
}

Bool cg_arch_process_option(const HChar* arg)
{
   CacheId      id;
   const HChar* p;

   if VG_STR_CLO (arg, "--I1", p)
      id = CACHE_I1;
   else if VG_STR_CLO (arg, "--D1", p)
      id = CACHE_D1;
   else if (VG_STR_CLO(arg, "--LL", p) || VG_STR_CLO(arg, "--L2", p))
      id = CACHE_LL;
   else
      return False;

   CacheGeometry* g = &clo_geometry[id];
   g->size          = parse_field(arg, &p);
   parse_comma(arg, &p);
   g->assoc = parse_field(arg, &p);
   parse_comma(arg, &p);
   g->line_size = parse_field(arg, &p);
   if (*p != '\0')
      refuse(arg, NOT_THREE);
   check(arg, g);
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
/*--- The machine's word                                   ---*/
/*------------------------------------------------------------*/

static const VexCache* find(const VexCacheInfo* info, VexCacheKind kind,
                            UInt level)
{
   for (UInt i = 0; i < info->num_caches; i++)
      if (info->caches[i].kind == kind && info->caches[i].level == level)
         return &info->caches[i];
   return NULL;
}

/* The machine's cache that stands for `id'; NULL if the core knows of none. */
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

/* The simulable cache nearest to the one described: sets rounded down to a
   power of two, and as many ways as then make up the size, half a way being
   one: of 384 MB, direct-mapped, it makes 512 MB, 2-way, as the core's own
   Cachegrind does.  Its size is 0 if there is none. */
static CacheGeometry simulable(const VexCache* cache)
{
   CacheGeometry g = {0, 0, 0};

   if (!is_power_of_two(cache->line_sizeB) || cache->line_sizeB < MIN_LINE_SIZE
       || cache->assoc == 0)
      return g;

   UInt n_lines = cache->sizeB / cache->line_sizeB;
   UInt n_sets  = n_lines / cache->assoc;
   while (n_sets & (n_sets - 1))
      n_sets &= n_sets - 1;
   if (n_sets == 0)
      return g;

   g.assoc     = (n_lines + n_sets / 2) / n_sets;
   g.line_size = cache->line_sizeB;
   g.size      = (ULong)g.line_size * g.assoc * n_sets <= MAX_FIELD
                    ? g.line_size * g.assoc * n_sets
                    : 0;
   return g;
}

static CacheGeometry machine_geometry(const VexCacheInfo* info, CacheId id,
                                      Bool warn)
{
   const VexCache* cache = detect(info, id);
   CacheGeometry   g     = {0, 0, 0};
   const HChar*    why   = NULL;

   if (cache)
      g = simulable(cache);
   if (g.size == 0) {
      g   = fallback[id];
      why = cache ? "cannot be simulated" : "was not found";
   } else if ((UInt)g.size != cache->sizeB || (UInt)g.assoc != cache->assoc) {
      why = "has no power of two of sets";
   }
   if (why && warn) {
      VG_(dmsg)("warning: this machine's %s cache ", name[id]);
      if (cache)
         VG_(dmsg)("of %'u B, %'u-way, ", cache->sizeB, cache->assoc);
      VG_(dmsg)("%s; simulating %'d B, %'d-way, %d B lines (see --%s)\n", why,
                g.size, g.assoc, g.line_size, name[id]);
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
