/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_streams.h: the streams of branches for which the tests of predictors
   know what published predictors say.

   They are hard to predict on purpose, and made by rules alone, so that others
   can make them, too.  The caller frees a stream. */

#ifndef BRANCH_STREAMS_H
#define BRANCH_STREAMS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "sim/branch/cg_branch.h"

static inline uint64_t stream_draw(uint64_t* x)
{
   *x = *x * 6364136223846793005u + 1442695040888963407u;
   return *x >> 33;
}

static inline Branch stream_branch(BranchType type, uint64_t pc, bool taken,
                                   uint64_t target)
{
   return (Branch){.pc = pc, .target = target, .type = type, .taken = taken};
}

/* A conditional branch of 256: those of loops, some that depend on others, some
   that are taken nearly always, and some that nobody can predict. */
static inline Branch mixed_cond(uint64_t* x, uint64_t b, uint64_t pc,
                                uint64_t count, uint32_t history)
{
   uint64_t kind = b % 16;
   if (kind < 5)
      return stream_branch(TYPE_CONDITIONAL, pc, count % (3 + b % 29) != 0,
                           kind < 3 ? pc - 64 : pc + 40);
   if (kind < 8)
      return stream_branch(TYPE_CONDITIONAL, pc,
                           (history >> b % 11 ^ history >> b % 5) & 1, pc + 48);
   if (kind < 10)
      return stream_branch(TYPE_CONDITIONAL, pc, stream_draw(x) % 32 != 0,
                           pc + 80);
   return stream_branch(TYPE_CONDITIONAL, pc, stream_draw(x) & 1, pc + 16);
}

/* Branches of all kinds at 256 places.  Calls and returns match. */
static inline Branch* mixed_stream(uint64_t seed, size_t n_branches)
{
   Branch*   stream = malloc(n_branches * sizeof *stream);
   uint64_t* stack  = malloc(n_branches * sizeof *stack);
   size_t    depth = 0, n = 0;
   uint64_t  x         = seed;
   uint64_t  runs[256] = {0};
   uint32_t  history   = 0;

   for (uint64_t i = 0; n < n_branches; i++) {
      uint64_t b     = (i * 7 + stream_draw(&x) % 3) % 256;
      uint64_t pc    = 0x401000 + b * 23;
      uint64_t count = runs[b]++;
      switch (b % 16) {
      case 11:
         stream[n++] = stream_branch(TYPE_JUMP, pc, true, pc + 200);
         break;
      case 12:
         stream[n++] = stream_branch(TYPE_INDIRECT_JUMP, pc, true,
                                     0x500000 + 64 * (history >> 1 & 7));
         break;
      case 13:
         stream[n]      = stream_branch(TYPE_CALL, pc, true, 0x600000 + b * 64);
         stream[n].size = 5;
         stack[depth++] = pc + stream[n++].size;
         break;
      case 14:
         stream[n]      = stream_branch(TYPE_INDIRECT_CALL, pc, true,
                                        0x700000 + 128 * (count % 5));
         stream[n].size = 3;
         stack[depth++] = pc + stream[n++].size;
         break;
      case 15:
         if (depth > 0)
            stream[n++] = stream_branch(TYPE_RETURN, 0x800000 + b * 4, true,
                                        stack[--depth]);
         break;
      default:
         stream[n] = mixed_cond(&x, b, pc, count, history);
         history   = history << 1 | stream[n++].taken;
      }
   }
   free(stack);
   return stream;
}

/* The place after place b of n_places. */
static inline uint64_t next_place(uint64_t b, uint32_t history,
                                  uint64_t n_places)
{
   return (5 * b + 1 + (b % 3 == 0 ? history % 8 : 0)) % n_places;
}

/* Branches at many places from `base' on; most are conditional and depend on
   those before.  `more' is added to the address of every other 16 places. */
static inline Branch* wide_stream(size_t n_branches, uint64_t n_places,
                                  uint64_t base, uint64_t more)
{
   static const BranchType others[] = {TYPE_JUMP, TYPE_INDIRECT_JUMP, TYPE_CALL,
                                       TYPE_INDIRECT_CALL, TYPE_RETURN};
   Branch*                 stream   = malloc(n_branches * sizeof *stream);
   uint64_t                x = 7, b = 0;
   uint32_t                history = 0;

   for (size_t i = 0; i < n_branches; i++) {
      b           = next_place(b, history, n_places);
      uint64_t pc = base + 37 * b + (b >> 4 & 1 ? more : 0);
      bool     taken;
      if (b % 8 == 7) {
         stream[i] = stream_branch(others[(b >> 3) % 5], pc, true, pc + 999);
         continue;
      }
      if (b % 8 == 6)
         taken = stream_draw(&x) % 2;
      else if (b % 8 == 5)
         taken = stream_draw(&x) % 16 != 0;
      else
         taken = (history >> b % 13 ^ history >> (b % 7 + 3) ^ b >> 4) & 1;
      stream[i] = stream_branch(TYPE_CONDITIONAL, pc, taken, pc + 64);
      history   = history << 1 | taken;
   }
   return stream;
}

/* Mostly indirect branches, to n_targets places.  Where they go depends on
   where those before went. */
static inline Branch* target_stream(size_t n_branches, uint64_t n_places,
                                    uint64_t n_targets)
{
   static const BranchType others[] = {TYPE_JUMP, TYPE_RETURN,
                                       TYPE_CONDITIONAL};
   Branch*                 stream   = malloc(n_branches * sizeof *stream);
   uint64_t                x = 7, b = 0;
   uint32_t                history = 0;

   for (size_t i = 0; i < n_branches; i++) {
      b           = next_place(b, history, n_places);
      uint64_t pc = 0x7f12f7a03457 + 37 * b;
      if (b % 8 == 6) {
         stream[i] = stream_branch(TYPE_CALL, pc, true, pc + 999);
      } else if (b % 8 == 7) {
         BranchType type = others[stream_draw(&x) % 3];
         stream[i]       = stream_branch(type, pc, true, pc + 64);
      } else {
         uint64_t way = (history >> b % 7 ^ history >> (b % 3 + 2)) % 8;
         if (stream_draw(&x) % 8 == 0)
            way = stream_draw(&x) % 8;
         history   = history * 8 + way;
         stream[i] = stream_branch(
            b % 2 ? TYPE_INDIRECT_CALL : TYPE_INDIRECT_JUMP, pc, true,
            0x555500000000 + (41 * way + b) % n_targets * 0x30001);
      }
   }
   return stream;
}

/* The hash FNV-1a, a word at a time. */
#define FNV_START 1469598103934665603u

static inline uint64_t fnv(uint64_t hash, uint64_t value)
{
   return (hash ^ value) * 1099511628211u;
}

/* Of a whole stream, so that a test can say that it is the right one. */
static inline uint64_t fnv_of_stream(const Branch* stream, size_t n_branches)
{
   uint64_t hash = FNV_START;
   for (size_t i = 0; i < n_branches; i++) {
      const Branch* b = &stream[i];
      hash            = fnv(fnv(hash, b->type), b->pc);
      hash            = fnv(fnv(hash, b->taken), b->target);
   }
   return hash;
}

#endif /* BRANCH_STREAMS_H */
