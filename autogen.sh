#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# autogen.sh: make ./configure and the Makefile.in files of a fresh clone.
# Release tarballs have them already.
CDPATH= cd "$(dirname "$0")" || exit 1
for tool in autoconf automake; do
   if ! command -v "$tool" >/dev/null 2>&1; then
      echo "autogen.sh: $tool is missing: install the package $tool" >&2
      exit 1
   fi
done
exec autoreconf --force --install
