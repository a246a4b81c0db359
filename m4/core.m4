# SPDX-License-Identifier: GPL-2.0-or-later
# core.m4: finds the installed Valgrind core, checks that a tool can be linked
# with it, and tells apart what differs between versions.  It does not check
# each function that the tool calls: if a core lacks one, the compiler or the
# linker names it when the tool is built.
#
#   version      3.19 or later (3.19.0, 3.24.0 and 3.27.1 were tried)
#   valgrind.pc  in the pkg-config path, or below --with-valgrind=PREFIX; it
#                gives prefix, libdir, includedir, platform (amd64-linux or
#                arm64-linux) and valt_load_address, the address that tools are
#                loaded at
#   launcher     PREFIX/bin/valgrind, which takes tools from $VALGRIND_LIB
#   tools        their directory: PREFIX/libexec/valgrind, LIBDIR/valgrind or
#                PREFIX/lib/valgrind
#   libraries    in LIBDIR/valgrind, for the platform and, if the tool for 32-bit
#                programs is to be built, x86-linux: libcoregrind, libvex and
#                libgcc-sup, which need nothing but libgcc
#   headers      in INCLUDEDIR: the core's, VEX's, and valgrind.h for
#                cachegrind.h
#
# These differ between versions, and the tool supports both forms:
#
#   VG_(am_shadow_alloc)   returns a pointer in 3.19 and a SysRes in newer
#                          cores, for which SHADOW_ALLOC_IS_SYSRES is defined
#   VG_(args_the_exename)  is a const HChar* up to 3.25 and an HChar* in newer
#                          cores; the tool only reads it, so nothing is defined
#
# The variables core_primary_* are for the platform that the core is for, and
# core_x86_* for the 32-bit programs of amd64.

# CG_CORE: find the core, and make sure that a tool for its platform can be
# linked with it.  Sets core_version, core_prefix, core_arch (amd64 or arm64) and
# the variables of the Makefiles.
AC_DEFUN([CG_CORE],
[AC_REQUIRE([AC_PROG_CC])
CG_CORE_FIND
CG_CORE_FILES
CG_CORE_FLAGS
CG_CORE_LINKS([primary], [$core_arch],
   [AC_MSG_ERROR([no tool can be linked with Valgrind $core_version in $core_prefix: config.log says why])])
CG_CORE_FORMS
])

AC_DEFUN([CG_CORE_FIND],
[AC_ARG_WITH([valgrind],
   [AS_HELP_STRING([--with-valgrind=PREFIX],
      [build against the Valgrind in PREFIX @<:@what pkg-config finds@:>@])],
   [], [with_valgrind=])

# A given PREFIX overrides the one in the .pc file, so that a Valgrind that was
# unpacked elsewhere can be used too.
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

AS_CASE([$core_platform],
   [amd64-linux], [core_arch=amd64 core_cpu=x86_64],
   [arm64-linux], [core_arch=arm64 core_cpu=aarch64],
   [AC_MSG_ERROR([this Valgrind is for $core_platform, the tool is for amd64-linux and arm64-linux only])])
AS_CASE([$host_alias],
   [''|$core_cpu-*], [],
   [AC_MSG_ERROR([--host=$host_alias: $core_pc of $PKG_CONFIG is a Valgrind for $core_platform: install the Valgrind and the cross compiler for that CPU])])
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#if !defined __${core_cpu}__
#error
#endif
]])], [],
   [AC_MSG_ERROR([$CC does not compile for $core_platform, which the Valgrind in $core_prefix is for])])
AS_IF([test -z "$core_load_address"],
   [AC_MSG_ERROR([$core_pc does not say valt_load_address])])
])

