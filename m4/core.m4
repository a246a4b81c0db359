# SPDX-License-Identifier: GPL-2.0-or-later
# core.m4: all that the tool requires of the installed Valgrind core, and how
# configure makes sure of it.  A newer core that lacks something, or has it in
# another form, is refused with a line about each such thing; where the tool
# can do with both forms, they are told apart here.
#
#   version      3.19 or later (3.19.0 and 3.24.0 were tried)
#   valgrind.pc  in the pkg-config path, or below --with-valgrind=PREFIX; its
#                prefix, libdir, includedir, platform (amd64-linux) and
#                valt_load_address, where executables of tools are loaded
#   launcher     PREFIX/bin/valgrind, which takes tools from $VALGRIND_LIB
#   tools        the folder that has them: PREFIX/libexec/valgrind,
#                LIBDIR/valgrind or PREFIX/lib/valgrind
#   libraries    in LIBDIR/valgrind, for amd64-linux and, if the tool for 32-bit
#                programs is to be built, x86-linux: libcoregrind, libvex and
#                libgcc-sup, which need nothing but libgcc
#   headers      in INCLUDEDIR: those of CG_CORE_NEEDS, and valgrind.h for
#                cachegrind.h
#   functions    CG_CORE_NEEDS, after the header that declares them; they are
#                declared once more here, as the tool relies on them
#
# Forms of one thing that the tool can do with:
#
#   VG_(am_shadow_alloc)   returns a pointer in 3.19, in newer cores a SysRes:
#                          then SHADOW_ALLOC_IS_SYSRES is defined
#   VG_(args_the_exename)  points to const up to 3.25, no longer in newer
#                          cores; the tool only reads it, so both compile

