/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine.c: reads the file of a machine; see cg_machine.h. */

#include "sim/machine/cg_machine.h"

#include "sim/branch/cg_return_stack.h"
#include "sim/cg_words.h"

/* The sections.  The caches are in the order of LevelId, the TLBs in the order
   of TlbId. */
typedef enum {
   IN_TOP, /* before the first section */
   IN_L1I,
   IN_L1D,
   IN_L2,
   IN_L3,
   IN_ITLB,
   IN_DTLB,
   IN_STLB,
   IN_MEMORY,
   IN_CORE,
   N_SECTIONS
} Section;

static const HChar* const section_name[N_SECTIONS] = {
   NULL, "L1I", "L1D", "L2", "L3", "ITLB", "DTLB", "STLB", "memory", "core"};

#define BIT(section) (1u << (section))
#define TOP          BIT(IN_TOP)
#define LOWER        (BIT(IN_L2) | BIT(IN_L3))
#define CACHES       (BIT(IN_L1I) | BIT(IN_L1D) | LOWER)
#define TLBS         (BIT(IN_ITLB) | BIT(IN_DTLB) | BIT(IN_STLB))

typedef enum {
   KEY_NAME,
   KEY_CPU,
   KEY_OLDER,
   KEY_NEWER,
   KEY_LINE,
   KEY_SIZE,
   KEY_ENTRIES,
   KEY_WAYS,
   KEY_ENTRIES_2M,
   KEY_WAYS_2M,
   KEY_SLICES,
   KEY_POLICY,
   KEY_INCLUSION,
   KEY_PREFETCH,
   KEY_LATENCY,
   KEY_TRANSFER,
   KEY_FILL,
   KEY_FILL_WRITE,
   KEY_WALK,
   KEY_WIDTH,
   KEY_WINDOW,
   KEY_SCHEDULER,
   KEY_MISPREDICT,
   KEY_CLOCK,
   KEY_PREDICTOR,
   KEY_RETURN_STACK,
   KEY_MULTIPLY, /* the operations are in the order of OpKind */
   KEY_DIVIDE,
   KEY_DIVIDE_64,
   KEY_FP,
   KEY_FP_DIVIDE,
   KEY_FP_SQRT,
   KEY_X87,
   KEY_LOCKED,
   KEY_FP_ADD,
   KEY_STRING,
   KEY_STRING_START,
   KEY_SCALED,
   N_KEYS
} KeyId;

typedef struct {
   const HChar *next, *end; /* what is not read yet */
   UInt         line;       /* the number of the current one */
   Section      section;
   KeyId        key;
   UInt         section_line[N_SECTIONS]; /* where it begins; 0: not there */
   Bool         has_key[N_SECTIONS][N_KEYS];
   HChar        word[CG_MACHINE_MAX_VALUE + 1];  /* a key or a section */
   HChar        value[CG_MACHINE_MAX_VALUE + 1]; /* of the key */

   Machine*      machine;
   MachineError* error;
} Parser;

const HChar* cg_machine_level_name(LevelId id)
{
   return section_name[IN_L1I + id];
}

const HChar* cg_machine_tlb_name(TlbId id)
{
   return section_name[IN_ITLB + id];
}

/*------------------------------------------------------------*/
/*--- Errors                                               ---*/
/*------------------------------------------------------------*/

/* More of a value is not quoted. */
#define MAX_QUOTED 60

/* Sets the error: a line of the file, and the parts of the text up to NULL.
   Always returns False. */
static Bool refuse_parts(Parser* p, UInt line, const HChar* const parts[])
{
   cg_words_join(p->error->text, CG_MACHINE_ERROR_SIZE, parts);
   p->error->line = line;
   return False;
}

#define REFUSE_AT(line, ...)                                                   \
   refuse_parts(p, line, (const HChar* const[]){__VA_ARGS__, NULL})
#define REFUSE(...) REFUSE_AT(p->line, __VA_ARGS__)

/* Refuses the value of the current key because of a rule. */
static Bool refuse_value(Parser* p, const HChar* rule, const HChar* more)
{
   HChar quoted[MAX_QUOTED + 1];
   UInt  n = 0;

   for (; p->value[n] && n < MAX_QUOTED; n++)
      quoted[n] = p->value[n];
   quoted[n] = '\0';
   return REFUSE(p->word, " = ", quoted, p->value[n] ? "...: " : ": ", rule,
                 more);
}

