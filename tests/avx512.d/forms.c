/* SPDX-License-Identifier: GPL-2.0-or-later */
/* forms.c: see forms.h. */

#include "forms.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

enum { PLACE = 8, TRAP = 0xCC };

/* The masks of the registers with which forms are tried. */
enum { FULL = 1, LOWEST = 2, EMPTY = 3 };

/* These registers.  The operand is at the address in RSI. */
static Registers probe_registers(uint8_t* operand)
{
   Registers r = {.flags = 0x202, .mxcsr = MXCSR_DEFAULT};

   r.k[FULL]   = ~0ULL;
   r.k[LOWEST] = 1;
   r.gpr[RSI]  = (uintptr_t)operand;
   return r;
}

/* Runs an instruction, which is followed by traps.  They say how long it was.
 */
static Fault probe(const Form* form, const Operands* o, uint8_t* operand)
{
   const Registers r    = probe_registers(operand);
   uint8_t*        code = cpu_code(0);

   memset(code, TRAP, CODE_STEP);
   encode(form, o, code);
   return cpu_run(&r);
}

static Operands usual_operands(const Form* form)
{
   const int is_vector = form->allows & ALLOWS_VECTOR;

   return (Operands){.reg   = 1,
                     .rm    = 2,
                     .base  = RSI,
                     .index = is_vector ? 3 : NO_INDEX,
                     .k     = !(form->allows & ALLOWS_K0)};
}

static int is_valid(const Form* form, const Operands* o)
{
   return probe(form, o, WINDOW).signal == SIGTRAP;
}

/* Whether it is valid with a mask or without; notes which. */
static int try_masks(Form* form)
{
   Operands o = usual_operands(form);

   o.k = 1;
   if (is_valid(form, &o))
      form->allows |= ALLOWS_MASK;
   o.k = 0;
   if (is_valid(form, &o))
      form->allows |= ALLOWS_K0;
   return form->allows & (ALLOWS_MASK | ALLOWS_K0);
}

static void try_registers(Form* form)
{
   const struct {
      uint16_t allows;
      unsigned reg, rm, v, z;
   } tried[] = {{ALLOWS_V, 1, 2, 5, 0},    {ALLOWS_V16, 1, 2, 21, 0},
                {ALLOWS_REG8, 9, 2, 0, 0}, {ALLOWS_REG16, 17, 2, 0, 0},
                {ALLOWS_RM8, 1, 9, 0, 0},  {ALLOWS_RM16, 1, 17, 0, 0},
                {ALLOWS_ZERO, 1, 2, 0, 1}};

   for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
      Operands o = usual_operands(form);

      o.reg = tried[i].reg;
      o.rm  = tried[i].rm;
      o.v   = tried[i].v;
      o.z   = tried[i].z;
      o.k |= o.z;
      if (is_valid(form, &o))
         form->allows |= tried[i].allows;
   }
}

static void find_immediate(Form* form)
{
   const Operands o = usual_operands(form);
   uint8_t        bytes[CODE_STEP];

   if (probe(form, &o, WINDOW).offset - 1 > encode(form, &o, bytes) - bytes)
      form->allows |= ALLOWS_IMM;
}

/* The unit of 8-bit displacements, from the address that cannot be read. */
static void find_scale(Form* form)
{
   Operands o     = usual_operands(form);
   uint8_t* guard = PAGE_END + 1024;
   Fault    fault;

   o.displacement       = 1;
   o.displacement_bytes = 1;
   fault                = probe(form, &o, guard);
   if (fault.signal == SIGSEGV)
      form->scale = fault.address - (uintptr_t)guard;
}

/* The size is that of the smallest operand that can end where the page ends. */
static void find_size(Form* form)
{
   const Operands o = usual_operands(form);

   for (int size = 64; size > 0; size /= 2)
      if (probe(form, &o, PAGE_END - size).signal == SIGTRAP)
         form->size = size;
   cpu_protect(1);
   if (probe(form, &o, WINDOW).signal == SIGSEGV)
      form->allows |= ALLOWS_STORE;
   cpu_protect(0);
}

static int is_misaligned(const Form* form)
{
   const Operands o = usual_operands(form);

   return probe(form, &o, WINDOW + 1).signal == SIGSEGV;
}

/* An element is what is touched for the lowest bit of the mask, if nothing is
   touched without a bit.  Operands that must be aligned cannot end where the
   page ends; nor can each element of a gather. */
