/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pairs.c: small pieces of work with one fault each, and mended, for
   bench/hardware --pairs.

   Usage: pairs list            the pairs, and the causes that were planted
          pairs check           fails if a mended kernel does not do what the
                                other one does
          pairs time NAME       cycles of one call, the least of many
          pairs run NAME CALLS  calls a kernel, to be simulated

   The kernels of a pair are k_PAIR, which has the fault, and k_PAIR_mended.
   Both do the same work: they return the same, and leave the same in the
   output.  What they call is named k_PAIR__WHAT, so a profile has the counts of
   all that belongs to a pair.

   A cause is what most of the time of k_PAIR goes to, and what is not in
   k_PAIR_mended:

      division      of numbers, where a shift or a product would do
      miss          of data that is spread over more lines than it needs
      conflict      too many lines of one set in use
      pages         more pages in use than the TLB has
      conditional   branches that depend on data without a pattern
      indirect      the same for the targets of calls
      chain         each operation waits for the one before it
      instructions  more of them than needed
      return        more calls than the processor can remember */

#include "harness.h"

static uint8_t* output;
#define OUTPUT_SIZE (2 * (size_t)MIB)

/*------------------------------------------------------------*/
/*--- Divisions                                            ---*/
/*------------------------------------------------------------*/

/* How many timers there are in each slot of a wheel. */
enum { TIMERS = 30000 };

static uint64_t n_slots;

static void fill_timers(void)
{
   uint64_t* times = (uint64_t*)memory;

   n_slots = 4096;
   for (int i = 0; i < TIMERS; i++)
      times[i] = next_random() >> 24;
}

static NOINLINE uint64_t k_wheel(void)
{
   const uint64_t* times = (uint64_t*)memory;
   uint32_t*       slots = (uint32_t*)output;

   for (int i = 0; i < TIMERS; i++)
      slots[times[i] % n_slots]++;
   return slots[7];
}

static NOINLINE uint64_t k_wheel_mended(void)
{
   const uint64_t* times = (uint64_t*)memory;
   uint32_t*       slots = (uint32_t*)output;

   for (int i = 0; i < TIMERS; i++)
      slots[times[i] & (n_slots - 1)]++;
   return slots[7];
}

/* Rows are divided by their scales, powers of two, so that products with the
   reciprocals are the same numbers. */
enum { ROWS = 256, ROW = 64 };

static void fill_rows(void)
{
   double *values = (double*)memory, *scales = values + ROWS * ROW;

   for (int i = 0; i < ROWS * ROW; i++)
      values[i] = (double)(next_random() % 100000);
   for (int i = 0; i < ROWS; i++)
      scales[i] = (double)(1 << next_random() % 20);
}

static NOINLINE uint64_t k_rows(void)
{
   const double *values = (double*)memory, *scales = values + ROWS * ROW;
   double*       to = (double*)output;

   for (int y = 0; y < ROWS; y++)
      for (int x = 0; x < ROW; x++)
         to[y * ROW + x] = values[y * ROW + x] / scales[y];
   return (uint64_t)to[7];
}

static NOINLINE uint64_t k_rows_mended(void)
{
   const double *values = (double*)memory, *scales = values + ROWS * ROW;
   double*       to = (double*)output;

   for (int y = 0; y < ROWS; y++) {
      double factor = 1 / scales[y];

      for (int x = 0; x < ROW; x++)
         to[y * ROW + x] = values[y * ROW + x] * factor;
   }
   return (uint64_t)to[7];
}

/*------------------------------------------------------------*/
/*--- Misses of data                                       ---*/
/*------------------------------------------------------------*/

/* The total of each customer's orders: a list, through all orders as they came;
   mended, an array of amounts. */
enum { CUSTOMERS = 128, ORDERS = 1 << 17 };

typedef struct Order_ {
   struct Order_* next;
   uint64_t       amount, number, time;
} Order;