/*------------------------------------------------------------*/
/*--- Numbers                                              ---*/
/*------------------------------------------------------------*/

/* Reads the value as a number from 1 to `max', and as nothing else. */
static Bool read_number(Parser* p, UInt max, UInt* number)
{
   const HChar* text = p->value;
   UInt         n;
   HChar        digits[11];

   if (!cg_words_take_number(&text, 10, &n) || *text || n < 1 || n > max)
      return refuse_value(p, "must be a number from 1 to ",
                          cg_words_decimal(digits + sizeof digits, max));
   *number = n;
   return True;
}

/*------------------------------------------------------------*/
/*--- Keys                                                 ---*/
/*------------------------------------------------------------*/

static CacheModel* cache_of(Parser* p)
{
   return &p->machine->caches[p->section - IN_L1I];
}

static TlbModel* tlb_of(Parser* p, PageSize pages)
{
   return &p->machine->tlbs[p->section - IN_ITLB][pages];
}

static Bool read_name(Parser* p)
{
   HChar* to = p->machine->name;

   for (UInt i = 0; i < CG_MACHINE_NAME_SIZE; i++) {
      to[i] = p->value[i];
      if (to[i] == '\0' && i > 0)
         return True;
      if (to[i] < ' ' || to[i] > '~' || to[i] == '"' || to[i] == '\\')
         break;
   }
   return refuse_value(p, "must be 1 to 79 characters, printable ASCII",
                       " without \" and \\");
}

static Bool take_range(const HChar** text, MachineCpu* cpu)
{
   if (!cg_words_take_id(text, &cpu->first_model))
      return False;
   cpu->last_model = cpu->first_model;
   if (**text != '-')
      return True;
   ++*text;
   return cg_words_take_id(text, &cpu->last_model)
          && cpu->last_model >= cpu->first_model;
}

static Bool take_vendor(const HChar** text,
                        HChar         vendor[CG_MACHINE_VENDOR_SIZE])
{
   UInt n = 0;

   for (; **text && !cg_words_is_blank(**text); ++*text) {
      if (n + 1 == CG_MACHINE_VENDOR_SIZE)
         return False;
      vendor[n++] = **text;
   }
   vendor[n]  = '\0';
   Bool ended = cg_words_is_blank(**text);
   *text      = cg_words_skip_blanks(*text);
   return ended;
}

static Bool parse_cpus(Parser* p, CpuKind kind)
{
   static const HChar rule[] =
      "must be VENDOR FAMILY, then models or ranges of them; none means all:";
   Machine*     m    = p->machine;
   const HChar* text = p->value;
   MachineCpu   cpu  = {.kind = kind, .last_model = 0xffffffff};

   if (!take_vendor(&text, cpu.vendor) || !cg_words_take_id(&text, &cpu.family)
       || (*text && !cg_words_is_blank(*text)))
      return refuse_value(p, rule, " AuthenticAMD 25 16-31 97");
   if (!*text && kind == CPU_NEWER)
      cpu.kind = CPU_UNNAMED;
   do {
      text = cg_words_skip_blanks(text);
      if (*text
          && (!take_range(&text, &cpu) || (*text && !cg_words_is_blank(*text))))
         return refuse_value(p, rule, " AuthenticAMD 25 16-31 97");
      if (m->n_cpus == CG_MACHINE_MAX_CPUS)
         return REFUSE("more than 32 processors or ranges of models");
      m->cpus[m->n_cpus++] = cpu;
   } while (*text);
   return True;
}

static Bool read_cpu(Parser* p)
{
   return parse_cpus(p, CPU_OWN);
}

static Bool read_older(Parser* p)
{
   return parse_cpus(p, CPU_OLDER);
}

static Bool read_newer(Parser* p)
{
   return parse_cpus(p, CPU_NEWER);
}

static Bool read_line_size(Parser* p)
{
   const HChar* text = p->value;
   UInt         size;

   if (!cg_words_take_number(&text, 10, &size) || *text
       || size < CG_MACHINE_MIN_LINE || size > CG_MACHINE_MAX_LINE
       || (size & (size - 1)))
      return refuse_value(p, "must be a power of two from 16 to 1024", "");
   p->machine->line_size = size;
   return True;
}

