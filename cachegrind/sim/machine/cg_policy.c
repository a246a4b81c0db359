/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_policy.c: which line of a set a cache replaces; see cg_policy.h. */

#include "sim/machine/cg_policy.h"

#include "sim/cg_words.h"

#define MAX_NIBBLE_WAYS 16 /* whose order fits into a word */
#define MAX_AGED_WAYS   32 /* whose ages do */
#define MAX_BIT_WAYS    64
#define MAX_WAYS        255 /* way numbers of lists are bytes, up to MAX_WAYS */

#define NIBBLES     0x1111111111111111ULL /* the lowest bit of each 4 */
#define PAIRS       0x5555555555555555ULL /* the lowest bit of each 2 */
#define ORDER_SHIFT 32 /* lru-plru4: the order of the trees */
#define COUNT_SHIFT 32 /* mru-n: the ways in use */

#define RARE_BRRIP       32 /* one of so many fills is as srrip's */
#define RARE_QLRU        16
#define MAX_LEADERS      32
#define MAX_PREFERENCE   1023
#define PREFERS_BRRIP(n) ((n) > MAX_PREFERENCE / 2)

#define NO_WAY (~0u)

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

#define ALLOWED                                                                \
   "must be lru, fifo, random, plru, plru-fill, lru-plru4, mru (bit-plru), "   \
   "mru-n, nru, srrip, brrip, drrip or qlru-hXY-mA-rB-uC, perhaps with -umo: " \
   "XY is 00, 10, 11, 20 or 21, A is one or two digits up to 3, B is 0 to 2, " \
   "C is 0 to 3"

/* The first name of a kind is the one that is written. */
static const struct {
   const HChar* name;
   PolicyKind   kind;
} names[] = {
   {"lru", POLICY_LRU},
   {"fifo", POLICY_FIFO},
   {"random", POLICY_RANDOM},
   {"plru", POLICY_PLRU},
   {"plru-fill", POLICY_PLRU_FILL},
   {"lru-plru4", POLICY_LRU_PLRU4},
   {"mru", POLICY_MRU},
   {"bit-plru", POLICY_MRU},
   {"mru-n", POLICY_MRU_N},
   {"nru", POLICY_NRU},
   {"srrip", POLICY_SRRIP},
   {"brrip", POLICY_BRRIP},
   {"drrip", POLICY_DRRIP},
};
#define N_NAMES (sizeof names / sizeof *names)

/* Read a digit of at most `max' from *text, and move *text to its end. */
static Bool parse_digit(const HChar** text, UInt max, UInt* digit)
{
   if (**text < '0' || **text > (HChar)('0' + max))
      return False;
   *digit = *(*text)++ - '0';
   return True;
}

/* Read what follows "qlru". */
static Bool parse_qlru(const HChar* text, Policy* p)
{
   p->kind = POLICY_QLRU;
   if (!cg_words_take(&text, "-h") || !parse_digit(&text, 2, &p->hit3)
       || !parse_digit(&text, 1, &p->hit2) || p->hit2 > p->hit3)
      return False;
   if (!cg_words_take(&text, "-m") || !parse_digit(&text, 3, &p->insert))
      return False;
   p->rare_insert = p->insert;
   if (*text != '-' && !parse_digit(&text, 3, &p->rare_insert))
      return False;
   if (!cg_words_take(&text, "-r") || !parse_digit(&text, 2, &p->replace)
       || !cg_words_take(&text, "-u") || !parse_digit(&text, 3, &p->update))
      return False;
   p->on_miss_only = cg_words_take(&text, "-umo");
   return *text == '\0';
}

const HChar* cg_policy_parse(const HChar* text, Policy* policy)
{
   *policy = (Policy){.kind = POLICY_LRU};
   if (cg_words_take(&text, "qlru"))
      return parse_qlru(text, policy) ? NULL : ALLOWED;
   for (UInt i = 0; i < N_NAMES; i++)
      if (cg_words_same(text, names[i].name)) {
         policy->kind = names[i].kind;
         return NULL;
      }
   return ALLOWED;
}