static void fill_order_lists(void)
{
   Order*  orders = (Order*)memory;
   Order** first  = (Order**)(memory + 32 * MIB);
   Order** last[CUSTOMERS];

   for (int c = 0; c < CUSTOMERS; c++)
      last[c] = &first[c];
   for (uint32_t i = 0; i < ORDERS; i++) {
      uint32_t c = (next_random() >> 40) % CUSTOMERS;

      orders[i] = (Order){NULL, next_random() % 1000, i, i};
      *last[c]  = &orders[i];
      last[c]   = &orders[i].next;
   }
   for (int c = 0; c < CUSTOMERS; c++)
      *last[c] = NULL;
}

static void fill_order_arrays(void)
{
   uint64_t*     amounts = (uint64_t*)memory;
   uint32_t*     starts  = (uint32_t*)(memory + 32 * MIB);
   Order* const* first   = (Order**)starts;
   Order*        lists[CUSTOMERS];
   uint64_t*     sorted = malloc(ORDERS * sizeof *sorted);
   uint32_t      n      = 0;

   fill_order_lists();
   memcpy(lists, first, sizeof lists);
   for (int c = 0; c < CUSTOMERS; c++) {
      starts[c] = n;
      for (const Order* order = lists[c]; order; order = order->next)
         sorted[n++] = order->amount;
   }
   starts[CUSTOMERS] = n;
   memcpy(amounts, sorted, ORDERS * sizeof *sorted);
   free(sorted);
}

static NOINLINE uint64_t k_orders(void)
{
   Order* const* first  = (Order**)(memory + 32 * MIB);
   uint64_t*     totals = (uint64_t*)output;

   for (int c = 0; c < CUSTOMERS; c++) {
      uint64_t total = 0;

      for (const Order* order = first[c]; order; order = order->next)
         total += order->amount;
      totals[c] = total;
   }
   return totals[7];
}

static NOINLINE uint64_t k_orders_mended(void)
{
   const uint64_t* amounts = (uint64_t*)memory;
   const uint32_t* starts  = (uint32_t*)(memory + 32 * MIB);
   uint64_t*       totals  = (uint64_t*)output;

   for (int c = 0; c < CUSTOMERS; c++) {
      uint64_t total = 0;

      for (uint32_t i = starts[c]; i < starts[c + 1]; i++)
         total += amounts[i];
      totals[c] = total;
   }
   return totals[7];
}

/* The interest of all accounts; mended, what it needs is split off. */
enum { ACCOUNTS = 1 << 15 };

typedef struct {
   uint64_t number, opened, balance;
   char     name[120];
   uint64_t rate;
   char     address[104];
} Account;

typedef struct {
   uint64_t balance, rate;
} Money;

static Money next_money(void)
{
   return (Money){next_random() % 1000000, next_random() % 8};
}

static void fill_accounts(void)
{
   Account* accounts = (Account*)memory;

   for (uint32_t i = 0; i < ACCOUNTS; i++) {
      Money money = next_money();

      accounts[i] =
         (Account){.number = i, .balance = money.balance, .rate = money.rate};
   }
}

static void fill_money(void)
{
   Money* accounts = (Money*)memory;

   for (uint32_t i = 0; i < ACCOUNTS; i++)
      accounts[i] = next_money();
}

static NOINLINE uint64_t k_interest(void)
{
   const Account* accounts = (Account*)memory;
   uint64_t       sum      = 0;

   for (uint32_t i = 0; i < ACCOUNTS; i++)
      sum += accounts[i].balance * accounts[i].rate;
   return sum;
}

static NOINLINE uint64_t k_interest_mended(void)
{
   const Money* accounts = (Money*)memory;
   uint64_t     sum      = 0;

   for (uint32_t i = 0; i < ACCOUNTS; i++)
      sum += accounts[i].balance * accounts[i].rate;
   return sum;
}

/* How steep a map of heights is, by columns; mended, by rows. */
enum { MAP = 700 };

static void fill_heights(void)
{
   int32_t* heights = (int32_t*)memory;

   for (int i = 0; i < (MAP + 1) * MAP; i++)
      heights[i] = next_random() % 9000;
}