AC_DEFUN([CG_CORE_FILES],
[for file in pub_tool_basics.h libvex.h valgrind.h
do
   AS_IF([test ! -r "$core_includedir/$file"],
      [AC_MSG_ERROR([$core_includedir/$file is missing: install the package valgrind])])
done
CG_CORE_LIBRARIES([primary], [$core_arch],
   [AC_MSG_ERROR([$core_missing is missing: install the package valgrind])])

AC_MSG_CHECKING([for the core's launcher and its directory of tools])
core_launcher=$core_prefix/bin/valgrind
core_toolsdir=
for dir in "$core_prefix/libexec/valgrind" "$core_libdir" \
           "$core_prefix/lib/valgrind"
do
   AS_IF([test -z "$core_toolsdir" && test -x "$dir/none-$core_platform"],
      [core_toolsdir=$dir])
done
AS_IF([test ! -x "$core_launcher" || test -z "$core_toolsdir"],
   [AC_MSG_ERROR([$core_prefix has no bin/valgrind or no tools: install the package valgrind])])
AC_MSG_RESULT([$core_launcher, $core_toolsdir])
])

# CG_CORE_LIBRARIES(NAME, ARCH, IF-NO): set core_NAME_archives to the files, and
# core_NAME_libs to what the linker is given.  If a file cannot be read, set
# core_missing to its name and run IF-NO.
#
# libgcc may need libgcc-sup, whose functions are those of a C library, and
# libgcc-sup may need libgcc.
AC_DEFUN([CG_CORE_LIBRARIES],
[core_at=$core_libdir/lib
core_$1_archives="${core_at}coregrind-$2-linux.a ${core_at}vex-$2-linux.a \
${core_at}gcc-sup-$2-linux.a"
core_$1_libs="$core_$1_archives -lgcc ${core_at}gcc-sup-$2-linux.a"
core_missing=
for file in $core_$1_archives
do
   AS_IF([test -z "$core_missing" && test ! -r "$file"], [core_missing=$file])
done
AS_IF([test -n "$core_missing"], [$3])
])

# How a tool is compiled and linked.  The core brings no C library, so the
# compiler must not insert calls to one: no stack protector, no thread-local
# storage, no printf turned into puts.  The load address is fixed, hence no PIE.
# The 32-bit core aligns its stack to 4 bytes only.
#
# A function that the core does not declare, or declares differently, must stop
# the build, because the tool would crash.  By default, gcc before 14 only warns
# about it.  With -isystem it does not even warn, because the macro VG_ is from
# the core's headers.
AC_DEFUN([CG_CORE_FLAGS],
[core_cflags="-std=gnu99 -fno-builtin -fno-stack-protector \
-fno-stack-clash-protection -fcf-protection=none -fno-lto -fno-pie \
-fno-strict-aliasing -fomit-frame-pointer \
-Werror=implicit-function-declaration -Werror=incompatible-pointer-types \
-Werror=int-conversion"
# A core reads the debug information of its tool when it starts.  It exits if it
# does not understand it, as 3.19 does with clang's DWARF 5.  The option sets
# the version that `-g' writes; only clang has it.
CG_COMPILER_TAKES([-fdebug-default-version=4],
   [core_cflags="$core_cflags -fdebug-default-version=4"])
AS_CASE([$core_arch], [amd64], [core_primary_cflags=-m64],
   [core_primary_cflags=])
core_x86_cflags=-m32
# The same in the words of gcc and in those of clang.
CG_COMPILER_TAKES([-m32 -mpreferred-stack-boundary=2],
   [core_x86_cflags="-m32 -mpreferred-stack-boundary=2"],
   [CG_COMPILER_TAKES([-m32 -mstack-alignment=4],
       [core_x86_cflags="-m32 -mstack-alignment=4"])])
core_cppflags="-I$core_includedir -DVGO_linux=1"
core_primary_cppflags="$core_cppflags -DVGA_$core_arch=1 \
-DVGP_${core_arch}_linux=1 -DVGPV_${core_arch}_linux_vanilla=1"
core_x86_cppflags="$core_cppflags -DVGA_x86=1 -DVGP_x86_linux=1 \
-DVGPV_x86_linux_vanilla=1"
core_ldflags="-static -nodefaultlibs -nostartfiles -Wl,-u,_start \
-Wl,-Ttext-segment=$core_load_address -Wl,-z,noexecstack"

AC_SUBST([core_arch])
AC_SUBST([core_cflags])
AC_SUBST([core_includedir])
AC_SUBST([core_launcher])
AC_SUBST([core_ldflags])
AC_SUBST([core_libdir])
AC_SUBST([core_primary_archives])
AC_SUBST([core_primary_cflags])
AC_SUBST([core_primary_cppflags])
AC_SUBST([core_primary_libs])
AC_SUBST([core_toolsdir])
AC_SUBST([core_x86_archives])
AC_SUBST([core_x86_cflags])
AC_SUBST([core_x86_cppflags])
AC_SUBST([core_x86_libs])
AC_SUBST([with_valgrind])
])

# CG_COMPILER_TAKES(OPTIONS, IF-YES, IF-NO): print whether the compiler knows
# these options, and run IF-YES or IF-NO.
AC_DEFUN([CG_COMPILER_TAKES],
[AC_MSG_CHECKING([whether $CC takes $1])
core_saved_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS -Werror $1"
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int i;]])],
   [CFLAGS=$core_saved_CFLAGS
    AC_MSG_RESULT([yes])
    $2],
   [CFLAGS=$core_saved_CFLAGS
    AC_MSG_RESULT([no])
    $3])
])