# tests/install compares this list with what the tool's objects refer to.
m4_define([CG_CORE_NEEDS], [[
#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
   const NSegment* VG_(am_find_nsegment)(Addr);
   const HChar* VG_(am_get_filename)(const NSegment*);
   Bool VG_(am_is_valid_for_client)(Addr, SizeT, UInt);
   void* VG_(am_shadow_alloc)(SizeT);
#include "pub_tool_clientstate.h"
   extern XArray* VG_(args_for_client);
   extern XArray* VG_(args_for_valgrind);
   extern const HChar* VG_(args_the_exename);
#include "pub_tool_debuginfo.h"
   DiEpoch VG_(current_DiEpoch)(void);
   Bool VG_(get_fnname)(DiEpoch, Addr, const HChar**);
   Bool VG_(get_filename_linenum)(DiEpoch, Addr, const HChar**, const HChar**,
       UInt*);
   Bool VG_(get_fnname_if_entry)(DiEpoch, Addr, const HChar**);
   Bool VG_(get_datasym_and_offset)(DiEpoch, Addr, const HChar**, PtrdiffT*);
   Bool VG_(get_data_description)(XArray*, XArray*, DiEpoch, Addr);
   XArray* VG_(di_get_stack_blocks_at_ip)(Addr, Bool);
   Addr VG_(DebugInfo_get_bss_avma)(const DebugInfo*);
   SizeT VG_(DebugInfo_get_bss_size)(const DebugInfo*);
   const HChar* VG_(DebugInfo_get_filename)(const DebugInfo*);
   const DebugInfo* VG_(next_DebugInfo)(const DebugInfo*);
   VgSectKind VG_(DebugInfo_sect_kind)(const HChar**, Addr);
#include "pub_tool_hashtable.h"
   VgHashTable* VG_(HT_construct)(const HChar*);
   void VG_(HT_add_node)(VgHashTable*, void*);
   void* VG_(HT_lookup)(const VgHashTable*, UWord);
   void* VG_(HT_remove)(VgHashTable*, UWord);
   void VG_(HT_ResetIter)(VgHashTable*);
   void* VG_(HT_Next)(VgHashTable*);
   void VG_(HT_destruct)(VgHashTable*, void (*)(void*));
#include "pub_tool_libcassert.h"
   void VG_(exit)(Int);
   void VG_(assert_fail)(Bool, const HChar*, const HChar*, Int, const HChar*,
       const HChar*, ...);
#include "pub_tool_libcbase.h"
   Bool VG_(isdigit)(HChar);
   SizeT VG_(strlen)(const HChar*);
   HChar* VG_(strcpy)(HChar*, const HChar*);
   Int VG_(strcmp)(const HChar*, const HChar*);
   Int VG_(strncmp)(const HChar*, const HChar*, SizeT);
   HChar* VG_(strstr)(const HChar*, const HChar*);
   HChar* VG_(strchr)(const HChar*, HChar);
   HChar* VG_(strrchr)(const HChar*, HChar);
   SizeT VG_(strcspn)(const HChar*, const HChar*);
   void* VG_(memcpy)(void*, const void*, SizeT);
   void* VG_(memmove)(void*, const void*, SizeT);
   void* VG_(memset)(void*, Int, SizeT);
   Int VG_(memcmp)(const void*, const void*, SizeT);
#include "pub_tool_libcfile.h"
   SysRes VG_(open)(const HChar*, Int, Int);
   void VG_(close)(Int);
   Int VG_(read)(Int, void*, Int);
   Int VG_(write)(Int, const void*, Int);
   Int VG_(pipe)(Int*);
   Off64T VG_(lseek)(Int, Off64T, Int);
   SysRes VG_(stat)(const HChar*, struct vg_stat*);
   Int VG_(fstat)(Int, struct vg_stat*);
   SysRes VG_(dup2)(Int, Int);
   Int VG_(rename)(const HChar*, const HChar*);
   Int VG_(unlink)(const HChar*);
   SysRes VG_(poll)(struct vki_pollfd*, Int, Int);
   SSizeT VG_(readlink)(const HChar*, HChar*, SizeT);
#include "pub_tool_libcprint.h"
   UInt VG_(sprintf)(HChar*, const HChar*, ...);
   UInt VG_(snprintf)(HChar*, Int, const HChar*, ...);
   UInt VG_(printf)(const HChar*, ...);
   UInt VG_(fmsg)(const HChar*, ...);
   void VG_(fmsg_bad_option)(const HChar*, const HChar*, ...);
   UInt VG_(umsg)(const HChar*, ...);
   UInt VG_(dmsg)(const HChar*, ...);
#include "pub_tool_libcproc.h"
   Int VG_(waitpid)(Int, Int*, Int);
   Int VG_(fork)(void);
   void VG_(execv)(const HChar*, const HChar**);
   Int VG_(getrlimit)(Int, struct vki_rlimit*);
   Int VG_(getpid)(void);
   void VG_(atfork)(vg_atfork_t, vg_atfork_t, vg_atfork_t);
#include "pub_tool_machine.h"
   void VG_(get_shadow_regs_area)(ThreadId, UChar*, Int, PtrdiffT, SizeT);
   void VG_(set_shadow_regs_area)(ThreadId, Int, PtrdiffT, SizeT, const UChar*);
   void VG_(thread_stack_reset_iter)(ThreadId*);
   Bool VG_(thread_stack_next)(ThreadId*, Addr*, Addr*);
   Addr VG_(thread_get_stack_max)(ThreadId);
   SizeT VG_(thread_get_stack_size)(ThreadId);
   Addr VG_(thread_get_altstack_min)(ThreadId);
   SizeT VG_(thread_get_altstack_size)(ThreadId);
   void* VG_(fnptr_to_fnentry)(void*);
   void VG_(machine_get_VexArchInfo)(VexArch*, VexArchInfo*);
#include "pub_tool_mallocfree.h"
   void* VG_(malloc)(const HChar*, SizeT);
   void VG_(free)(void*);
   void* VG_(calloc)(const HChar*, SizeT, SizeT);
   HChar* VG_(strdup)(const HChar*, const HChar*);
#include "pub_tool_options.h"
   extern Bool VG_(clo_stats);
   extern Bool VG_(clo_xml);
   extern Int VG_(clo_verbosity);
   extern VexControl VG_(clo_vex_control);
   Bool VG_(check_clom)(Clo_Mode, const HChar*, const HChar*, Bool);
   HChar* VG_(expand_file_name)(const HChar*, const HChar*);
#include "pub_tool_oset.h"
   OSet* VG_(OSetGen_Create)(PtrdiffT, OSetCmp_t, Alloc_Fn_t, const HChar*,
       Free_Fn_t);
   OSet* VG_(OSetGen_Create_With_Pool)(PtrdiffT, OSetCmp_t, Alloc_Fn_t, const
       HChar*, Free_Fn_t, SizeT, SizeT);
   void* VG_(OSetGen_AllocNode)(const OSet*, SizeT);
   void VG_(OSetGen_FreeNode)(const OSet*, void*);
   UInt VG_(OSetGen_Size)(const OSet*);
   void VG_(OSetGen_Insert)(OSet*, void*);
   void* VG_(OSetGen_Lookup)(const OSet*, const void*);
   void* VG_(OSetGen_Remove)(OSet*, const void*);
   void VG_(OSetGen_ResetIter)(OSet*);
   void* VG_(OSetGen_Next)(OSet*);
#include "pub_tool_seqmatch.h"
   Bool VG_(string_match)(const HChar*, const HChar*);
#include "pub_tool_stacktrace.h"
   UInt VG_(get_StackTrace)(ThreadId, StackTrace, UInt, StackTrace, StackTrace,
       Word);
#include "pub_tool_threadstate.h"
   extern UInt VG_N_THREADS;
   ThreadId VG_(get_running_tid)(void);
#include "pub_tool_tooliface.h"
   void VG_(basic_tool_funcs)(void (*)(void),
       IRSB* (*)(VgCallbackClosure*, IRSB*, const VexGuestLayout*,
       const VexGuestExtents*, const VexArchInfo*, IRType, IRType),
       void (*)(Int));
   void VG_(details_name)(const HChar*);
   void VG_(details_version)(const HChar*);
   void VG_(details_description)(const HChar*);
   void VG_(details_copyright_author)(const HChar*);
   void VG_(details_avg_translation_sizeB)(UInt);
   void VG_(details_bug_reports_to)(const HChar*);
   void VG_(needs_superblock_discards)(void (*)(Addr, VexGuestExtents));
   void VG_(needs_command_line_options)(Bool (*)(const HChar*), void (*)(void),
       void (*)(void));
   void VG_(needs_client_requests)(Bool (*)(ThreadId, UWord*, UWord*));
   void VG_(needs_syscall_wrapper)(void (*)(ThreadId, UInt, UWord*, UInt),
       void (*)(ThreadId, UInt, UWord*, UInt, SysRes));
   void VG_(needs_print_stats)(void (*)(void));
   void VG_(track_new_mem_brk)(void (*)(Addr, SizeT, ThreadId));
   void VG_(track_new_mem_mmap)(void (*)(Addr, SizeT, Bool, Bool, Bool, ULong));
   void VG_(track_copy_mem_remap)(void (*)(Addr, Addr, SizeT));
   void VG_(track_change_mem_mprotect)(void (*)(Addr, SizeT, Bool, Bool, Bool));
   void VG_(track_die_mem_brk)(void (*)(Addr, SizeT));
   void VG_(track_die_mem_munmap)(void (*)(Addr, SizeT));
   void VG_(track_start_client_code)(void (*)(ThreadId, ULong));
   void VG_(track_pre_thread_ll_create)(void (*)(ThreadId, ThreadId));
   void VG_(track_pre_thread_first_insn)(void (*)(ThreadId));
   void VG_(track_pre_thread_ll_exit)(void (*)(ThreadId));
   void VG_(track_pre_deliver_signal)(void (*)(ThreadId, Int, Bool));
#include "pub_tool_transtab.h"
   void VG_(discard_translations_safely)(Addr, SizeT, const HChar*);
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"
   XArray* VG_(newXA)(Alloc_Fn_t, const HChar*, Free_Fn_t, Word);
   void VG_(deleteXA)(XArray*);
   Word VG_(addToXA)(XArray*, const void*);
   Word VG_(sizeXA)(const XArray*);
   void* VG_(indexXA)(const XArray*, Word);
   void VG_(dropTailXA)(XArray*, Word);
   void VG_(removeIndexXA)(XArray*, Word);
   void VG_(insertIndexXA)(XArray*, Word, const void*);
#include "libvex_guest_amd64.h"
#include "libvex_guest_x86.h"
#include "libvex_ir.h"
   Int sizeofIRType(IRType);
   IRConst* IRConst_U64(ULong);
   IRExpr* IRExpr_Get(Int, IRType);
   IRExpr* IRExpr_RdTmp(IRTemp);
   IRExpr* IRExpr_Binop(IROp, IRExpr*, IRExpr*);
   IRExpr* IRExpr_Unop(IROp, IRExpr*);
   IRExpr* IRExpr_Load(IREndness, IRType, IRExpr*);
   IRExpr* IRExpr_Const(IRConst*);
   IRExpr* IRExpr_GSPTR(void);
   IRExpr** mkIRExprVec_1(IRExpr*);
   IRExpr** mkIRExprVec_2(IRExpr*, IRExpr*);
   IRExpr** mkIRExprVec_6(IRExpr*, IRExpr*, IRExpr*, IRExpr*, IRExpr*, IRExpr*);
   IRExpr* mkIRExpr_HWord(HWord);
   Bool eqIRAtom(const IRExpr*, const IRExpr*);
   IRDirty* unsafeIRDirty_0_N(Int, const HChar*, void*, IRExpr**);
   IRStmt* IRStmt_Put(Int, IRExpr*);
   IRStmt* IRStmt_WrTmp(IRTemp, IRExpr*);
   IRStmt* IRStmt_Store(IREndness, IRExpr*, IRExpr*);
   IRStmt* IRStmt_Dirty(IRDirty*);
   IRTemp newIRTemp(IRTypeEnv*, IRType);
   IRSB* deepCopyIRSBExceptStmts(const IRSB*);
   void addStmtToIRSB(IRSB*, IRStmt*);
   IRType typeOfIRTemp(const IRTypeEnv*, IRTemp);
   IRType typeOfIRExpr(const IRTypeEnv*, const IRExpr*);
   void typeOfIRLoadGOp(IRLoadGOp, IRType*, IRType*);
]])