static NOINLINE uint64_t k_slopes(void)
{
   const int32_t* heights = (int32_t*)memory;
   int32_t*       slopes  = (int32_t*)output;

   for (int x = 0; x < MAP; x++)
      for (int y = 0; y < MAP; y++)
         slopes[y * MAP + x] =
            heights[(y + 1) * MAP + x] - heights[y * MAP + x];
   return slopes[7];
}

static NOINLINE uint64_t k_slopes_mended(void)
{
   const int32_t* heights = (int32_t*)memory;
   int32_t*       slopes  = (int32_t*)output;

   for (int y = 0; y < MAP; y++)
      for (int x = 0; x < MAP; x++)
         slopes[y * MAP + x] =
            heights[(y + 1) * MAP + x] - heights[y * MAP + x];
   return slopes[7];
}

/* The text of a block of Burrows and Wheeler: each place names the next one.
   Mended, a place and its byte are in 32 bits. */
enum { BLOCK = 1 << 17 };

typedef struct {
   uint64_t next, byte;
} Place;

static void fill_places(void)
{
   Place*    places = (Place*)memory;
   uint32_t* order  = (uint32_t*)(memory + 32 * MIB);

   shuffle(order, BLOCK);
   for (uint32_t i = 0; i < BLOCK; i++)
      places[order[i]] =
         (Place){order[(i + 1) % BLOCK], next_random() >> 40 & 0xff};
}

static void fill_packed_places(void)
{
   const Place* places = (Place*)memory;
   uint32_t*    packed = (uint32_t*)memory;

   fill_places();
   for (uint32_t i = 0; i < BLOCK; i++)
      packed[i] = places[i].next << 8 | places[i].byte;
}

static NOINLINE uint64_t k_block(void)
{
   const Place* places = (Place*)memory;
   uint64_t     at     = 0;

   for (uint32_t i = 0; i < BLOCK; i++) {
      output[i] = places[at].byte;
      at        = places[at].next;
   }
   return at;
}

static NOINLINE uint64_t k_block_mended(void)
{
   const uint32_t* places = (uint32_t*)memory;
   uint64_t        at     = 0;

   for (uint32_t i = 0; i < BLOCK; i++) {
      uint32_t place = places[at];

      output[i] = place;
      at        = place >> 8;
   }
   return at;
}

/*------------------------------------------------------------*/
/*--- Sets and pages                                       ---*/
/*------------------------------------------------------------*/

/* Interleaves channels of sound that are a page apart; mended, a page and a
   line. */
enum {
   CHANNELS       = 32,
   SAMPLES        = 1024,
   CHANNEL        = SAMPLES * sizeof(uint32_t),
   PADDED_CHANNEL = CHANNEL + 64
};

static void fill_channels_apart(size_t apart)
{
   for (int c = 0; c < CHANNELS; c++)
      for (int i = 0; i < SAMPLES; i++)
         ((uint32_t*)(memory + c * apart))[i] = next_random();
}

static void fill_channels(void)
{
   fill_channels_apart(CHANNEL);
}

static void fill_padded_channels(void)
{
   fill_channels_apart(PADDED_CHANNEL);
}

static inline uint64_t interleave(size_t apart)
{
   uint32_t* to = (uint32_t*)output;

   for (int i = 0; i < SAMPLES; i++)
      for (int c = 0; c < CHANNELS; c++)
         *to++ = ((uint32_t*)(memory + c * apart))[i];
   return to[-1];
}

static NOINLINE uint64_t k_channels(void)
{
   return interleave(CHANNEL);
}

static NOINLINE uint64_t k_channels_mended(void)
{
   return interleave(PADDED_CHANNEL);
}

/* A list of connections, each in a page of its own; mended, in a line of its
   own.  They are in all sets of L1D, which has room for them. */
enum { CONNECTIONS = 512, ROUNDS = 32 };

typedef struct Connection_ {
   struct Connection_* next;
   uint64_t            bytes[7];
} Connection;

static void fill_connections_apart(size_t apart)
{
   uint32_t order[CONNECTIONS];

   shuffle(order, CONNECTIONS);
   for (uint32_t i = 0; i < CONNECTIONS; i++) {
      uint32_t this = order[i], next = order[(i + 1) % CONNECTIONS];

      *(Connection*)(memory + this * apart) = (Connection){
         (Connection*)(memory + next * apart), {next_random() % 1000}};
   }
}