static HChar* put_policy_text(HChar* to, const HChar* text)
{
   while (*text)
      *to++ = *text++;
   return to;
}

/* Write `text' and a digit. */
static HChar* put_digit(HChar* to, const HChar* text, UInt digit)
{
   to    = put_policy_text(to, text);
   *to++ = '0' + digit;
   return to;
}

void cg_policy_name(const Policy* p, HChar name[CG_POLICY_NAME_SIZE])
{
   HChar* to = name;

   for (UInt i = 0; i < N_NAMES && to == name; i++)
      if (names[i].kind == p->kind)
         to = put_policy_text(to, names[i].name);
   if (p->kind == POLICY_QLRU) {
      to = put_digit(to, "qlru-h", p->hit3);
      to = put_digit(to, "", p->hit2);
      to = put_digit(to, "-m", p->insert);
      if (p->rare_insert != p->insert)
         to = put_digit(to, "", p->rare_insert);
      to = put_digit(to, "-r", p->replace);
      to = put_digit(to, "-u", p->update);
      to = put_policy_text(to, p->on_miss_only ? "-umo" : "");
   }
   *to = '\0';
}

const HChar* cg_policy_fault(const Policy* p, UInt ways)
{
   if (ways < 1 || ways > MAX_WAYS)
      return "a cache must have 1 to 255 ways";
   switch (p->kind) {
   case POLICY_LRU:
   case POLICY_FIFO:
   case POLICY_RANDOM:
      return NULL;
   case POLICY_PLRU:
   case POLICY_PLRU_FILL:
      return (ways & (ways - 1)) == 0 && ways <= MAX_BIT_WAYS ? NULL
             : p->kind == POLICY_PLRU
                ? "with plru, the number of ways must be a power of two and at "
                  "most 64"
                : "with plru-fill, the number of ways must be a power of two "
                  "and at most 64";
   case POLICY_LRU_PLRU4:
      return ways % 4 == 0 && ways <= MAX_AGED_WAYS
                ? NULL
                : "with lru-plru4, the number of ways must be a multiple of "
                  "four and at most 32";
   case POLICY_MRU:
   case POLICY_NRU:
      return ways <= MAX_BIT_WAYS
                ? NULL
                : "with mru or nru, there must be at most 64 ways";
   default:
      break;
   }
   if (ways > MAX_AGED_WAYS)
      return "with mru-n, *rrip or qlru, there must be at most 32 ways";
   return p->kind == POLICY_QLRU && p->replace != 1 && p->update > 1
             ? "with r0 or r2, qlru must have u0 or u1, or no age would be 3"
             : NULL;
}

/*------------------------------------------------------------*/
/*--- Times of use                                         ---*/
/*------------------------------------------------------------*/

Bool cg_policy_follows_from_uses(const Policy* p)
{
   switch (p->kind) {
   case POLICY_LRU:
   case POLICY_PLRU:
   case POLICY_PLRU_FILL:
   case POLICY_LRU_PLRU4:
      return True;
   default:
      return False;
   }
}

Bool cg_policy_ignores_hits(const Policy* p)
{
   return p->kind == POLICY_FIFO || p->kind == POLICY_RANDOM;
}

/* When one of `n' ways was last touched, from `uses' on. */
static inline ULong latest(const ULong* uses, UInt n, UInt stride)
{
   ULong time = uses[0];

   for (UInt i = 1; i < n; i++)
      time = cg_policy_later(time, uses[i * stride]);
   return time;
}

static UInt least_used(UInt ways, const ULong* uses, UInt stride)
{
   UInt way = 0;

   for (UInt i = 1; i < ways; i++)
      if (uses[i * stride] <= uses[way * stride])
         way = i;
   return way;
}

/* A tree: any number of ways, a power of two.  A node points away from the way
   below it that was touched last. */