static void find_element(Form* form)
{
   Operands o = usual_operands(form);

   o.k = EMPTY;
   if (!(form->allows & ALLOWS_MASK)
       || probe(form, &o, PAGE_END).signal != SIGTRAP)
      return;
   form->element = form->w ? 8 : 4;
   if (form->allows & ALLOWS_VECTOR || is_misaligned(form))
      return;
   o.k = LOWEST;
   for (int bytes = 64; bytes > 0; bytes /= 2)
      if (probe(form, &o, PAGE_END - bytes).signal == SIGTRAP)
         form->element = bytes;
}

/* Whether the processor knows the form, and what it knows about it. */
static int ask(Form* form)
{
   if (!try_masks(form))
      return 0;
   find_immediate(form);
   try_registers(form);
   if (form->memory) {
      find_scale(form);
      find_size(form);
      find_element(form);
   }
   return 1;
}

static void append(Forms* all, const Form* form)
{
   if ((all->count & (all->count - 1)) == 0)
      all->forms = realloc(all->forms, 2 * (all->count + 1) * sizeof *form);
   if (!all->forms)
      exit(2);
   all->forms[all->count++] = *form;
}

static void ask_and_append(Forms* all, Form form)
{
   static unsigned invalid;

   if (ask(&form)) {
      append(all, &form);
   } else if (form.encoding == EVEX && ++invalid % NTH_INVALID == 0) {
      form.allows |= ALLOWS_NOT;
      append(all, &form);
   }
}

/* Shifts by immediates, prefetches of gathers, and BMI. */
static int is_group(const Form* form)
{
   if (form->map == 1)
      return form->opcode >= 0x71 && form->opcode <= 0x73;
   return form->map == 2
          && (form->opcode == 0xC6 || form->opcode == 0xC7
              || form->opcode == 0xF3);
}

static int has_vector_index(const Form* form)
{
   return form->memory && form->map == 2
          && ((form->opcode & 0xFC) == 0x90 || (form->opcode & 0xFC) == 0xA0
              || form->opcode == 0xC6 || form->opcode == 0xC7);
}

/* Every how many opcodes are asked about. */
static unsigned step;

static void ask_opcode(Forms* all, Form form)
{
   if (form.opcode % step != 0)
      return;
   form.group = NO_GROUP;
   if (has_vector_index(&form))
      form.allows |= ALLOWS_VECTOR;
   if (!is_group(&form)) {
      ask_and_append(all, form);
      return;
   }
   for (form.group = 0; form.group < NO_GROUP; form.group++)
      ask_and_append(all, form);
}

/* The fields beside an opcode, one bit pattern after the other. */
static Form fields(unsigned bits, Form form)
{
   form.memory = bits & 1;
   form.w      = bits >> 1 & 1;
   form.pp     = bits >> 2 & 3;
   form.length = bits >> 4 & 3;
   form.b      = bits >> 6 & 1;
   return form;
}

static void ask_map(Forms* all, Encoding encoding, unsigned map, unsigned from,
                    unsigned to)
{
   const unsigned patterns = encoding == EVEX ? 128 : encoding == VEX ? 32 : 16;

   for (unsigned opcode = from; opcode <= to; opcode++)
      for (unsigned bits = 0; bits < patterns; bits++)
         ask_opcode(all, fields(bits, (Form){.encoding = encoding,
                                             .map      = map,
                                             .opcode   = opcode}));
}

Forms forms_ask(unsigned nth)
{
   const uint8_t maps[] = {1, 2, 3, 5, 6};
   Forms         all    = {0};

   step = nth;
   for (unsigned i = 0; i < sizeof maps; i++)
      ask_map(&all, EVEX, maps[i], 0, 255);
   /* Those of masks. */
   ask_map(&all, VEX, 1, 0x41, 0x4B);
   ask_map(&all, VEX, 1, 0x90, 0x99);
   ask_map(&all, VEX, 3, 0x30, 0x33);
   /* AVX-VNNI, which the core does not know either. */
   ask_map(&all, VEX, 2, 0x50, 0x53);
   return all;
}

/* Whether the processor ignores that W or L is 1, which compilers leave 0.  The
   core does not know such encodings, or ends the program. */
static int is_unusual(const Form* f)
{
   const int is_scalar = f->map == 1 && f->pp >= 2 && f->opcode != 0x12
                         && f->opcode != 0x16 && f->opcode != 0x5B
                         && f->opcode < 0x60;
   const int ignores_w = f->map == 1 || (f->map == 2 && f->opcode < 0x45)
                         || (f->map == 3 && f->opcode > 1);

   return (f->w && (ignores_w || f->encoding == SSE))
          || (f->length && is_scalar);
}

