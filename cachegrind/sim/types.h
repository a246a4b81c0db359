/* SPDX-License-Identifier: GPL-2.0-or-later */
/* types.h: the basic types under Valgrind's names, in the tool and on the host.

   Code that does not call Valgrind is compiled for both: sim/, conflicts/ and a
   few files more.  It includes this file instead of pub_tool_basics.h. */

#ifndef CG_TYPES_H
#define CG_TYPES_H

/* The compiler flags of the tool define the core's platform; those of host
   programs do not. */
#ifdef VGO_linux

#include "pub_tool_basics.h"

#else

#include <stddef.h>
#include <stdint.h>

typedef char               HChar;
typedef unsigned char      UChar;
typedef uint16_t           UShort;
typedef int32_t            Int;
typedef uint32_t           UInt;
typedef long long          Long;
typedef unsigned long long ULong;
typedef long               Word;
typedef unsigned long      UWord; /* as wide as an address */
typedef UWord              Addr;
typedef UWord              SizeT;
typedef UChar              Bool;

#define False ((Bool)0)
#define True  ((Bool)1)

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The calling convention of functions that translated code calls.  On the host,
   they are ordinary functions. */
#define VG_REGPARM(n)

#endif

#endif /* CG_TYPES_H */