static UInt follow_uses(UInt ways, const ULong* uses, UInt stride)
{
   UInt way = 0;

   for (UInt half = ways / 2; half > 0; half /= 2) {
      const ULong* left = &uses[way * stride];

      if (latest(left, half, stride)
          > latest(&left[half * stride], half, stride))
         way += half;
   }
   return way;
}

UInt cg_policy_least_used_any(const Policy* p, UInt ways, const ULong* uses,
                              UInt stride)
{
   return p->kind == POLICY_LRU ? least_used(ways, uses, stride)
                                : follow_uses(ways, uses, stride);
}

/*------------------------------------------------------------*/
/*--- Orders                                               ---*/
/*------------------------------------------------------------*/

/* Returns `order', numbers of 4 bits, with the number `n' moved to the front:
   the lowest bits.  The numbers ahead of it move back by one place. */
static inline ULong to_front(ULong order, UInt n)
{
   ULong differs = order ^ (NIBBLES * n);
   /* Its lowest bit that is 1 is in the first nibble that does not differ. */
   ULong same    = (differs - NIBBLES) & ~differs & (NIBBLES << 3);
   UInt  shift   = __builtin_ctzll(same) & ~3u;
   ULong ahead   = (1ULL << shift) - 1;
   ULong through = ahead << 4 | 15;

   return (order & ~through) | (order & ahead) << 4 | n;
}

static inline UChar* policy_list(const PolicySets* p, UWord set)
{
   return p->lists + set * 2 * (p->ways + 1);
}

/* Put `way', which is not in the list, between its end and its front. */
static inline void list_push(UChar* next, UInt ways, UInt way)
{
   UChar* previous = next + ways + 1;
   UInt   front    = next[ways];

   next[way]       = front;
   previous[way]   = ways;
   previous[front] = way;
   next[ways]      = way;
}

static inline void list_to_front(const PolicySets* p, UWord set, UInt way)
{
   UChar* next     = policy_list(p, set);
   UChar* previous = next + p->ways + 1;

   next[previous[way]] = next[way];
   previous[next[way]] = previous[way];
   list_push(next, p->ways, way);
}

static inline void order_to_front(const PolicySets* p, UWord set, UInt way)
{
   if (p->lists)
      list_to_front(p, set, way);
   else
      *cg_policy_word(p, set) = to_front(*cg_policy_word(p, set), way);
}

static UInt last_in_order(const PolicySets* p, UWord set)
{
   if (p->lists)
      return policy_list(p, set)[p->ways + 1 + p->ways];
   return *cg_policy_word(p, set) >> 4 * (p->ways - 1) & 15;
}

/*------------------------------------------------------------*/
/*--- Trees                                                ---*/
/*------------------------------------------------------------*/

/* The path to `way' of `ways', a power of two. */
static PolicyPath find_tree_path(UInt way, UInt ways)
{
   PolicyPath path = {0, 0};

   for (UInt node = ways + way; node > 1; node /= 2) {
      path.nodes |= 1ULL << node / 2;
      if (node % 2 == 0)
         path.away |= 1ULL << node / 2;
   }
   return path;
}

/* The way to which the nodes of `tree' lead. */
static UInt follow(ULong tree, UInt ways)
{
   UInt node = 1;

   while (node < ways)
      node = 2 * node + (tree >> node & 1);
   return node - ways;
}

/* lru-plru4: the trees after a touch of `way'.  The nodes of a tree of four are
   bits 1 to 3. */
static ULong touch_trees(ULong word, UInt way)
{
   static const UChar path[4] = {6, 6, 10, 10}, away[4] = {6, 2, 8, 0};
   UInt               shift = way & ~3u;
   ULong              order = to_front(word >> ORDER_SHIFT, way / 4);
   UInt               trees = word;

   trees &= ~((UInt)path[way % 4] << shift);
   trees |= (UInt)away[way % 4] << shift;
   return order << ORDER_SHIFT | trees;
}