static void fill_connections(void)
{
   fill_connections_apart(4096 + sizeof(Connection));
}

static void fill_packed_connections(void)
{
   fill_connections_apart(sizeof(Connection));
}

/* The function of two kernels; each must be there by itself. */
#define ALONE __attribute__((noinline, no_icf))

static inline uint64_t count_bytes(void)
{
   const Connection* connection = (Connection*)memory;
   uint64_t          sum        = 0;

   for (int i = 0; i < CONNECTIONS * ROUNDS; i++) {
      sum += connection->bytes[0];
      connection = connection->next;
   }
   return sum;
}

static ALONE uint64_t k_connections(void)
{
   return count_bytes();
}

static ALONE uint64_t k_connections_mended(void)
{
   return count_bytes();
}

/*------------------------------------------------------------*/
/*--- Branches                                             ---*/
/*------------------------------------------------------------*/

/* A processor learns the outcomes of tens of thousands of branches, if each
   call has the same ones.  So they are drawn anew in each call. */
static uint64_t drawn;

static inline uint64_t draw(void)
{
   return drawn = drawn * 6364136223846793005 + 1442695040888963407;
}

/* A sample of numbers, about half of them; mended, each is stored, and the next
   one takes its place if it is not in the sample. */
enum { NUMBERS = 40000 };

static void fill_numbers(void)
{
   uint32_t* numbers = (uint32_t*)memory;

   drawn = 1;
   for (int i = 0; i < NUMBERS; i++)
      numbers[i] = next_random() >> 32;
}

static inline uint64_t is_in_sample(uint64_t number, uint64_t salt)
{
   return number * salt >> 63;
}

static NOINLINE uint64_t k_sample(void)
{
   const uint32_t* numbers = (uint32_t*)memory;
   uint32_t*       to      = (uint32_t*)output;
   uint64_t        n = 0, salt = draw();

   for (int i = 0; i < NUMBERS; i++)
      if (is_in_sample(numbers[i], salt))
         to[n++] = numbers[i];
   return n;
}

static NOINLINE uint64_t k_sample_mended(void)
{
   const uint32_t* numbers = (uint32_t*)memory;
   uint32_t*       to      = (uint32_t*)output;
   uint64_t        n = 0, salt = draw();

   for (int i = 0; i < NUMBERS; i++) {
      to[n] = numbers[i];
      n += is_in_sample(numbers[i], salt);
   }
   to[n] = 0;
   return n;
}

/* Purses that pay each other, if there is enough in them; mended, all pay, but
   nothing if there is not enough. */
enum { PURSES = 4096, PAYMENTS = 40000 };

static void fill_purses(void)
{
   uint32_t* purses = (uint32_t*)memory;

   drawn = 1;
   for (int i = 0; i < PURSES; i++)
      purses[i] = 2048;
}

typedef struct {
   uint32_t from, to, amount;
} Payment;

static inline Payment next_payment(void)
{
   uint64_t random = draw();

   return (Payment){random >> 28 & (PURSES - 1), random >> 40 & (PURSES - 1),
                    random >> 52};
}

static NOINLINE uint64_t k_purses(void)
{
   uint32_t* purses = (uint32_t*)memory;
   uint64_t  n      = 0;

   for (int i = 0; i < PAYMENTS; i++) {
      Payment payment = next_payment();

      if (purses[payment.from] >= payment.amount) {
         purses[payment.from] -= payment.amount;
         purses[payment.to] += payment.amount;
         n++;
      }
   }
   return n;
}

static NOINLINE uint64_t k_purses_mended(void)
{
   uint32_t* purses = (uint32_t*)memory;
   uint64_t  n      = 0;

   for (int i = 0; i < PAYMENTS; i++) {
      Payment  payment   = next_payment();
      uint64_t is_enough = purses[payment.from] >= payment.amount;
      uint32_t amount    = payment.amount & -(uint32_t)is_enough;

      purses[payment.from] -= amount;
      purses[payment.to] += amount;
      n += is_enough;
   }
   return n;
}