# CG_CORE: find the core, and make sure that the tool for amd64-linux can be
# built against it.  Sets core_version, core_prefix and what Makefiles use.
AC_DEFUN([CG_CORE],
[AC_REQUIRE([AC_PROG_CC])
AC_REQUIRE([AC_PROG_AWK])
CG_CORE_FIND
CG_CORE_FILES
CG_CORE_FLAGS
CG_CORE_FORMS
CG_CORE_FITS([amd64])
AS_IF([test $core_fits = no],
   [AC_MSG_ERROR([no tool can be built against Valgrind $core_version in $core_prefix])])
])

AC_DEFUN([CG_CORE_FIND],
[AC_ARG_WITH([valgrind],
   [AS_HELP_STRING([--with-valgrind=PREFIX],
      [build against the Valgrind in PREFIX @<:@what pkg-config finds@:>@])],
   [], [with_valgrind=])

# A PREFIX that is given counts, not the one that was written into the .pc
# file: a Valgrind that was unpacked somewhere else can be used too.
AC_MSG_CHECKING([for the Valgrind core])
AS_CASE([$with_valgrind],
   [''],
      [core_pc=valgrind
       ask_pc=$PKG_CONFIG],
   [/*],
      [core_pc=`ls "$with_valgrind"/lib*/pkgconfig/valgrind.pc \
                   "$with_valgrind"/lib*/*/pkgconfig/valgrind.pc \
                   2>/dev/null | sed 1q`
       AS_IF([test -z "$core_pc"],
          [AC_MSG_ERROR([no lib*/pkgconfig/valgrind.pc in $with_valgrind: install Valgrind there, or the package valgrind])])
       ask_pc="$PKG_CONFIG --define-variable=prefix=$with_valgrind"],
   [AC_MSG_ERROR([--with-valgrind=$with_valgrind: give an absolute path])])