static void ask_older_opcodes(Forms* all, Encoding encoding, unsigned map,
                              unsigned pp, unsigned from, unsigned to)
{
   for (unsigned opcode = from; opcode <= to; opcode++)
      for (unsigned bits = 0; bits < 8; bits++) {
         const Form form = {.encoding = encoding,
                            .map      = map,
                            .pp       = pp,
                            .opcode   = opcode,
                            .memory   = bits & 1,
                            .w        = bits >> 1 & 1,
                            .length   = bits >> 2,
                            .allows   = ALLOWS_OLDER};

         if ((encoding == VEX || !form.length) && !is_unusual(&form))
            ask_opcode(all, form);
      }
}

/* Not those of masks or of AVX-VNNI, not maskmovdqu, which writes to RDI, not
   vldmxcsr, and nothing that has to do with MMX, whose registers are not
   watched here. */
Forms forms_ask_older(unsigned nth)
{
   Forms all = {0};

   step = nth;
   for (unsigned pp = 0; pp < 4; pp++) {
      ask_older_opcodes(&all, VEX, 1, pp, 0, 0x40);
      ask_older_opcodes(&all, VEX, 1, pp, 0x4C, 0x8F);
      ask_older_opcodes(&all, VEX, 1, pp, 0xAF, 0xF6);
      ask_older_opcodes(&all, VEX, 1, pp, 0xF8, 0xFF);
      ask_older_opcodes(&all, VEX, 2, pp, 0, 0x4F);
      ask_older_opcodes(&all, VEX, 2, pp, 0x54, 0xEF);
      ask_older_opcodes(&all, VEX, 3, pp, 0, 0x2F);
      ask_older_opcodes(&all, VEX, 3, pp, 0x34, 0xEF);
      ask_older_opcodes(&all, SSE, 1, pp, 0x50, 0x5F);
   }
   ask_older_opcodes(&all, SSE, 1, 0, 0x10, 0x17);
   ask_older_opcodes(&all, SSE, 1, 0, 0x28, 0x29);
   ask_older_opcodes(&all, SSE, 1, 1, 0x60, 0x77);
   ask_older_opcodes(&all, SSE, 1, 1, 0x7C, 0x7F);
   ask_older_opcodes(&all, SSE, 1, 1, 0xD0, 0xF6);
   ask_older_opcodes(&all, SSE, 1, 1, 0xF8, 0xFF);
   ask_older_opcodes(&all, SSE, 2, 1, 0x00, 0x41);
   ask_older_opcodes(&all, SSE, 3, 1, 0x08, 0x63);
   return all;
}

const char* forms_name(const Form* f)
{
   static const char* encodings[] = {"evex", "vex", "sse"};
   static char        name[80];
   int                n;

   n = snprintf(name, sizeof name, "%s.%u.pp%u.w%u.l%u%s.%02x",
                encodings[f->encoding], f->map, f->pp, f->w, f->length,
                f->b ? ".b" : "", f->opcode);
   if (f->group < NO_GROUP)
      n += snprintf(name + n, sizeof name - n, "/%u", f->group);
   snprintf(name + n, sizeof name - n, "%s%s", f->memory ? ".m" : "",
            f->allows & ALLOWS_NOT ? ".invalid" : "");
   return name;
}

void forms_write(const Forms* all)
{
   for (const Form* f = all->forms; f < all->forms + all->count; f++)
      printf("%u %u %u %u %u %u %u %u %u %u %u %u %u %s\n", f->encoding, f->map,
             f->pp, f->w, f->length, f->b, f->opcode, f->memory, f->group,
             f->allows, f->scale, f->size, f->element, forms_name(f));
}

static int read_form(FILE* file, Form* f)
{
   unsigned n[13];

   for (int i = 0; i < 13; i++)
      if (fscanf(file, "%u", &n[i]) != 1)
         return 0;
   *f = (Form){n[0], n[1], n[2], n[3],  n[4],  n[5], n[6],
               n[7], n[8], n[9], n[10], n[11], n[12]};
   return fscanf(file, "%*s") == 0;
}

Forms forms_read(const char* path)
{
   FILE* file = fopen(path, "r");
   Forms all  = {0};
   Form  form;

   while (file && read_form(file, &form))
      append(&all, &form);
   if (!file || !feof(file) || all.count == 0) {
      fprintf(stderr, "%s: not a list of forms\n", path);
      exit(2);
   }
   fclose(file);
   return all;
}