/* The sum of the areas of shapes, of eight kinds in any order; mended, sorted
   by kind. */
enum { SHAPES = 20000, KINDS = 8 };

typedef struct {
   uint32_t kind, a, b, c;
} Shape;

#define AREA(kind, area)                                                       \
   static __attribute__((noipa)) uint64_t k_shapes__##kind(const Shape* s)     \
   {                                                                           \
      return area;                                                             \
   }
AREA(square, s->a * s->a)
AREA(rectangle, s->a * s->b)
AREA(triangle, s->a * s->b / 2)
AREA(circle, 355 * s->a * s->a >> 7)
AREA(ellipse, 355 * s->a * s->b >> 7)
AREA(ring, 355 * (s->a * s->a - s->b * s->b) >> 7)
AREA(trapezium, (s->a + s->b) * s->c / 2)
AREA(frame, s->a * s->b - (s->a - s->c) * (s->b - s->c))

static uint64_t (*const areas[KINDS])(const Shape*) = {
   k_shapes__square,    k_shapes__rectangle, k_shapes__triangle,
   k_shapes__circle,    k_shapes__ellipse,   k_shapes__ring,
   k_shapes__trapezium, k_shapes__frame};

static void fill_shapes(void)
{
   Shape* shapes = (Shape*)memory;

   for (int i = 0; i < SHAPES; i++) {
      uint64_t random = next_random();

      shapes[i] = (Shape){random >> 61, random & 0xff, random >> 8 & 0xff,
                          random >> 16 & 0xff};
   }
}

static int compare_kinds(const void* a, const void* b)
{
   return (int)((const Shape*)a)->kind - (int)((const Shape*)b)->kind;
}

static void fill_sorted_shapes(void)
{
   fill_shapes();
   qsort(memory, SHAPES, sizeof(Shape), compare_kinds);
}

static inline uint64_t add_areas(void)
{
   const Shape* shapes = (Shape*)memory;
   uint64_t     sum    = 0;

   for (int i = 0; i < SHAPES; i++)
      sum += areas[shapes[i].kind](&shapes[i]);
   return sum;
}

static ALONE uint64_t k_shapes(void)
{
   return add_areas();
}

static ALONE uint64_t k_shapes_mended(void)
{
   return add_areas();
}

/*------------------------------------------------------------*/
/*--- Chains                                               ---*/
/*------------------------------------------------------------*/

/* How far candidates are from a point, in whole numbers, so that the order of
   additions does not matter. */
enum { CANDIDATES = 64, DIMENSIONS = 512 };

static void fill_points(void)
{
   double* values = (double*)memory;

   for (int i = 0; i < (CANDIDATES + 1) * DIMENSIONS; i++)
      values[i] = (double)(next_random() % 1000);
}

static NOINLINE uint64_t k_nearest(void)
{
   const double *point = (double*)memory, *other = point;
   double*       far = (double*)output;

   for (int c = 0; c < CANDIDATES; c++) {
      double sum = 0;

      other += DIMENSIONS;
      for (int i = 0; i < DIMENSIONS; i++)
         sum += __builtin_fabs(point[i] - other[i]);
      far[c] = sum;
   }
   return (uint64_t)far[7];
}

static NOINLINE uint64_t k_nearest_mended(void)
{
   const double *point = (double*)memory, *other = point;
   double*       far = (double*)output;

   for (int c = 0; c < CANDIDATES; c++) {
      double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;

      other += DIMENSIONS;
      for (int i = 0; i < DIMENSIONS; i += 4) {
         sum0 += __builtin_fabs(point[i] - other[i]);
         sum1 += __builtin_fabs(point[i + 1] - other[i + 1]);
         sum2 += __builtin_fabs(point[i + 2] - other[i + 2]);
         sum3 += __builtin_fabs(point[i + 3] - other[i + 3]);
      }
      far[c] = sum0 + sum1 + (sum2 + sum3);
   }
   return (uint64_t)far[7];
}

/* How often an automaton is in its state 0, while it reads four messages;
   mended, while it reads them side by side. */