core_version=`$ask_pc --modversion "$core_pc" 2>/dev/null` ||
   AC_MSG_ERROR([pkg-config knows no valgrind: install the package valgrind])
AS_VERSION_COMPARE([$core_version], [3.19],
   [AC_MSG_ERROR([Valgrind $core_version is too old: install 3.19 or later])])
core_prefix=`$ask_pc --variable=prefix "$core_pc"`
core_libdir=`$ask_pc --variable=libdir "$core_pc"`/valgrind
core_includedir=`$ask_pc --variable=includedir "$core_pc"`
core_platform=`$ask_pc --variable=platform "$core_pc"`
core_load_address=`$ask_pc --variable=valt_load_address "$core_pc"`
AC_MSG_RESULT([$core_version in $core_prefix])

AS_IF([test "x$core_platform" != xamd64-linux],
   [AC_MSG_ERROR([this Valgrind is for $core_platform, the tool is for amd64-linux only])])
AS_IF([test -z "$core_load_address"],
   [AC_MSG_ERROR([$core_pc does not say valt_load_address])])
])

AC_DEFUN([CG_CORE_FILES],
[core_needs='CG_CORE_NEEDS'
core_includes=`AS_ECHO(["$core_needs"]) | sed -n '/^#include/p'`
# In a line for each header.
core_groups=`AS_ECHO(["$core_needs"]) | $AWK '
   /^#include/ { if (group != "") print group; group = ""; next }
   { sub(/^ +/, group == "" ? "" : " "); group = group $[]0 }
   END { print group }'`

for file in `AS_ECHO(["$core_includes"]) | sed 's/.*"\(.*\)"/\1/'` valgrind.h
do
   AS_IF([test ! -r "$core_includedir/$file"],
      [AC_MSG_ERROR([$core_includedir/$file is missing: install the package valgrind])])
done
CG_CORE_LIBRARIES([amd64],
   [AC_MSG_ERROR([$core_missing is missing: install the package valgrind])])

AC_MSG_CHECKING([for the core's launcher and its folder of tools])
core_launcher=$core_prefix/bin/valgrind
core_toolsdir=
for dir in "$core_prefix/libexec/valgrind" "$core_libdir" \
           "$core_prefix/lib/valgrind"
do
   AS_IF([test -z "$core_toolsdir" && test -x "$dir/none-amd64-linux"],
      [core_toolsdir=$dir])
done
AS_IF([test ! -x "$core_launcher" || test -z "$core_toolsdir"],
   [AC_MSG_ERROR([$core_prefix has no bin/valgrind or no tools: install the package valgrind])])
AC_MSG_RESULT([$core_launcher, $core_toolsdir])
])

# CG_CORE_LIBRARIES(ARCH, IF-NOT): set core_ARCH_libs; if one cannot be read,
# IF-NOT, with its name in core_missing.
AC_DEFUN([CG_CORE_LIBRARIES],
[core_$1_libs=
core_missing=
for file in libcoregrind libvex libgcc-sup
do
   file=$core_libdir/$file-$1-linux.a
   core_$1_libs="$core_$1_libs $file"
   AS_IF([test -z "$core_missing" && test ! -r "$file"], [core_missing=$file])
done
AS_IF([test -n "$core_missing"], [$2])
])

# How a tool is compiled and linked.  The core brings no C library, so nothing
# may be compiled into a call of one: no stack protector, no thread-local
# storage, no printf turned into puts.  The load address is fixed, hence no PIE.
# The 32-bit core keeps its stack aligned to 4 bytes only.
AC_DEFUN([CG_CORE_FLAGS],
[core_cflags="-std=gnu99 -fno-builtin -fno-stack-protector \
-fno-stack-clash-protection -fcf-protection=none -fno-lto -fno-pie \
-fno-strict-aliasing -fomit-frame-pointer"
CG_CORE_DEBUG_INFO
core_amd64_cflags=-m64
core_x86_cflags="-m32 -mpreferred-stack-boundary=2"
core_cppflags="-isystem $core_includedir -DVGO_linux=1"
core_amd64_cppflags="$core_cppflags -DVGA_amd64=1 -DVGP_amd64_linux=1 \
-DVGPV_amd64_linux_vanilla=1"
core_x86_cppflags="$core_cppflags -DVGA_x86=1 -DVGP_x86_linux=1 \
-DVGPV_x86_linux_vanilla=1"
core_ldflags="-static -no-pie -nodefaultlibs -nostartfiles -Wl,-u,_start \
-Wl,-Ttext-segment=$core_load_address -Wl,-z,noexecstack"

AC_SUBST([core_amd64_cflags])
AC_SUBST([core_amd64_cppflags])
AC_SUBST([core_amd64_libs])
AC_SUBST([core_cflags])
AC_SUBST([core_includedir])
AC_SUBST([core_launcher])
AC_SUBST([core_ldflags])
AC_SUBST([core_libdir])
AC_SUBST([core_toolsdir])
AC_SUBST([core_x86_cflags])
AC_SUBST([core_x86_cppflags])
AC_SUBST([core_x86_libs])
AC_SUBST([with_valgrind])
])

# A core reads the debug information of its tool when it starts, and one that
# does not understand it gives up: 3.19 with DWARF 5 as clang writes it.  The
# option, which gcc has not, is for what `-g' means.
AC_DEFUN([CG_CORE_DEBUG_INFO],
[AC_MSG_CHECKING([whether $CC takes -fdebug-default-version=4])
core_saved_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS -Werror -fdebug-default-version=4"
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int i;]])],
   [core_cflags="$core_cflags -fdebug-default-version=4"
    AC_MSG_RESULT([yes])],
   [AC_MSG_RESULT([no])])