static Bool read_size(Parser* p)
{
   const HChar* text = p->value;
   UInt         n;
   Bool         found = cg_words_take_number(&text, 10, &n);

   text       = cg_words_skip_blanks(text);
   ULong size = found ? (ULong)n << cg_words_take_unit(&text) : 0;
   if (*text || size < 1 || size > CG_MACHINE_MAX_SIZE)
      return refuse_value(p, "must be a number of bytes from 1 to 1073741824;",
                          " it may end in k, KiB, M or MiB");
   cache_of(p)->size = size;
   return True;
}

static Bool read_entries(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_ENTRIES, &tlb_of(p, PAGE_4K)->entries);
}

static Bool read_entries_2M(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_ENTRIES, &tlb_of(p, PAGE_2M)->entries);
}

/* Until the end of the file, 0 stands for `all'. */
static Bool read_tlb_ways(Parser* p, UInt* ways)
{
   *ways = 0;
   if (cg_words_same(p->value, "all"))
      return True;
   if (!cg_words_is_digit(p->value[0]))
      return refuse_value(p, "must be a number, or all", "");
   return read_number(p, CG_MACHINE_MAX_WAYS, ways);
}

static Bool read_ways(Parser* p)
{
   if (BIT(p->section) & TLBS)
      return read_tlb_ways(p, &tlb_of(p, PAGE_4K)->ways);
   return read_number(p, CG_MACHINE_MAX_WAYS, &cache_of(p)->ways);
}

static Bool read_ways_2M(Parser* p)
{
   return read_tlb_ways(p, &tlb_of(p, PAGE_2M)->ways);
}

static Bool read_slices(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_SLICES, &cache_of(p)->slices);
}

static Bool read_policy(Parser* p)
{
   const HChar* rule = cg_policy_parse(p->value, &cache_of(p)->policy);

   return rule ? refuse_value(p, rule, "") : True;
}

static Bool read_inclusion(Parser* p)
{
   static const HChar* const names[] = {[CACHE_NINE]      = "nine",
                                        [CACHE_INCLUSIVE] = "inclusive",
                                        [CACHE_EXCLUSIVE] = "exclusive"};

   for (Inclusion i = CACHE_NINE; i <= CACHE_EXCLUSIVE; i++)
      if (cg_words_same(p->value, names[i])) {
         cache_of(p)->inclusion = i;
         return True;
      }
   return refuse_value(p, "must be nine, inclusive or exclusive", "");
}

static const struct {
   const HChar* name;
   UInt         sections; /* of the caches into which it may bring lines */
} prefetchers[N_PREFETCHERS] = {
   [PREFETCH_NEXT_LINE]     = {"next-line", BIT(IN_L1I) | BIT(IN_L1D)},
   [PREFETCH_IP_STRIDE]     = {"ip-stride", BIT(IN_L1D)},
   [PREFETCH_STREAMER]      = {"streamer", BIT(IN_L2)},
   [PREFETCH_ADJACENT_LINE] = {"adjacent-line", BIT(IN_L2)},
};

const HChar* cg_machine_prefetcher_name(Prefetcher prefetcher)
{
   return prefetchers[prefetcher].name;
}

/* Takes the name of a prefetcher, which is followed by a comma or nothing. */
static Bool take_prefetcher(Parser* p, const HChar** text)
{
   UInt* all = &cache_of(p)->prefetch;

   for (Prefetcher i = PREFETCH_NEXT_LINE; i < N_PREFETCHERS; i++) {
      const HChar* after = *text;

      if (!(prefetchers[i].sections & BIT(p->section))
          || !cg_words_take(&after, prefetchers[i].name))
         continue;
      after = cg_words_skip_blanks(after);
      if ((*after && *after != ',') || (*all & BIT(i)))
         continue;
      *all |= BIT(i);
      *text = after;
      return True;
   }
   return False;
}

