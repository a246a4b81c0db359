# SPDX-License-Identifier: GPL-2.0-or-later
# tree.sh: a fresh Debian in a directory, for tests of what a machine needs that
# has nothing else.  Sourced by them, after setup.sh; not a command.
#
#    why_no_tree RELEASE   why there can be none here; nothing if there can
#    need_trees RELEASE... the script starts anew where its mounts are private,
#                          or, where there can be no tree, `check' and `must'
#                          skip; call it before anything else
#    make_tree RELEASE     a new tree in $tree, in the place of the last one
#    inside COMMAND...     run it there, with an emptied environment
#    apt WORD...           apt-get there
#
# Two need no tree, only $work:
#
#    own_lists TYPE RELEASE
#                          fetch the lists of Debian's main packages, whose TYPE
#                          is deb or deb-src, into a place of their own
#    own_apt WORD...       apt-get with these lists
#
# The script sets `self' and `keep' (empty: trees are removed at the end).  All
# is in $work, a new directory; $tree is $work/tree.

can_mount() { unshare --mount --propagation private true 2>/dev/null; }

# Where apt gets this machine's own release from, and presumably others.
tree_mirror()
{
   apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
      "Codename: $(. /etc/os-release && echo "${VERSION_CODENAME-}")" \
      2>/dev/null | head -n 1
}

# can_fetch MIRROR RELEASE
can_fetch()
{
   local to status
   to=$(mktemp -d)
   /usr/lib/apt/apt-helper download-file "${1%/}/dists/$2/InRelease" \
      "$to/InRelease" >/dev/null 2>&1
   status=$?
   rm -r "$to"
   return $status
}

own_apt()
{
   apt-get -o Dir::Etc::SourceList="$work/sources.list" \
      -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$work/lists" \
      -o APT::Sandbox::User=root -o Dir::Cache="$work/cache" \
      -o Acquire::Check-Valid-Until=false "$@"
}

own_lists()
{
   mkdir -p "$work/lists" "$work/cache"
   echo "$1 [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
      "$(tree_mirror) $2 main" >"$work/sources.list"
   own_apt update
}

why_no_tree()
{
   local missing mirror
   missing=$(package_versions "${full_packages[@]}" | sed -n 's/ $//p')
   mirror=$(tree_mirror)
   if [ -z "${CACHEGRIND_FULL-}" ]; then
      echo "takes minutes: ./check --full runs it"
   elif [ "$(id -u)" -ne 0 ]; then
      echo "this machine: only root can change into another tree"
   elif ! can_mount; then
      echo "this machine: root cannot mount anything"
   elif [ -n "$missing" ]; then
      echo "packages are missing:" $missing
   elif [ -z "$mirror" ]; then
      echo "this machine: apt has no source of its own Debian release"
   elif ! can_fetch "$mirror" "$1"; then
      echo "this machine: $mirror has no Debian $1, or cannot be reached"
   fi
}

mounted() { awk -v below="$work/" 'index($2, below) == 1' /proc/mounts; }

unmount_tree()
{
   # The innermost, which came last, first.
   mounted | tac | while read -r _ dir _; do umount "$dir"; done
   [ -z "$(mounted)" ]
}

remove_trees()
{
   trap '' INT TERM
   if ! unmount_tree; then
      echo "$self: $work stays: something in it is still mounted" >&2
   elif [ -n "$keep" ]; then
      echo "# $self: the tree is $tree"
   else
      rm -rf --one-file-system "$work"
   fi
}

# What is mounted below, no other process sees, and it goes with the last one of
# ours, however that ends.
need_trees()
{
   local reason
   if [ -z "${TREE_MOUNTS-}" ]; then
      reason=$(why_no_tree "$1")
      [ -n "$reason" ] || exec env TREE_MOUNTS=private \
         unshare --mount --propagation private "$0" "${script_arguments[@]}"
      tree_reason=$reason
      check() { skip "$1" "$tree_reason"; }
      must() { check "$@"; }
   fi
   work=$(mktemp -d) || exit 1
   tree=$work/tree
   trap remove_trees EXIT
   trap 'exit 130' INT
   trap 'exit 143' TERM
}

# With the proxies of this machine's apt.  The sources are the release itself
# and, where this machine's own is of the same release, all of its sources that
# are Debian's.
make_tree()
{
   local release=$1
   unmount_tree
   rm -rf --one-file-system "$tree"
   mkdir "$tree"
   eval "$(apt-config shell http_proxy Acquire::http::Proxy \
      https_proxy Acquire::https::Proxy)"
   export http_proxy https_proxy
   debootstrap --variant=minbase "$release" "$tree" "$(tree_mirror)"
   {
      echo "deb $(tree_mirror) $release main"
      apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
         'Created-By: Packages' 'Origin: Debian' | grep " $release" || true
   } | sort -u >"$tree/etc/apt/sources.list"
   apt-config dump --format '%F "%v";%n' Acquire |
      grep -i proxy >"$tree/etc/apt/apt.conf.d/proxy" || true
   # An index of sid is valid for a week only, which a mirror may miss.
   [ "$release" != sid ] || echo 'Acquire::Check-Valid-Until "false";' \
      >"$tree/etc/apt/apt.conf.d/sid"
   # A tree that is thrown away need not survive a loss of power.
   echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/unsafe-io"
   cp -L /etc/resolv.conf /etc/hosts "$tree/etc/"
   mount -t proc proc "$tree/proc"
   mount -t sysfs -o ro sysfs "$tree/sys"
   mkdir -p "$tree/dev/pts" "$tree/dev/shm"
   mount -t tmpfs -o mode=1777 tmpfs "$tree/dev/shm"
   mount -t devpts -o newinstance,ptmxmode=0666 devpts "$tree/dev/pts"
   ln -sfn pts/ptmx "$tree/dev/ptmx"
   apt update
}

inside()
{
   chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
      LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

apt() { inside apt-get --yes --no-install-recommends "$@"; }