CFLAGS=$core_saved_CFLAGS
])

# CG_CORE_LINKS(ARCH, DECLARATIONS, IF-SO, IF-NOT): whether there can be a tool
# that refers to what is declared, and the headers declare it so, too.
AC_DEFUN([CG_CORE_LINKS],
[core_saved_CFLAGS=$CFLAGS
core_saved_CPPFLAGS=$CPPFLAGS
core_saved_LDFLAGS=$LDFLAGS
core_saved_LIBS=$LIBS
CFLAGS="$CFLAGS $core_cflags $core_$1_cflags"
CPPFLAGS="$CPPFLAGS $core_$1_cppflags"
LDFLAGS="$LDFLAGS $core_ldflags"
LIBS="$core_$1_libs -lgcc"
core_names=`AS_ECHO(["$2"]) | CG_CORE_SPLIT | CG_CORE_NAMES`
core_addresses=`AS_ECHO(["$core_names"]) | sed 's/..*/\&&,/'`
AC_LINK_IFELSE([AC_LANG_SOURCE([[$core_includes
const void* const addresses[] = {$core_addresses 0};
$2
static void pre_clo_init(void) {}
VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)]])],
   [core_links=yes], [core_links=no])
CFLAGS=$core_saved_CFLAGS
CPPFLAGS=$core_saved_CPPFLAGS
LDFLAGS=$core_saved_LDFLAGS
LIBS=$core_saved_LIBS
AS_IF([test $core_links = yes], [$3], [$4])
])