static Bool read_prefetch(Parser* p)
{
   const HChar* choices = p->section == IN_L1I   ? "next-line"
                          : p->section == IN_L1D ? "next-line, ip-stride"
                                                 : "streamer, adjacent-line";
   const HChar* text    = p->value;

   while (take_prefetcher(p, &text)) {
      if (*text == '\0')
         return True;
      text = cg_words_skip_blanks(text + 1);
   }
   return refuse_value(p, "must be some of these, each once: ", choices);
}

static Bool read_latency(Parser* p)
{
   Machine* m       = p->machine;
   UInt*    latency = p->section == IN_MEMORY ? &m->memory_latency
                      : p->section == IN_STLB ? &m->tlb2_latency
                                              : &cache_of(p)->latency;

   return read_number(p, CG_MACHINE_MAX_LATENCY, latency);
}

static Bool read_transfer(Parser* p)
{
   UInt* transfer = p->section == IN_MEMORY ? &p->machine->memory_transfer
                                            : &cache_of(p)->transfer;

   return read_number(p, CG_MACHINE_MAX_LATENCY, transfer);
}

static Bool read_fill(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_FILL, &cache_of(p)->fill);
}

static Bool read_fill_write(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_FILL, &cache_of(p)->fill_write);
}

static Bool read_walk(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_LATENCY, &p->machine->walk_latency);
}

static Bool read_width(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_WIDTH, &p->machine->core.width);
}

static Bool read_window(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_WINDOW, &p->machine->core.window);
}

static Bool read_scheduler(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_WINDOW, &p->machine->core.scheduler);
}

static Bool read_mispredict(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_LATENCY, &p->machine->core.mispredict);
}

static Bool read_clock(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_CLOCK, &p->machine->core.clock);
}

static Bool read_predictor(Parser* p)
{
   if (cg_predictor_find(p->value, &p->machine->core.predictor))
      return True;
   return refuse_value(p, "must be ", CG_PREDICTOR_NAMES);
}

static Bool read_return_stack(Parser* p)
{
   return read_number(p, CG_RETURN_STACK_MAX, &p->machine->core.return_stack);
}

static Bool read_operation(Parser* p)
{
   OpKind kind = OP_MULTIPLY + (p->key - KEY_MULTIPLY);

   return read_number(p, CG_MACHINE_MAX_SLOTS, &p->machine->core.latency[kind]);
}

static Bool read_string(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_STRING, &p->machine->core.string);
}

static Bool read_string_start(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_FILL, &p->machine->core.string_start);
}

static Bool read_scaled(Parser* p)
{
   return read_number(p, CG_MACHINE_MAX_SCALED, &p->machine->core.scaled);
}

#define CORE BIT(IN_CORE)
#define OPERATION(name)                                                        \
   {                                                                           \
      name, CORE, CORE, read_operation                                         \
   }

