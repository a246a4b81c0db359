/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stubs.c: see stubs.h.  Stubs are found in the sections whose names begin with
   ".plt"; each is decoded as far as its slot.  The file can be damaged: what
   contradicts itself has no name. */

#include <gelf.h>

#include "inline/names.h"
#include "inline/stubs.h"
#include "lib/hash.h"

/* How many places of stubs are looked at: any number of sections can have the
   same ones.  Of the largest programs there are some ten thousands. */
#define MAX_PLACES 10000000

/* Where the address of a function is, and the name of its symbol: thousands of
   slots can have one of megabytes, so names are read when a place needs them.
 */
typedef struct {
   guint64               address; /* first, as the key */
   size_t                strings; /* the section of the name, and where there */
   size_t                name;
   const ChainsFunction* stub; /* NULL: not needed so far, or without a name */
} Slot;

typedef struct {
   Elf*         elf;
   Chains*      chains;
   Names*       names;
   ChainsPlace* places;
   gsize        n_places;
   GHashTable*  slots;         /* Slot* */
   guint64      n_relocations; /* that may still be read: as many as the file
                                  has room for, since any number of sections
                                  can have the same ones */
   guint64 n_looked_at;        /* places, so far */
} Stubs;

/*------------------------------------------------------------*/
/*--- Slots                                                ---*/
/*------------------------------------------------------------*/

/* Notes the function of a slot. */
static void add_slot(Stubs* stubs, guint64 address, guint64 symbol,
                     Elf_Data* symbols, size_t strings)
{
   GElf_Sym entry;

   if (symbol == 0 || symbol > G_MAXINT || !gelf_getsym(symbols, symbol, &entry)
       || entry.st_name == 0)
      return;
   Slot* slot = g_new(Slot, 1);
   *slot      = (Slot){address, strings, entry.st_name, NULL};
   g_hash_table_replace(stubs->slots, slot, slot);
}

/* Notes the functions of all slots that a section of relocations fills. */
static void add_slots(Stubs* stubs, Elf_Scn* section, const GElf_Shdr* header)
{
   Elf_Scn*  of_symbols  = elf_getscn(stubs->elf, header->sh_link);
   Elf_Data* relocations = elf_getdata(section, NULL);
   Elf_Data* symbols     = of_symbols ? elf_getdata(of_symbols, NULL) : NULL;
   GElf_Shdr symbols_header;
   GElf_Rela relocation;

   if (!relocations || !symbols || !gelf_getshdr(of_symbols, &symbols_header))
      return;
   for (int i = 0;
        gelf_getrela(relocations, i, &relocation) && stubs->n_relocations > 0;
        i++, stubs->n_relocations--)
      add_slot(stubs, relocation.r_offset, GELF_R_SYM(relocation.r_info),
               symbols, symbols_header.sh_link);
}

/*------------------------------------------------------------*/
/*--- Stubs                                                ---*/
/*------------------------------------------------------------*/

static guint32 word_at(const guint8* code)
{
   return code[0] | code[1] << 8 | code[2] << 16 | (guint32)code[3] << 24;
}

/* Returns the slot of the jump that may begin at an address, and whose 8 bytes
   of code are these; 0 if it is none. */
static guint64 slot_of_jump(const guint8* code, guint64 address)
{
   guint32 word = word_at(code), next = word_at(code + 4);

   /* amd64: jmp *offset(%rip) */
   if (code[0] == 0xff && code[1] == 0x25)
      return address + 6 + (gint32)word_at(code + 2);
   /* arm64: adrp x16, pages; ldr x17, [x16, offset] */
   if ((word & 0x9f00001f) == 0x90000010 && (next & 0xffc003ff) == 0xf9400211) {
      gint64 pages = (gint64)((gint32)(word << 8) >> 13) * 4 + (word >> 29 & 3);
      return (address & ~G_GUINT64_CONSTANT(0xfff)) + pages * 4096
             + (next >> 10 & 0xfff) * 8;
   }
   return 0;
}