# Commands: put each declaration into a line of its own; leave of each what it
# declares.
m4_define([CG_CORE_SPLIT], [$AWK '{ gsub(/; /, ";\n"); print }'])
m4_define([CG_CORE_NAMES],
[[sed -e 's/^[^(]*\(VG_([A-Za-z_0-9]*)\).*/\1/' -e t \
   -e 's/^[^(;]*[ *]\([A-Za-z_0-9]*\)[(;].*/\1/']])

# CG_CORE_FITS(ARCH): set core_fits to yes or no, and say in the latter case
# what it is that does not fit.
AC_DEFUN([CG_CORE_FITS],
[AC_MSG_CHECKING([for all that the $1 tool needs of the core])
CG_CORE_LINKS([$1], [$core_groups], [core_fits=yes], [core_fits=no])
AC_MSG_RESULT([$core_fits])
AS_IF([test $core_fits = no],
   [CG_CORE_LINKS([$1], [],
      [CG_CORE_COMPLAIN([$1])],
      [AC_MSG_WARN([this Valgrind ($core_version, $1-linux) cannot be linked with: config.log says why])])])
])

# Header by header at first: trying each declaration alone would take a minute.
AC_DEFUN([CG_CORE_COMPLAIN],
[while read -r group
do
   CG_CORE_LINKS([$1], [$group], [],
      [while read -r declaration
       do
          CG_CORE_LINKS([$1], [$declaration], [],
             [AC_MSG_WARN([this Valgrind ($core_version, $1-linux) has no $core_names as the tool needs it: $declaration])])
       done <<_CG_DECLARATIONS
`AS_ECHO(["$group"]) | CG_CORE_SPLIT`
_CG_DECLARATIONS
      ])
done <<_CG_GROUPS
$core_groups
_CG_GROUPS
])