static const struct {
   const HChar* name;
   UInt         sections; /* where it is allowed */
   UInt         required; /* where it must be given if the section is there */
   Bool (*read)(Parser*); /* takes the value; False after an error */
} keys[N_KEYS] = {
   [KEY_NAME]         = {"name", TOP, TOP, read_name},
   [KEY_CPU]          = {"cpu", TOP, 0, read_cpu},
   [KEY_OLDER]        = {"older", TOP, 0, read_older},
   [KEY_NEWER]        = {"newer", TOP, 0, read_newer},
   [KEY_LINE]         = {"line", TOP, 0, read_line_size},
   [KEY_SIZE]         = {"size", CACHES, CACHES, read_size},
   [KEY_ENTRIES]      = {"entries", TLBS, TLBS, read_entries},
   [KEY_WAYS]         = {"ways", CACHES | TLBS, CACHES | TLBS, read_ways},
   [KEY_ENTRIES_2M]   = {"entries-2M", TLBS, 0, read_entries_2M},
   [KEY_WAYS_2M]      = {"ways-2M", TLBS, 0, read_ways_2M},
   [KEY_SLICES]       = {"slices", LOWER, 0, read_slices},
   [KEY_POLICY]       = {"policy", CACHES, CACHES, read_policy},
   [KEY_INCLUSION]    = {"inclusion", LOWER, 0, read_inclusion},
   [KEY_PREFETCH]     = {"prefetch", CACHES & ~BIT(IN_L3), 0, read_prefetch},
   [KEY_LATENCY]      = {"latency", CACHES | BIT(IN_STLB) | BIT(IN_MEMORY),
                         BIT(IN_MEMORY), read_latency},
   [KEY_TRANSFER]     = {"transfer", LOWER | BIT(IN_MEMORY), 0, read_transfer},
   [KEY_FILL]         = {"fill", BIT(IN_L1D), 0, read_fill},
   [KEY_FILL_WRITE]   = {"fill-write", BIT(IN_L1D), 0, read_fill_write},
   [KEY_WALK]         = {"walk", BIT(IN_STLB), 0, read_walk},
   [KEY_WIDTH]        = {"width", CORE, CORE, read_width},
   [KEY_WINDOW]       = {"window", CORE, CORE, read_window},
   [KEY_SCHEDULER]    = {"scheduler", CORE, 0, read_scheduler},
   [KEY_MISPREDICT]   = {"mispredict", CORE, CORE, read_mispredict},
   [KEY_CLOCK]        = {"clock", CORE, 0, read_clock},
   [KEY_PREDICTOR]    = {"predictor", CORE, 0, read_predictor},
   [KEY_RETURN_STACK] = {"return-stack", CORE, 0, read_return_stack},
   [KEY_MULTIPLY]     = OPERATION("multiply"),
   [KEY_DIVIDE]       = OPERATION("divide"),
   [KEY_DIVIDE_64]    = OPERATION("divide-64"),
   [KEY_FP]           = OPERATION("fp"),
   [KEY_FP_DIVIDE]    = OPERATION("fp-divide"),
   [KEY_FP_SQRT]      = OPERATION("fp-sqrt"),
   [KEY_X87]          = OPERATION("x87"),
   [KEY_LOCKED]       = OPERATION("locked"),
   [KEY_FP_ADD]       = {"fp-add", CORE, 0, read_operation},
   [KEY_STRING]       = {"string", CORE, 0, read_string},
   [KEY_STRING_START] = {"string-start", CORE, 0, read_string_start},
   [KEY_SCALED]       = {"scaled", CORE, 0, read_scaled},
};

/*------------------------------------------------------------*/
/*--- Lines                                                ---*/
/*------------------------------------------------------------*/

/* Copies what is between `begin' and `end', without the blanks around it, to
   `to', a string of up to CG_MACHINE_MAX_VALUE bytes.  Returns whether it fits.
 */
static Bool copy_word(HChar* to, const HChar* begin, const HChar* end)
{
   while (begin < end && cg_words_is_blank(*begin))
      begin++;
   while (end > begin && cg_words_is_blank(end[-1]))
      end--;
   if (end - begin > CG_MACHINE_MAX_VALUE)
      return False;
   while (begin < end)
      *to++ = *begin++;
   *to = '\0';
   return True;
}

static Bool refuse_long(Parser* p)
{
   return REFUSE("the line is too long: a value has at most 200 bytes");
}

static Bool begin_section(Parser* p, const HChar* begin, const HChar* end)
{
   while (cg_words_is_blank(end[-1]))
      end--;
   if (end[-1] != ']')
      return REFUSE("a section must end in ]: [L1D]");
   if (!copy_word(p->word, begin + 1, end - 1))
      return refuse_long(p);
   for (Section s = IN_L1I; s < N_SECTIONS; s++)
      if (cg_words_same(p->word, section_name[s])) {
         if (p->section_line[s] > 0)
            return REFUSE("[", p->word, "] is there twice");
         p->section         = s;
         p->section_line[s] = p->line;
         return True;
      }
   return REFUSE("[", p->word,
                 "] is unknown; sections are [L1I], [L1D], [L2], ",
                 "[L3], [ITLB], [DTLB], [STLB], [memory] and [core]");
}

/* Refuses the key p->word, which the section does not have, and names those
   that it has. */
static Bool refuse_key(Parser* p)
{
   const HChar* parts[2 * N_KEYS + 8] = {
      p->word,
      " is unknown ",
      p->section == IN_TOP ? "before the first section" : "in [",
      p->section == IN_TOP ? "" : section_name[p->section],
      p->section == IN_TOP ? "; " : "]; ",
      "keys there are "};
   UInt n = 6;

   for (KeyId k = 0; k < N_KEYS; k++)
      if (keys[k].sections & BIT(p->section)) {
         if (n > 6)
            parts[n++] = ", ";
         parts[n++] = keys[k].name;
      }
   return refuse_parts(p, p->line, parts);
}