static UInt follow_last_tree(ULong word, UInt ways)
{
   UInt tree = word >> (ORDER_SHIFT + ways - 4) & 15;

   return 4 * tree + follow(word >> 4 * tree & 15, 4);
}

/*------------------------------------------------------------*/
/*--- Bits                                                 ---*/
/*------------------------------------------------------------*/

static ULong all_bits(UInt n)
{
   return n == 64 ? ~0ULL : (1ULL << n) - 1;
}

static inline ULong touch_bit(ULong bits, UInt way, UInt ways)
{
   bits &= ~(1ULL << way);
   return bits ? bits : all_bits(ways) & ~(1ULL << way);
}

/* mru-n: a touch of `way'.  The upper half of the word counts the ways that are
   not empty, without this one if it was. */
static ULong touch_bit_if_full(ULong word, UInt way, UInt ways)
{
   ULong count = word >> COUNT_SHIFT;

   return count < ways
             ? word
             : count << COUNT_SHIFT | touch_bit((UInt)word, way, ways);
}

/* The lowest way whose bit is 1; a single way never has one. */
static UInt lowest_bit(ULong bits)
{
   return bits ? __builtin_ctzll(bits) : 0;
}

/*------------------------------------------------------------*/
/*--- Ages                                                 ---*/
/*------------------------------------------------------------*/

/* A 1 for each way, at the place of its age. */
static inline ULong ones(UInt ways)
{
   return PAIRS >> (64 - 2 * ways);
}

static inline ULong pair_of(UInt way)
{
   return 3ULL << 2 * way;
}

/* A 1 for each age that is 3. */
static inline ULong threes(ULong ages)
{
   return ages & ages >> 1 & PAIRS;
}

static UInt largest_age(ULong ages)
{
   if (threes(ages))
      return 3;
   return ages & PAIRS << 1 ? 2 : ages != 0;
}

/* QLRU's update, after a touch of `way'; NO_WAY if all ways are alike. */
static inline __attribute__((always_inline)) ULong
update_ages(ULong ages, UInt ways, UInt update, UInt way)
{
   ULong others = ones(ways);

   if ((update == 1 || update == 3) && way != NO_WAY)
      others &= ~pair_of(way);
   if (update <= 1)
      return ages + others * (3 - largest_age(ages & others * 3));
   return threes(ages) ? ages : ages + others;
}

static inline ULong set_age(ULong ages, UInt way, UInt age)
{
   return (ages & ~pair_of(way)) | (ULong)age << 2 * way;
}

/* xorshift64*: S. Vigna, "An experimental exploration of Marsaglia's xorshift
   generators, scrambled", 2016. */
static UInt draw(PolicySets* p, UInt below)
{
   p->random ^= p->random >> 12;
   p->random ^= p->random << 25;
   p->random ^= p->random >> 27;
   return (UInt)(p->random * 0x2545F4914F6CDD1DULL >> 33) % below;
}

/* The age of a new line of brrip. */
static UInt brrip_age(PolicySets* p)
{
   p->n_rare = (p->n_rare + 1) % RARE_BRRIP;
   return p->n_rare == 0 ? 2 : 3;
}

/* The age of a new line of drrip.  Of each `constituency' sets, the first leads
   for srrip, and the one in the middle for brrip. */
static UInt drrip_age(PolicySets* p, UWord set)
{
   UWord place = set % p->constituency;

   if (place == 0) {
      if (p->preference < MAX_PREFERENCE)
         p->preference++;
      return 2;
   }
   if (place == p->constituency / 2) {
      if (p->preference > 0)
         p->preference--;
      return brrip_age(p);
   }
   return PREFERS_BRRIP(p->preference) ? brrip_age(p) : 2;
}