# The forms of one thing that the tool can do with.
AC_DEFUN([CG_CORE_FORMS],
[AC_MSG_CHECKING([what VG_(am_shadow_alloc) returns])
CG_CORE_LINKS([amd64], [SysRes VG_(am_shadow_alloc)(SizeT);],
   [AC_DEFINE([SHADOW_ALLOC_IS_SYSRES], [1],
       [VG_(am_shadow_alloc) returns a SysRes, not a pointer])
    core_groups=`AS_ECHO(["$core_groups"]) |
       sed 's/void. \(VG_(am_shadow_alloc)\)/SysRes \1/'`
    AC_MSG_RESULT([SysRes])],
   [AC_MSG_RESULT([pointer])])

AC_MSG_CHECKING([what VG_(args_the_exename) is])
CG_CORE_LINKS([amd64], [extern HChar* VG_(args_the_exename);],
   [core_groups=`AS_ECHO(["$core_groups"]) |
       sed 's/const \(HChar. VG_(args_the_exename)\)/\1/'`
    AC_MSG_RESULT([HChar*])],
   [AC_MSG_RESULT([const HChar*])])
])

# CG_CORE_X86: whether the tool for 32-bit programs can be built, too.  Sets x86
# to `yes' or to why not.
AC_DEFUN([CG_CORE_X86],
[AC_ARG_ENABLE([x86],
   [AS_HELP_STRING([--disable-x86],
      [do not build the tool for 32-bit programs @<:@if gcc -m32 works@:>@])],
   [], [enable_x86=auto])

x86=yes
CG_CORE_LIBRARIES([x86], [x86="no ($core_missing is missing)"])
AS_IF([test "x$enable_x86" = xno],
      [x86="no (--disable-x86)"],
   [test "x$x86" = xyes],
   [saved_CC=$CC
    CC="$CC -m32"
    AC_LINK_IFELSE(
       [AC_LANG_PROGRAM([[#include <asm/errno.h>
                          #include <stdio.h>]],
                        [[printf("%d", ENOENT);]])],
       [],
       [x86="no ($CC does not work: install the package gcc-multilib)"])
    CC=$saved_CC])
AS_IF([test "x$x86" = xyes],
   [CG_CORE_FITS([x86])
    AS_IF([test $core_fits = no],
       [x86="no (no x86 tool can be built against Valgrind $core_version)"])])
AS_IF([test "x$enable_x86" = xyes && test "x$x86" != xyes],
   [AC_MSG_ERROR([--enable-x86: $x86])])
AM_CONDITIONAL([BUILD_X86], [test "x$x86" = xyes])
])