static Bool read_key(Parser* p)
{
   for (KeyId k = 0; k < N_KEYS; k++) {
      if (!(keys[k].sections & BIT(p->section))
          || !cg_words_same(p->word, keys[k].name))
         continue;
      if (p->has_key[p->section][k] && (k < KEY_CPU || k > KEY_NEWER))
         return REFUSE(p->word, " is there twice");
      p->has_key[p->section][k] = True;
      p->key                    = k;
      return keys[k].read(p);
   }
   return refuse_key(p);
}

/* Returns the first place of a character between `begin' and `end'; `end' if it
   is not there. */
static const HChar* find_character(const HChar* begin, const HChar* end,
                                   HChar c)
{
   while (begin < end && *begin != c)
      begin++;
   return begin;
}

/* Reads a line between `begin' and `end', without its newline. */
static Bool read_line(Parser* p, const HChar* begin, const HChar* end)
{
   if (find_character(begin, end, '\0') < end)
      return REFUSE("there is a NUL byte; a file of a machine is text");
   end = find_character(begin, end, '#');
   while (begin < end && cg_words_is_blank(*begin))
      begin++;
   if (begin == end)
      return True;
   if (*begin == '[')
      return begin_section(p, begin, end);

   const HChar* equals = find_character(begin, end, '=');

   if (equals == end)
      return REFUSE("a line must be KEY = VALUE, [SECTION], or a comment that ",
                    "begins with #");
   if (!copy_word(p->word, begin, equals)
       || !copy_word(p->value, equals + 1, end))
      return refuse_long(p);
   if (p->word[0] == '\0')
      return REFUSE("a key is missing before =");
   return read_key(p);
}

static Bool parse_lines(Parser* p)
{
   while (p->next < p->end) {
      const HChar* begin = p->next;

      p->line++;
      p->next = find_character(begin, p->end, '\n');
      if (!read_line(p, begin, p->next))
         return False;
      if (p->next == p->end)
         return REFUSE("the last line has no newline: was the file cut off?");
      p->next++;
   }
   return True;
}

/*------------------------------------------------------------*/
/*--- The whole machine                                    ---*/
/*------------------------------------------------------------*/

const HChar* cg_machine_fault(const Machine* m, LevelId id)
{
   const CacheModel* c   = &m->caches[id];
   ULong             row = (ULong)c->ways * c->slices * m->line_size;

   if (c->size == 0)
      return NULL;
   if (row == 0 || c->size % row != 0)
      return "size must be a multiple of ways x slices x line";
   if (c->size / row & (c->size / row - 1))
      return "the number of sets, size / (ways x slices x line), must be a "
             "power of two; of L2 and L3, slices can make it one";
   return cg_policy_fault(&c->policy, c->ways);
}

static Bool check_keys(Parser* p, Section s)
{
   for (KeyId k = 0; k < N_KEYS; k++)
      if (keys[k].required & BIT(s) && !p->has_key[s][k])
         return s == IN_TOP
                   ? REFUSE("there is no name = NAME before the first section")
                   : REFUSE_AT(
                      p->section_line[s], "[", section_name[s], "] has no ",
                      keys[k].name,
                      BIT(s) & CACHES ? "; it must have size, ways and policy"
                      : BIT(s) & TLBS ? "; it must have entries and ways"
                      : s == IN_CORE  ? "; it must have width, window, "
                                        "mispredict and the operations"
                                      : "; it must have one");
   return True;
}

/* Checks a TLB for one page size, and replaces `all'. */
static Bool check_tlb(Parser* p, Section s, TlbModel* tlb, const HChar* for_)
{
   UInt sets;

   if (tlb->ways == 0)
      tlb->ways = tlb->entries;
   if (tlb->entries == 0)
      return True;
   if (tlb->ways > CG_MACHINE_MAX_WAYS)
      return REFUSE_AT(p->section_line[s], "[", section_name[s], "]: ways",
                       for_, " = all: entries", for_,
                       " must then be at most 255");
   sets = tlb->entries / tlb->ways;
   if (tlb->entries % tlb->ways == 0 && (sets & (sets - 1)) == 0)
      return True;
   return REFUSE_AT(p->section_line[s], "[", section_name[s], "]: entries",
                    for_, " / ways", for_,
                    ", the number of sets, must be a power ", "of two");
}