# CG_CORE_TRY(NAME, DECLARATION, IF-YES, IF-NO): compile and link a minimal tool
# that repeats a declaration of the core.  This fails if the core's headers
# declare it differently.
AC_DEFUN([CG_CORE_TRY],
[core_saved_CFLAGS=$CFLAGS
core_saved_CPPFLAGS=$CPPFLAGS
core_saved_LDFLAGS=$LDFLAGS
core_saved_LIBS=$LIBS
CFLAGS="$CFLAGS $core_cflags $core_$1_cflags"
CPPFLAGS="$CPPFLAGS $core_$1_cppflags"
LDFLAGS="$LDFLAGS $core_ldflags"
LIBS=$core_$1_libs
AC_LINK_IFELSE([AC_LANG_SOURCE([[
#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_tooliface.h"
$2
static void pre_clo_init(void) {}
VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)]])],
   [core_works=yes], [core_works=no])
CFLAGS=$core_saved_CFLAGS
CPPFLAGS=$core_saved_CPPFLAGS
LDFLAGS=$core_saved_LDFLAGS
LIBS=$core_saved_LIBS
AS_IF([test $core_works = yes], [$3], [$4])
])

# CG_CORE_LINKS(NAME, ARCH, IF-NO): print whether a minimal tool can be linked
# with the core's libraries, and run IF-NO if it cannot.
AC_DEFUN([CG_CORE_LINKS],
[AC_MSG_CHECKING([whether a tool for $2-linux can be linked with the core])
CG_CORE_TRY([$1], [], [AC_MSG_RESULT([yes])],
   [AC_MSG_RESULT([no])
    $3])
])

AC_DEFUN([CG_CORE_FORMS],
[AC_MSG_CHECKING([what VG_(am_shadow_alloc) returns])
CG_CORE_TRY([primary], [SysRes VG_(am_shadow_alloc)(SizeT);],
   [AC_DEFINE([SHADOW_ALLOC_IS_SYSRES], [1],
       [VG_(am_shadow_alloc) returns a SysRes, not a pointer])
    AC_MSG_RESULT([SysRes])],
   [AC_MSG_RESULT([pointer])])
])

