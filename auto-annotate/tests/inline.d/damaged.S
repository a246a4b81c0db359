/* SPDX-License-Identifier: GPL-2.0-or-later */
/* damaged.S: debug information with which a search would never end (LOOP), would
   go too deep (DEEP), or would search the rest of the unit twice for each DIE
   (WIDE), unless it had limits. */

   .text
   .globl _start
_start:
   nop
.Lend:

   .section .debug_abbrev,"",@progbits
   .uleb128 1, 0x11     /* DW_TAG_compile_unit */
   .byte 1
   .uleb128 0x11, 0x01  /* DW_AT_low_pc, DW_FORM_addr */
   .uleb128 0x12, 0x07  /* DW_AT_high_pc, DW_FORM_data8 */
   .byte 0, 0
   .uleb128 2, 0x0b     /* DW_TAG_lexical_block with children */
   .byte 1, 0, 0
   .uleb128 3, 0x0b     /* the same, with DW_AT_sibling */
   .byte 1
   .uleb128 0x01, 0x13  /* DW_FORM_ref4 */
   .byte 0, 0
   .uleb128 4, 0x0b     /* the same, without children */
   .byte 0
   .uleb128 0x01, 0x13
   .byte 0, 0
   .byte 0

   .section .debug_info,"",@progbits
.Lunit:
   .long .Lunit_end - .Lversion
.Lversion:
   .value 4
   .long 0
   .byte 8
   .uleb128 1
   .quad _start, .Lend - _start
#ifdef LOOP
.Lloop:
   .uleb128 3
   .long .Lloop - .Lunit
   .byte 0
#elif defined WIDE
   /* The next one of the block, and of its child, is the next block. */
   .rept 60
   .uleb128 3
   .long . - .Lunit + 10
   .uleb128 4
   .long . - .Lunit + 5
   .byte 0
   .endr
#else
   .fill 100000, 1, 2
   .fill 100000, 1, 0
#endif
   .byte 0
.Lunit_end:

   .section .note.GNU-stack,"",@progbits