static Bool check_pair(Parser* p, Section s, KeyId one, KeyId other)
{
   if (p->has_key[s][one] == p->has_key[s][other])
      return True;
   return REFUSE_AT(p->section_line[s], "[", section_name[s],
                    "]: ", keys[one].name, " and ", keys[other].name,
                    " are given together or not at all");
}

static Bool check_tlbs(Parser* p, Section s)
{
   TlbModel* tlb = p->machine->tlbs[s - IN_ITLB];

   return check_pair(p, s, KEY_ENTRIES_2M, KEY_WAYS_2M)
          && check_tlb(p, s, &tlb[PAGE_4K], "")
          && check_tlb(p, s, &tlb[PAGE_2M], "-2M");
}

static UInt latency_of(const Machine* m, Section s)
{
   return s == IN_MEMORY ? m->memory_latency : m->caches[s - IN_L1I].latency;
}

static UInt transfer_of(const Machine* m, Section s)
{
   return s == IN_MEMORY ? m->memory_transfer : m->caches[s - IN_L1I].transfer;
}

/* What a miss waits for before its line is passed up.  */
static Int rest_of(const Machine* m, Section s)
{
   return (Int)latency_of(m, s) - (Int)transfer_of(m, s);
}

/* The farther a level is, the longer it takes.  So no term of the formulas of
   cycles is negative, and Cyo <= Cyl. */
static Bool check_order(Parser* p)
{
   static const Section order[] = {IN_L1D, IN_L2, IN_L3, IN_MEMORY};
   const Machine*       m       = p->machine;
   Section              nearer  = IN_L1D;

   for (UInt i = 1; i < sizeof order / sizeof *order; i++) {
      Section      s = order[i];
      const HChar* less;

      if (p->section_line[s] == 0)
         continue;
      less = latency_of(m, s) < latency_of(m, nearer)     ? "latency"
             : transfer_of(m, s) < transfer_of(m, nearer) ? "transfer"
             : rest_of(m, s) < rest_of(m, nearer)         ? "latency - transfer"
                                                          : NULL;
      if (less)
         return REFUSE_AT(p->section_line[s], "[", section_name[s], "]: ", less,
                          " must not be less than in [", section_name[nearer],
                          "], because [core] is there");
      nearer = s;
   }
   return True;
}

/* The latencies that the cycles of a core need must be there. */
static Bool check_latencies(Parser* p)
{
   static const struct {
      Section section;
      KeyId   key;
   } needed[] = {{IN_L1D, KEY_LATENCY},     {IN_L2, KEY_LATENCY},
                 {IN_L2, KEY_TRANSFER},     {IN_L3, KEY_LATENCY},
                 {IN_L3, KEY_TRANSFER},     {IN_MEMORY, KEY_LATENCY},
                 {IN_MEMORY, KEY_TRANSFER}, {IN_STLB, KEY_LATENCY},
                 {IN_STLB, KEY_WALK}};

   if (p->section_line[IN_MEMORY] == 0)
      return REFUSE_AT(p->section_line[IN_CORE],
                       "[core] needs a [memory] with latency and transfer");
   for (UInt i = 0; i < sizeof needed / sizeof *needed; i++) {
      Section s = needed[i].section;

      if (p->section_line[s] > 0 && !p->has_key[s][needed[i].key])
         return REFUSE_AT(p->section_line[s], "[", section_name[s], "] has no ",
                          keys[needed[i].key].name, ", which [core] needs");
   }
   return check_order(p);
}

static Bool check_slots(Parser* p, Section s, KeyId key, UInt cycles)
{
   UInt  most = CG_MACHINE_MAX_SLOTS / p->machine->core.width;
   HChar digits[11];

   if (cycles <= most)
      return True;
   return REFUSE_AT(p->section_line[s], "[", section_name[s],
                    "]: ", keys[key].name, " must be at most ",
                    cg_words_decimal(digits + sizeof digits, most),
                    ", 4095 / width of [core]");
}