enum { STATES = 16, MESSAGE = 16384 };

static void fill_messages(void)
{
   for (int i = 0; i < STATES * 256; i++)
      memory[i] = next_random() >> 60;
   for (int i = 0; i < 4 * MESSAGE; i++)
      memory[MIB + i] = next_random() >> 40;
}

static NOINLINE uint64_t k_automaton(void)
{
   const uint8_t *states = memory, *message = memory + MIB;
   uint64_t       n = 0;

   for (int m = 0; m < 4; m++) {
      uint64_t state = 1;

      for (int i = 0; i < MESSAGE; i++) {
         state = states[state << 8 | *message++];
         n += state == 0;
      }
   }
   return n;
}

static NOINLINE uint64_t k_automaton_mended(void)
{
   const uint8_t *states = memory, *message = memory + MIB;
   uint64_t       n = 0, state0 = 1, state1 = 1, state2 = 1, state3 = 1;

   for (int i = 0; i < MESSAGE; i++) {
      state0 = states[state0 << 8 | message[i]];
      state1 = states[state1 << 8 | message[i + MESSAGE]];
      state2 = states[state2 << 8 | message[i + 2 * MESSAGE]];
      state3 = states[state3 << 8 | message[i + 3 * MESSAGE]];
      n += (state0 == 0) + (state1 == 0) + (state2 == 0) + (state3 == 0);
   }
   return n;
}

/*------------------------------------------------------------*/
/*--- Instructions, calls and returns                      ---*/
/*------------------------------------------------------------*/

/* Bytes as hexadecimal digits; mended, two digits at once from a table. */
enum { BYTES = 12288 };

static inline uint8_t digit_of(uint8_t n)
{
   return n + '0' + (n > 9) * ('a' - '0' - 10);
}

static void fill_bytes(void)
{
   uint8_t* digits = memory + MIB;

   for (int i = 0; i < BYTES; i++)
      memory[i] = next_random() >> 40;
   for (int i = 0; i < 256; i++) {
      *digits++ = digit_of(i >> 4);
      *digits++ = digit_of(i & 15);
   }
}

static NOINLINE uint64_t k_hex(void)
{
   uint8_t* to = output;

   for (int i = 0; i < BYTES; i++) {
      *to++ = digit_of(memory[i] >> 4);
      *to++ = digit_of(memory[i] & 15);
   }
   return to[-1];
}

static NOINLINE uint64_t k_hex_mended(void)
{
   const uint16_t* digits = (uint16_t*)(memory + MIB);
   uint16_t*       to     = (uint16_t*)output;

   for (int i = 0; i < BYTES; i++)
      to[i] = digits[memory[i]];
   return to[BYTES - 1] >> 8;
}

/* A parser of brackets of three kinds, which are 250 deep and look alike in
   each call; mended, it has a stack of its own. */
enum { DEPTH = 250, EXPRESSIONS = 4, READINGS = 8 };

static void fill_brackets(void)
{
   uint8_t* to = memory;

   for (int e = 0; e < EXPRESSIONS; e++) {
      for (int i = 0; i < DEPTH; i++)
         to[i] = "([{"[(next_random() >> 40) % 3];
      to[DEPTH] = 'x';
      for (int i = 0; i < DEPTH; i++)
         to[DEPTH + 1 + i] = to[DEPTH - 1 - i] == '('   ? ')'
                             : to[DEPTH - 1 - i] == '[' ? ']'
                                                        : '}';
      to += 2 * DEPTH + 1;
   }
}

static inline uint64_t in_round(uint64_t value)
{
   return 3 * value + 1;
}

static inline uint64_t in_square(uint64_t value)
{
   return (value << 5 | value >> 59) ^ 7;
}

static inline uint64_t in_curly(uint64_t value)
{
   return ~value + (value >> 9);
}

static __attribute__((noipa)) uint64_t k_brackets__parse(const uint8_t** at)
{
   uint8_t  c = *(*at)++;
   uint64_t value;

   if (c == '(')
      value = in_round(k_brackets__parse(at));
   else if (c == '[')
      value = in_square(k_brackets__parse(at));
   else if (c == '{')
      value = in_curly(k_brackets__parse(at));
   else
      return c;
   (*at)++;
   return value;
}

