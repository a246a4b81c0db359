# SPDX-License-Identifier: GPL-2.0-or-later
# setup.sh: what ./quickstart and ./check have in common - the list of Debian
# packages, installing those that are missing, and the build.  Sourced by both,
# with bash; not a command.
#
# The caller sets `self', its name in messages, and `top', the source tree.
# Every function returns, or prints what is wrong and exits.
#
# If CACHEGRIND_BUILT is in the environment (./check --built puts it there, for
# the ./quickstart that a suite calls), nothing is installed and nothing built.

# The packages to build and run the tool and its programs.  libc6-dev has the C
# library's headers; gcc only recommends it.  libglib2.0-dev depends on
# libpcre2-dev.  valgrind depends on libc6-dbg, which it needs to name the C
# library's functions.
build_packages=(autoconf automake gcc libc6-dev libdw-dev libglib2.0-dev
   libiberty-dev libjson-glib-dev make pkg-config valgrind)

# The packages that the tests need in addition: clang for the fuzz targets,
# dwz for debug information as Debian's packages have it,
# libcapstone-dev to decode the instructions of programs, bsdutils for a terminal
# (its program script), xsltproc and docbook-xsl for the documentation, packages
# that check the documentation, git for sources of two revisions, mpich for several
# processes at once, python3-yaml and python3-jsonschema to read
# pipelines and to check JSON, and programs of many kinds to
# compile and to profile.
test_packages=(bsdutils bzip2 clang docbook-xml docbook-xsl dwz g++ git jq
   libcapstone-dev libclang-rt-dev libcmocka-dev libmpich-dev libxml-libxml-perl
   libxml2-utils man-db mpich perl python3 python3-jsonschema python3-yaml sqlite3
   util-linux xsltproc xz-utils zstd)

# Programs of 32 bits, where the processor runs them.
[ "$(uname -m)" != x86_64 ] || test_packages+=(gcc-multilib)

# What ./check --full uses besides, to build and try the Debian package, to
# emulate an arm64 machine, to open pages in browsers, and to complete commands in
# other shells.
full_packages=(chromium cpio debhelper debootstrap dpkg-dev firefox-esr fish
   fonts-dejavu-core qemu-system-arm zsh)
# Node.js may be no package of Debian's.
command -v node >/dev/null || full_packages+=(nodejs)

log_dir=$top/.logs

# On standard error: standard output is the program's.
say() { echo "$self: $*" >&2; }

fail()
{
   echo "$self: $*" >&2
   exit 1
}

# logged NAME COMMAND...: run COMMAND quietly; if it fails, print the end of its
# output and exit.
logged()
{
   local log=$log_dir/$1.log
   shift
   mkdir -p "$log_dir" && : >"$log" ||
      fail "$log cannot be written: whose tree is this?"
   if ! "$@" >"$log" 2>&1 </dev/null; then
      tail -n 25 "$log" >&2
      fail "\`$*' failed; all that it printed is in $log"
   fi
}

# package_versions PACKAGE...: print each package with its version on a line; a
# missing package has no version.
package_versions()
{
   local package
   for package; do
      echo "$package $(dpkg-query -W -f '${db:Status-Abbrev}${Version}' \
         "$package" 2>/dev/null | sed -n 's/^ii *//p')"
   done
}

# install_missing PACKAGE...: install those packages that are missing, with apt.
# If this is not Debian, only say which packages are needed.
install_missing()
{
   [ -z "${CACHEGRIND_BUILT-}" ] || return 0
   if ! command -v dpkg-query >/dev/null; then
      say "not a Debian system: the equivalents of these packages are needed:" \
         "$*"
      return
   fi
   local missing as_root=()
   missing=$(package_versions "$@" | sed -n 's/ $//p' | tr '\n' ' ')
   [ -n "$missing" ] || return 0

   if [ "$(id -u)" -ne 0 ]; then
      if ! sudo -n true 2>/dev/null; then
         fail "packages are missing; install them and start again:" \
            "sudo apt-get install -y $missing"
      fi
      as_root=(sudo -n)
   fi
   say "installing $missing"
   as_root+=(env DEBIAN_FRONTEND=noninteractive
      PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin")
   logged apt-update "${as_root[@]}" apt-get update
   # shellcheck disable=SC2086 # a list of words
   logged apt-install "${as_root[@]}" apt-get install -y \
      --no-install-recommends -o DPkg::Lock::Timeout=120 $missing
}

# build [TARGET...]: configure if it was not done yet, or if a package that
# configure looks for was installed, removed or changed since.  The files of
# packages have old dates, so make would not notice.  Then run make, which finds
# out itself what else is out of date.
build()
{
   cd "$top" || exit 1
   [ -z "${CACHEGRIND_BUILT-}" ] || return 0
   local seen now
   now=$(package_versions docbook-xsl gcc gcc-multilib libcmocka-dev libdw-dev \
      libglib2.0-dev libiberty-dev libjson-glib-dev valgrind xsltproc)
   seen=$(cat .configured-with 2>/dev/null)

   if [ ! -x configure ] || [ ! -e Makefile.in ]; then
      say "making ./configure"
      logged autogen ./autogen.sh
   fi
   if [ ! -e Makefile ] || [ "$now" != "$seen" ]; then
      say "configuring"
      if [ -e Makefile ] && [ -x config.status ]; then
         # With the same options as last time, for instance the prefix.
         logged configure ./config.status --recheck
         logged configure ./config.status
      else
         logged configure ./configure
      fi
      logged clean make clean
      echo "$now" >.configured-with
   fi
   case $(make -n 2>/dev/null | grep -c -- ' -c ') in
      0) ;;
      [1-9] | [1-9][0-9]) say "building" ;;
      *) say "building, about a minute" ;; # all of it
   esac
   logged make make -j"$(nproc)" "$@"
}
