# SPDX-License-Identifier: GPL-2.0-or-later
# common.sh: what the suites of tests/install share: the facts about the core
# that the source tree was built against, a temporary directory with a release
# tarball unpacked in it, and helpers for the tests.  Sourced by them; not a
# command.
#
# A test is a function; it runs in a subshell with `set -e', so that a command
# that fails ends it, and `expect' says what was wrong.  A suite defines its
# tests and then gives each to `check' or `must' of tests/tap.sh, or, if it takes
# long, to `check_long'.
set -u
top=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd) || exit 1
. "$top/tests/tap.sh"
export LC_ALL=C
unset CFLAGS CPPFLAGS LDFLAGS CC MAKEFLAGS MAKELEVEL DESTDIR VALGRIND_LIB \
   VALGRIND_OPTS
jobs=$(nproc)

# made_with NAME: a variable of the Makefile that configure made in the tree.
made_with() { sed -n "s/^$1 = //p" "$top/cachegrind/Makefile"; }

version=$(made_with PACKAGE_VERSION)
launcher=$(made_with core_launcher)
core_tools=$(made_with core_toolsdir)
core_libs=$(made_with core_libdir)
core_headers=$(made_with core_includedir)
if [ -z "$launcher" ]; then
   flunk "the source tree is built" <<<"run make in $top first"
   done_testing
   exit
fi
core_pc=$(ls "$(dirname "$core_libs")/pkgconfig/valgrind.pc")
core_version=$(sed -n 's/^Version: *//p' "$core_pc")

tmp=$(mktemp -d) || exit 1
# A second signal must not interrupt the cleaning up.
trap 'trap "" INT TERM; rm -rf "$tmp"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
src=$tmp/src
# What a program leaves in its working directory is left here.
cd "$tmp" || exit 1

# --- which tests run ----------------------------------------------------------

full() { [ -n "${CACHEGRIND_FULL-}" ]; }

# check_long WHAT COMMAND...: check, but only with ./check --full.
check_long()
{
   if full; then
      check "$@"
   else
      skip "$1" "takes long: ./check --full runs it"
   fi
}

# check_x86 WHAT COMMAND...: check, if the tree has a tool for 32-bit programs and
# this machine runs such programs.
check_x86()
{
   if [ ! -x "$top/cachegrind/cachegrind-x86-linux" ]; then
      skip "$1" "no tool for 32-bit programs was built: is gcc-multilib missing?"
   elif true32 && "$tmp/true32"; then
      check "$@"
   else
      skip "$1" "this machine: the kernel runs no 32-bit programs"
   fi
}

# --- help for the tests -------------------------------------------------------

# expect WHAT COMMAND...: COMMAND succeeds, or WHAT is missing.
expect()
{
   local what=$1
   shift
   "$@" || { echo "expected $what"; return 1; }
}

# fails_with PATTERN COMMAND...: COMMAND fails, and exactly one line of its
# output matches PATTERN.
fails_with()
{
   local pattern=$1 out
   shift
   if out=$("$@" 2>&1); then
      echo "succeeded, should have failed: $*"
      return 1
   fi
   if [ "$(grep -cE -- "$pattern" <<<"$out")" -ne 1 ]; then
      echo "not one line with \"$pattern\" from: $*"
      echo "$out"
      return 1
   fi
}

absent() { [ ! -e "$1" ]; }

# Nothing, or directories only.
empty() { [ ! -e "$1" ] || [ -z "$(find "$1" ! -type d)" ]; }

# unpack_tarball: make a release tarball of the tree and unpack it in $src.
# Making it takes as long as building the tool, so one does for all suites of one
# ./check, which may want it at the same time.
tarball=$top/.logs/cachegrind-$version.tar.gz
unpack_tarball()
{
   local made
   flock 9
   made=$(stat --format=%Y "$tarball" 2>/dev/null || echo 0)
   if [ "$made" -lt "${CHECK_BEGAN:-$EPOCHSECONDS}" ]; then
      mkdir -p "$top/.logs"
      make -s -C "$top" dist
      mv "$top/cachegrind-$version.tar.gz" "$tarball"
      touch "$tarball"
   fi
   flock --unlock 9
   mkdir "$src"
   tar xzf "$tarball" -C "$src" --strip-components=1
} 9<"$top"

# fresh NAME OPTION...: configure in a new directory, go there.
fresh()
{
   mkdir "$tmp/$1" && cd "$tmp/$1" || return 1
   shift
   "$src/configure" "$@"
}

# path_without PATTERN: a PATH with every program but those that match.
path_without()
{
   local dir=$tmp/bin-without name
   rm -rf "$dir" && mkdir "$dir"
   ln -s /usr/bin/* "$dir"
   ln -sf /bin/* "$dir"
   for name in "$dir"/*; do
      [[ ! ${name##*/} =~ ^($1)$ ]] || rm "$name"
   done
   echo "$dir"
}

# core_copy DIRECTORY: a core that was moved after its .pc file was written, with
# headers and libraries that can be changed.
core_copy()
{
   local at=$1 lib=${core_libs%/valgrind}
   lib=${lib#"${launcher%/bin/valgrind}"/}
   mkdir -p "$at/bin" "$at/libexec" "$at/include" "$at/$lib/pkgconfig"
   ln -s "$core_tools" "$at/libexec/valgrind"
   cp -r "$core_headers" "$at/include/valgrind"
   cp -r "$core_libs" "$at/$lib/valgrind"
   ln -s "$lib" "$at/libdir"
   cp "$launcher"* "$at/bin"
   cp "$core_pc" "$at/$lib/pkgconfig"
}

# profiles VALGRIND PROGRAM...: VALGRIND has our tool, and it writes a profile.
# Only ours knows --instr-at-start on every supported core.
profiles()
{
   local valgrind=$1
   shift
   rm -f "$tmp/profile"
   "$valgrind" -q --tool=cachegrind --instr-at-start=yes \
      --cachegrind-out-file="$tmp/profile" "$@" &&
      expect "a profile that ends in its summary" \
         grep -q '^summary: [1-9]' "$tmp/profile"
}

# true32: compile $tmp/true32, a 32-bit program that does nothing.
true32() { gcc -m32 -x c -o "$tmp/true32" - <<<'int main(void) { return 0; }'; }

# documented DIRECTORY: the documentation of the tarball is in that directory.
documented()
{
   local program
   for program in cachegrind cg_annotate cg_merge cg_diff cg_html cg_inline \
      cg_conflicts cg_branches; do
      cmp "$src/cachegrind/docs/$program.1" "$1/man/man1/$program.1"
   done
   expect "a manual of several pages" \
      [ "$(ls "$1"/doc/cachegrind/html/chunked/*.html | wc -l)" -gt 5 ]
   diff -r "$src/cachegrind/docs/html" "$1/doc/cachegrind/html"
}
