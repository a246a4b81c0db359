/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stubs.h: the names of stubs, through which a program calls functions of
   libraries.  Neither the symbol table nor the debug information has them:

      main:       call stub           .plt: one stub for each function
      stub:       jmp *slot     --->  .got: its slot has the address of puts
      relocation: slot, puts          so the stub is "puts@plt" */

#ifndef STUBS_H
#define STUBS_H

#include <libelf.h>

#include "inline/chains.h"

/* Sets `function' of the nameless places, of n, that are in a stub of an ELF
   file.  The stubs of amd64 and arm64 are known. */
void stubs_find(Chains* chains, Elf* elf, ChainsPlace* places, gsize n);

#endif