/* Returns the size of a section's stubs, which all have the same; 0 if it is
   none that is known. */
static gsize stub_size(const GElf_Shdr* header)
{
   switch (header->sh_entsize) {
   case 8:
      return 8;
   case 0:
   case 16:
      return 16;
   default:
      return 0;
   }
}

/* Returns the stub of a slot, or NULL. */
static const ChainsFunction* stub_of(Stubs* stubs, Slot* slot)
{
   const char* symbol =
      slot->stub ? NULL : elf_strptr(stubs->elf, slot->strings, slot->name);

   if (symbol && *symbol != '\0')
      slot->stub =
         chains_function(stubs->chains, names_of_stub(stubs->names, symbol));
   return slot->stub;
}

/* Returns the stub of `size' bytes that contains an offset in a section at an
   address, or NULL.  Before its jump there may be an instruction that marks a
   target of jumps, and a prefix. */
static const ChainsFunction* stub_at(Stubs* stubs, const Elf_Data* code,
                                     guint64 address, gsize size, gsize offset)
{
   gsize                 at   = offset - offset % size;
   gsize                 end  = MIN(code->d_size, at + size);
   const ChainsFunction* stub = NULL;

   for (; !stub && at + 8 <= end; at++) {
      guint64 target =
         slot_of_jump((const guint8*)code->d_buf + at, address + at);
      Slot* slot = target ? g_hash_table_lookup(stubs->slots, &target) : NULL;
      if (slot)
         stub = stub_of(stubs, slot);
   }
   return stub;
}

/* Names the places in a section of stubs. */
static void name_places_in(Stubs* stubs, Elf_Scn* section,
                           const GElf_Shdr* header)
{
   const Elf_Data* code  = elf_getdata(section, NULL);
   gsize           size  = stub_size(header);
   guint64         begin = header->sh_addr;

   if (size == 0 || !code || !code->d_buf)
      return;
   for (gsize i = chains_first_place(stubs->places, stubs->n_places, begin);
        i < stubs->n_places && stubs->places[i].address - begin < code->d_size
        && stubs->n_looked_at++ < MAX_PLACES;
        i++) {
      ChainsPlace* place = &stubs->places[i];
      if (place->nameless && !place->function)
         place->function =
            stub_at(stubs, code, begin, size, place->address - begin);
   }
}

/*------------------------------------------------------------*/
/*--- All                                                  ---*/
/*------------------------------------------------------------*/

/* Returns how many relocations an ELF file has room for. */
static guint64 room_for_relocations(Elf* elf)
{
   size_t file = 0;
   size_t one  = gelf_fsize(elf, ELF_T_RELA, 1, EV_CURRENT);

   elf_rawfile(elf, &file);
   return one > 0 ? file / one : 0;
}

void stubs_find(Chains* chains, Elf* elf, ChainsPlace* places, gsize n)
{
   Stubs stubs = {
      .elf           = elf,
      .chains        = chains,
      .names         = names_new(&chains->texts),
      .places        = places,
      .n_places      = n,
      .n_relocations = room_for_relocations(elf),
      .slots = g_hash_table_new_full(hash_number, g_int64_equal, NULL, g_free)};
   Elf_Scn*  section = NULL;
   size_t    strings = 0;
   GElf_Shdr header;

   while ((section = elf_nextscn(elf, section)))
      if (gelf_getshdr(section, &header) && header.sh_type == SHT_RELA
          && (header.sh_flags & SHF_ALLOC))
         add_slots(&stubs, section, &header);
   elf_getshdrstrndx(elf, &strings);
   while ((section = elf_nextscn(elf, section))) {
      const char* name = gelf_getshdr(section, &header)
                            ? elf_strptr(elf, strings, header.sh_name)
                            : NULL;
      if (name && g_str_has_prefix(name, ".plt"))
         name_places_in(&stubs, section, &header);
   }
   g_hash_table_destroy(stubs.slots);
   names_free(stubs.names);
}
