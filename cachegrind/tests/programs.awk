# SPDX-License-Identifier: GPL-2.0-or-later
# programs.awk: turn programs.txt into make rules.
#    awk -v srcdir=DIR -v cpu=amd64 -f programs.awk programs.txt
# A program NAME comes from NAME.c, .cpp or .S in `srcdir', whichever there is.
# The .S are for amd64 and x86.  For another CPU there may be a NAME.CPU.S;
# without it, there is no such program.
# It is compiled and linked in one command, because what its flags say about
# code generation matters to the test, and nothing else should.
# If the first flag is `clang', that compiles it, and without clang there is no
# such program.

function exists(file,   line, found)
{
   found = (getline line <file) >= 0
   close(file)
   return found
}

function fail(why)
{
   print FILENAME ":" FNR ": " why >"/dev/stderr"
   failed = 1
   exit 1
}

function rule(target, size)
{
   print "programs_" size " += " (by_clang ? "$(if $(CLANG)," target ")" : target)
   print target ": " source " $(test_headers) $(srcdir)/programs.txt"
   if (by_clang) {
      print "\t$(AM_V_GEN)$(CLANG) " size_flag[size] " $(test_cppflags) " \
         compile_flags " -c -o $@.o $<"
      print "\t$(AM_V_at)$(CC) " size_flag[size] compile_flags " -o $@ $@.o" \
         link_flags " && rm $@.o"
      return
   }
   print "\t$(AM_V_GEN)" compiler " " size_flag[size] " $(test_cppflags) " \
      compile_flags " -o $@ $< " link_flags
}

BEGIN {
   extensions = "c cpp " (cpu == "amd64" ? "S" : cpu ".S")
   if (cpu == "amd64") {
      size_flag[64] = "-m64"
      size_flag[32] = "-m32"
   }
}

/^[ \t]*(#|$)/ { next }

{
   name = $1
   arch = $2
   if (arch !~ /^(64|32|both)$/)
      fail(name ": expected 64, 32 or both, not `" arch "'")

   source = ""
   for (i = split(extensions, ext, " "); i >= 1; i--)
      if (exists(srcdir "/" name "." ext[i])) {
         source = "$(srcdir)/" name "." ext[i]
         compiler = ext[i] == "cpp" ? "$(CXX)" : "$(CC)"
      }
   if (source == "" && cpu != "amd64" && exists(srcdir "/" name ".S"))
      next
   if (source == "")
      fail(name ": no " name ".c, .cpp or .S")

   compile_flags = link_flags = ""
   linking = 0
   by_clang = $3 == "clang"
   for (i = 3 + by_clang; i <= NF; i++)
      if ($i == "--")
         linking = 1
      else if (linking)
         link_flags = link_flags " " $i
      else
         compile_flags = compile_flags " " $i

   if (arch != "32")
      rule(name, 64)
   if (arch != "64")
      rule(name "_32", 32)
}

END {
   if (failed)
      exit 1
}