static inline __attribute__((always_inline)) UInt new_age(PolicySets* p,
                                                          UWord       set)
{
   const Policy* q = &p->policy;

   switch (q->kind) {
   case POLICY_BRRIP:
      return brrip_age(p);
   case POLICY_DRRIP:
      return drrip_age(p, set);
   default:
      if (q->rare_insert == q->insert)
         return q->insert;
      return draw(p, RARE_QLRU) == 0 ? q->rare_insert : q->insert;
   }
}

static inline __attribute__((always_inline)) void hit_age(PolicySets* p,
                                                          UWord set, UInt way)
{
   const Policy* q    = &p->policy;
   ULong         ages = *cg_policy_word(p, set);
   UInt          age  = ages >> 2 * way & 3;

   ages = set_age(ages, way, age == 3 ? q->hit3 : age == 2 ? q->hit2 : 0);
   if (!q->on_miss_only)
      ages = update_ages(ages, p->ways, q->update, way);
   *cg_policy_word(p, set) = ages;
}

static inline __attribute__((always_inline)) UInt
choose_by_age(PolicySets* p, UWord set, EmptyWays empty)
{
   const Policy* q    = &p->policy;
   ULong*        ages = cg_policy_word(p, set);
   UInt          way  = q->replace == 2 ? empty.highest : empty.lowest;

   if (q->on_miss_only)
      *ages = update_ages(*ages, p->ways, q->update, NO_WAY);
   return way < p->ways ? way : lowest_bit(threes(*ages)) / 2;
}

static inline __attribute__((always_inline)) void fill_age(PolicySets* p,
                                                           UWord set, UInt way)
{
   const Policy* q    = &p->policy;
   ULong         ages = set_age(*cg_policy_word(p, set), way, new_age(p, set));

   if (!q->on_miss_only)
      ages = update_ages(ages, p->ways, q->update, way);
   *cg_policy_word(p, set) = ages;
}

/*------------------------------------------------------------*/
/*--- All policies                                         ---*/
/*------------------------------------------------------------*/

/* srrip is qlru-h00-m2-r0-u0-umo, and the other two differ from it only in the
   age of a new line. */
static Policy with_parameters(const Policy* policy)
{
   Policy p = *policy;

   if (p.kind == POLICY_SRRIP || p.kind == POLICY_BRRIP
       || p.kind == POLICY_DRRIP) {
      p.insert = p.rare_insert = 2;
      p.on_miss_only           = True;
   }
   return p;
}

static ULong initial_word(PolicyKind kind, UInt ways)
{
   switch (kind) {
   case POLICY_LRU:
   case POLICY_FIFO:
      return 0xFEDCBA9876543210ULL;
   case POLICY_LRU_PLRU4:
      return 0x76543210ULL << ORDER_SHIFT;
   case POLICY_MRU:
   case POLICY_MRU_N:
   case POLICY_NRU:
      return all_bits(ways);
   case POLICY_RANDOM:
   case POLICY_PLRU:
   case POLICY_PLRU_FILL:
      return 0;
   default:
      return ones(ways) * 3;
   }
}

static void init_list(const PolicySets* p, UWord set)
{
   UChar* next = policy_list(p, set);

   next[p->ways] = next[2 * p->ways + 1] = p->ways;
   for (UInt way = 0; way < p->ways; way++)
      list_push(next, p->ways, way);
}

/* drrip: so large that there are at most MAX_LEADERS pairs of leaders. */
static UWord constituency_of(UWord n_sets)
{
   UWord size = (n_sets + MAX_LEADERS - 1) / MAX_LEADERS;

   return size < 2 ? 2 : size;
}