# CG_CORE_DECODER: find out whether cachegrind/avx512/ can be put before VEX's
# decoder.  Its result is private to VEX, so a program asks the decoder of the
# archive: 16 bytes come back, the first 4 of them are the length, or 0 if the
# instruction is unknown, the others are the same for all that go on to the next
# instruction, and VEX writes that one's address at the end.  Sets avx512 to `yes'
# or to `no' with the reason.
AC_DEFUN([CG_CORE_DECODER],
[AC_MSG_CHECKING([whether AVX-512 instructions can be added to VEX's decoder])
core_saved_CFLAGS=$CFLAGS
core_saved_CPPFLAGS=$CPPFLAGS
core_saved_LIBS=$LIBS
CFLAGS="$CFLAGS -no-pie -fno-pie"
CPPFLAGS="$CPPFLAGS $core_primary_cppflags"
LIBS=${core_at}vex-$core_arch-linux.a
avx512="no (not on $core_arch)"
AS_IF([test $core_arch = amd64],
   [AC_RUN_IFELSE([AC_LANG_SOURCE([[
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "libvex_basictypes.h"
#include "libvex.h"
#include "libvex_guest_amd64.h"
typedef struct { UInt length, others[3]; } Decoded;
Decoded disInstr_AMD64(IRSB*, const UChar*, Long, Addr, VexArch,
                       const VexArchInfo*, const VexAbiInfo*, VexEndness, Bool);
static VexArchInfo info;
static VexAbiInfo  abi;
static IRSB*       sb;
__attribute__((noreturn)) static void fail(void) { exit(2); }
static void print(const HChar* text, SizeT n) {}
static Decoded decode(const UChar* code, Long delta)
{
   return disInstr_AMD64(sb, code, delta, 0x1000 + delta, VexArchAMD64, &info,
                         &abi, VexEndnessLE, False);
}
static int goes_on_to(Addr next)
{
   const IRStmt* st = sb->stmts[sb->stmts_used - 1];
   return st->tag == Ist_Put
          && st->Ist.Put.offset == offsetof(VexGuestAMD64State, guest_RIP)
          && st->Ist.Put.data->Iex.Const.con->Ico.U64 == next;
}
int main(void)
{
   static const UChar code[64] = {0x90, 0x48, 0x89, 0xC3, 0x62, 0xF1, 0x7C, 0x48,
                                  0x28, 0x05};
   VexControl control;
   LibVEX_default_VexControl(&control);
   LibVEX_default_VexArchInfo(&info);
   LibVEX_default_VexAbiInfo(&abi);
   info.endness = VexEndnessLE;
   LibVEX_Init(fail, print, 0, &control);
   sb = emptyIRSB();
   Decoded mov = decode(code, 1);
   if (mov.length != 3 || !goes_on_to(0x1004))
      return 1;
   Decoded nop = decode(code, 0);
   if (nop.length != 1 || !goes_on_to(0x1001)
       || memcmp(mov.others, nop.others, sizeof nop.others) != 0)
      return 1;
   return decode(code, 4).length != 0;
}]])],
      [avx512=yes],
      [avx512="no (the decoder of Valgrind $core_version is another one)"],
      [avx512="no (not when cross-compiling)"])])
CFLAGS=$core_saved_CFLAGS
CPPFLAGS=$core_saved_CPPFLAGS
LIBS=$core_saved_LIBS
AC_MSG_RESULT([$avx512])
AM_CONDITIONAL([WRAPS_DECODER], [test "$avx512" = yes])
])

# CG_CORE_X86: find out whether the tool for 32-bit programs can be built, too.
# Sets x86 to `yes' or to `no' with the reason.
AC_DEFUN([CG_CORE_X86],
[AC_ARG_ENABLE([x86],
   [AS_HELP_STRING([--disable-x86],
      [do not build the tool for 32-bit programs @<:@if gcc -m32 works@:>@])],
   [], [enable_x86=auto])

x86=yes
CG_CORE_LIBRARIES([x86], [x86], [x86="no ($core_missing is missing)"])
AS_IF([test $core_arch != amd64],
      [x86="no (not on $core_arch)"],
   [test "x$enable_x86" = xno],
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
   [CG_CORE_LINKS([x86], [x86],
       [x86="no (no x86 tool can be linked with Valgrind $core_version: config.log says why)"])])
AS_IF([test "x$enable_x86" = xyes && test "x$x86" != xyes],
   [AC_MSG_ERROR([--enable-x86: $x86])])
AM_CONDITIONAL([BUILD_X86], [test "x$x86" = xyes])
])