static NOINLINE uint64_t k_brackets(void)
{
   uint64_t sum = 0;

   for (int r = 0; r < READINGS; r++) {
      const uint8_t* at = memory;

      for (int e = 0; e < EXPRESSIONS; e++)
         sum += k_brackets__parse(&at);
   }
   return sum;
}

static NOINLINE uint64_t k_brackets_mended(void)
{
   uint8_t  opened[DEPTH];
   uint64_t sum = 0;

   for (int r = 0; r < READINGS; r++) {
      const uint8_t* at = memory;

      for (int e = 0; e < EXPRESSIONS; e++) {
         int      depth = 0;
         uint64_t value;

         while (*at == '(' || *at == '[' || *at == '{')
            opened[depth++] = *at++;
         value = *at++;
         for (; depth > 0; at++) {
            uint8_t c = opened[--depth];

            value = c == '('   ? in_round(value)
                    : c == '[' ? in_square(value)
                               : in_curly(value);
         }
         sum += value;
      }
   }
   return sum;
}

/*------------------------------------------------------------*/
/*--- The program                                          ---*/
/*------------------------------------------------------------*/

#define PAIR(name, cause, fill, fill_mended)                                   \
   {                                                                           \
#name, cause,                                                            \
      {                                                                        \
         KERNEL(name, fill), KERNEL(name##_mended, fill_mended)                \
      }                                                                        \
   }

static const struct {
   const char *name, *cause;
   Kernel      kernels[2];
} pairs[] = {
   PAIR(wheel, "division", fill_timers, fill_timers),
   PAIR(rows, "division", fill_rows, fill_rows),
   PAIR(orders, "miss", fill_order_lists, fill_order_arrays),
   PAIR(interest, "miss", fill_accounts, fill_money),
   PAIR(slopes, "miss", fill_heights, fill_heights),
   PAIR(block, "miss", fill_places, fill_packed_places),
   PAIR(channels, "conflict", fill_channels, fill_padded_channels),
   PAIR(connections, "pages", fill_connections, fill_packed_connections),
   PAIR(sample, "conditional", fill_numbers, fill_numbers),
   PAIR(purses, "conditional", fill_purses, fill_purses),
   PAIR(shapes, "indirect", fill_shapes, fill_sorted_shapes),
   PAIR(nearest, "chain", fill_points, fill_points),
   PAIR(automaton, "chain", fill_messages, fill_messages),
   PAIR(hex, "instructions", fill_bytes, fill_bytes),
   PAIR(brackets, "return", fill_brackets, fill_brackets),
};

#define N_PAIRS (sizeof pairs / sizeof *pairs)

/* What a kernel returns and leaves in the output, as one number. */
static uint64_t work_of(const Kernel* kernel)
{
   uint64_t hash;

   seed();
   kernel->fill();
   memset(output, 0, OUTPUT_SIZE);
   hash = kernel->run();
   for (size_t i = 0; i < OUTPUT_SIZE; i++)
      hash = (hash ^ output[i]) * 1099511628211u;
   return hash;
}

int main(int argc, char** argv)
{
   const char* command = argc > 1 ? argv[1] : "";
   const char* name    = argc > 2 ? argv[2] : "";

   prepare_memory();
   output = memory + MEMORY_SIZE - OUTPUT_SIZE;
   for (size_t i = 0; i < N_PAIRS; i++) {
      const Kernel* kernels = pairs[i].kernels;

      if (strcmp(command, "list") == 0)
         printf("%s %s\n", pairs[i].name, pairs[i].cause);
      if (strcmp(command, "check") == 0
          && work_of(&kernels[0]) != work_of(&kernels[1])) {
         fprintf(stderr, "%s: the kernels differ\n", pairs[i].name);
         return 1;
      }
      for (int k = 0; k < 2; k++) {
         if (strcmp(name, kernels[k].name) != 0)
            continue;
         kernels[k].fill();
         use(kernels[k].run, argv[3]);
      }
   }
   return 0;
}