void cg_policy_init(PolicySets* p, const Policy* policy, UInt ways,
                    UWord n_sets, ULong* words, UInt stride, UInt seed,
                    void* (*alloc)(SizeT n_bytes))
{
   Bool  has_order = policy->kind <= POLICY_FIFO;
   ULong word      = initial_word(policy->kind, ways);

   *p = (PolicySets){
      .policy       = with_parameters(policy),
      .ways         = ways,
      .n_sets       = n_sets,
      .words        = words,
      .stride       = stride,
      .random       = 0x9E3779B97F4A7C15ULL * (seed + 1ULL),
      .constituency = constituency_of(n_sets),
   };
   if (has_order && ways > MAX_NIBBLE_WAYS)
      p->lists = alloc(n_sets * 2 * (ways + 1));
   for (UWord set = 0; set < n_sets; set++) {
      *cg_policy_word(p, set) = word;
      if (p->lists)
         init_list(p, set);
   }
   if (policy->kind == POLICY_PLRU || policy->kind == POLICY_PLRU_FILL)
      p->paths = alloc(ways * sizeof *p->paths);
   for (UInt way = 0; p->paths && way < ways; way++)
      p->paths[way] = find_tree_path(way, ways);
}

void cg_policy_hit_no_tree(PolicySets* p, UWord set, UInt way)
{
   ULong* word = cg_policy_word(p, set);

   switch (p->policy.kind) {
   case POLICY_LRU:
      order_to_front(p, set, way);
      break;
   case POLICY_FIFO:
   case POLICY_RANDOM:
      break;
   case POLICY_LRU_PLRU4:
      *word = touch_trees(*word, way);
      break;
   case POLICY_MRU:
      *word = touch_bit(*word, way, p->ways);
      break;
   case POLICY_MRU_N:
      *word = touch_bit_if_full(*word, way, p->ways);
      break;
   case POLICY_NRU:
      *word &= ~(1ULL << way);
      break;
   default:
      hit_age(p, set, way);
   }
}

/* The way that is replaced in a set without empty ways, for policies without
   ages; with plru, also in other sets. */
static UInt victim(PolicySets* p, UWord set)
{
   ULong* word = cg_policy_word(p, set);

   switch (p->policy.kind) {
   case POLICY_LRU:
   case POLICY_FIFO:
      return last_in_order(p, set);
   case POLICY_RANDOM:
      return draw(p, p->ways);
   case POLICY_PLRU:
   case POLICY_PLRU_FILL:
      return follow(*word, p->ways);
   case POLICY_LRU_PLRU4:
      return follow_last_tree(*word, p->ways);
   case POLICY_NRU:
      if (*word == 0)
         *word = all_bits(p->ways);
      return lowest_bit(*word);
   default:
      return lowest_bit((p->policy.kind == POLICY_MRU_N) ? (UInt)*word : *word);
   }
}

UInt cg_policy_choose(PolicySets* p, UWord set, EmptyWays empty)
{
   PolicyKind kind = p->policy.kind;

   if (kind >= POLICY_SRRIP)
      return choose_by_age(p, set, empty);
   if (empty.lowest < p->ways && kind != POLICY_PLRU && kind != POLICY_NRU)
      return empty.lowest;
   return victim(p, set);
}

void cg_policy_fill(PolicySets* p, UWord set, UInt way, Bool was_empty)
{
   PolicyKind kind = p->policy.kind;

   if (kind >= POLICY_SRRIP)
      fill_age(p, set, way);
   else if (kind == POLICY_FIFO)
      order_to_front(p, set, way);
   else
      cg_policy_hit(p, set, way);
   if (kind == POLICY_MRU_N && was_empty)
      *cg_policy_word(p, set) += 1ULL << COUNT_SHIFT;
}

void cg_policy_remove(PolicySets* p, UWord set, UInt way)
{
   switch (p->policy.kind) {
   case POLICY_MRU_N:
      *cg_policy_word(p, set) -= 1ULL << COUNT_SHIFT;
      *cg_policy_word(p, set) |= 1ULL << way;
      break;
   case POLICY_MRU:
   case POLICY_NRU:
      *cg_policy_word(p, set) |= 1ULL << way;
      break;
   default:
      if (p->policy.kind >= POLICY_SRRIP)
         *cg_policy_word(p, set) |= pair_of(way);
   }
}