/* What the instructions of a block take must fit into BlockTimes. */
static Bool check_block(Parser* p)
{
   const Machine* m = p->machine;
   Bool           fits =
      check_slots(p, IN_L1D, KEY_LATENCY, m->caches[LEVEL_L1D].latency);

   if (m->core.latency[OP_FP_ADD] == 0)
      p->machine->core.latency[OP_FP_ADD] = m->core.latency[OP_FP];
   for (OpKind kind = OP_MULTIPLY; fits && kind < N_OP_KINDS; kind++)
      fits = check_slots(p, IN_CORE, KEY_MULTIPLY + (kind - OP_MULTIPLY),
                         m->core.latency[kind]);
   return fits;
}

/* An exclusive cache gets nothing but victims. */
static Bool check_prefetch_inclusion(Parser* p, Section s)
{
   const CacheModel* c = &p->machine->caches[s - IN_L1I];

   if (c->prefetch == 0 || c->inclusion != CACHE_EXCLUSIVE)
      return True;
   return REFUSE_AT(p->section_line[s], "[", section_name[s],
                    "]: prefetch needs inclusion = nine or inclusive; an ",
                    "exclusive cache gets victims only");
}

static Bool check_section(Parser* p, Section s)
{
   const HChar* rule;

   if (s != IN_TOP && p->section_line[s] == 0)
      return True;
   if (!check_keys(p, s))
      return False;
   if (BIT(s) & TLBS)
      return check_tlbs(p, s);
   if (s == IN_CORE)
      return check_pair(p, s, KEY_PREDICTOR, KEY_RETURN_STACK)
             && check_pair(p, s, KEY_STRING, KEY_STRING_START) && check_block(p)
             && check_latencies(p);
   if (BIT(s) & CACHES) {
      rule = cg_machine_fault(p->machine, (LevelId)(s - IN_L1I));
      if (rule)
         return REFUSE_AT(p->section_line[s], "[", section_name[s],
                          "]: ", rule);
      return check_prefetch_inclusion(p, s)
             && check_pair(p, s, KEY_FILL, KEY_FILL_WRITE);
   }
   return True;
}

/* Small lines in large caches would take too much memory. */
static Bool check_lines(Parser* p)
{
   const Machine* m       = p->machine;
   ULong          n_lines = 0;

   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      n_lines += m->caches[id].size / m->line_size;
   return n_lines <= CG_MACHINE_MAX_LINES
          || REFUSE("all caches together have more than 20971520 lines");
}

static Bool check_machine(Parser* p)
{
   if (p->section_line[IN_L1I] == 0 || p->section_line[IN_L1D] == 0)
      return REFUSE(
         "there is no [",
         section_name[p->section_line[IN_L1I] == 0 ? IN_L1I : IN_L1D],
         "]; a machine has at least [L1I] and [L1D]");
   for (Section s = IN_TOP; s < N_SECTIONS; s++)
      if (!check_section(p, s))
         return False;
   if (p->section_line[IN_STLB] > 0 && p->section_line[IN_ITLB] == 0
       && p->section_line[IN_DTLB] == 0)
      return REFUSE_AT(p->section_line[IN_STLB],
                       "[STLB] needs an [ITLB] or a [DTLB] that asks it");
   return check_lines(p);
}

/* Editors put a byte order mark, which says UTF-8, where nobody sees it. */
static void skip_byte_order_mark(Parser* p)
{
   if (p->end - p->next >= 3 && p->next[0] == '\xef' && p->next[1] == '\xbb'
       && p->next[2] == '\xbf')
      p->next += 3;
}

Bool cg_machine_parse(const HChar* text, SizeT length, Machine* machine,
                      MachineError* error)
{
   Parser parser = {
      .next = text, .end = text + length, .machine = machine, .error = error};
   Parser* p = &parser;

   *machine = (Machine){.line_size = 64, .core.latency[OP_SIMPLE] = 1};
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      machine->caches[id].slices = 1;
   if (length > CG_MACHINE_MAX_FILE)
      return REFUSE_AT(
         1, "the file has more than 65536 bytes, so it does not describe a ",
         "machine");
   skip_byte_order_mark(p);
   if (p->next == p->end)
      return REFUSE_AT(1,
                       "the file is empty; it must have at least name, [L1I]",
                       " and [L1D]");
   return parse_lines(p) && check_machine(p);
}
