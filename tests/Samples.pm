# SPDX-License-Identifier: GPL-2.0-or-later
# Samples.pm: runs the commands of the manual and compares what they print with
# what the manual says, for tests/docs.
#
# The manual is read as text, not as a tree, so that an update changes the
# outputs and nothing else.  What counts in it, in the order of the book:
#
#   <screen><prompt>$ </prompt><userinput>COMMAND</userinput>
#   OUTPUT</screen>       one or more commands, each with what it prints on
#                         standard output and error.  A line "..." of OUTPUT
#                         stands for any number of lines.
#   <?exit N?>            at the start of a screen: its last command ends with
#                         status N, not 0
#   <?inside-library?>    at the start of a screen: the output shows functions or
#                         instructions of a library, which other versions do not
#                         have; where samples-made-with differs, it is not
#                         compared
#   <screen role="FILE">  is not run: the test FILE does that
#   <programlisting><?file NAME?>TEXT</programlisting>
#                         TEXT is written into the file NAME
#   <?sample-files NAME...?>
#                         files of cachegrind/tests that are there from the
#                         start, as is COPYING
#   <?samples-made-with gcc 12.2.0, libc 2.36, ...?>
#                         where the outputs are from.  Where any of it differs,
#                         so will counts; numbers, runs of blanks and dashes are
#                         not compared then.
#
# Counts depend on the length of what lies on a program's stack and of the paths
# that the dynamic linker reads.  So everything happens in one directory whose
# name has the same length everywhere, and the same as the one that readers see.

package Samples;

use strict;
use warnings;

use Encode ();
use File::Copy qw(copy);
use File::Temp qw(tempdir);

my $SHOWN_DIRECTORY  = '/home/you/samples';
my $DIRECTORY        = '/tmp/cg-docs-XXXX';
my $TIME_LIMIT    = 120;
my $OUTPUT_LIMIT  = 1_000_000;
my $FILE_LIMIT    = 400_000;      # of any file, in blocks of 512 bytes
my $FIRST_PROCESS = 12345;

# --- the documents --------------------------------------------------------------

# Reads FILE and what it includes.  Returns the pieces in the order of the book:
# { file, line, at, ... } and, by kind, { kind => 'screen', role, exit, commands
# => [{ line, text, output, at, length }] }, { kind => 'file', name, text },
# { kind => 'sample-files' or 'samples-made-with', text }.  `at' is where in the
# file's text an output stands.  Dies with what is wrong and where.
sub read_document
{
   my ($file) = @_;
   my $text = slurp($file);
   my @pieces;
   while ($text =~ m{ <!--.*?-->
                    | <!\[CDATA\[.*?\]\]>
                    | <xi:include\s[^>]*?href="(?<include>[^"]+)"
                    | <screen(?<screen>\s[^>]*|)>(?<inside>.*?)</screen>
                    | <programlisting(?:\s[^>]*)?>\s*<\?file\s+(?<name>\S+?)\s*\?>
                      (?<listing>.*?)</programlisting>
                    | <\?(?<pi>sample-files|samples-made-with)\s+(?<data>.*?)\s*\?>
                    }gsx) {
      my %found = %+;
      my $where = { file => $file, line => _line($text, $-[0]), at => $-[0],
                    end => $+[0] };
      if (defined $found{include}) {
         push @pieces, read_document(_beside($file, $found{include}));
      } elsif (defined $found{inside}) {
         my $start = $-[0] + length('<screen>') + length($found{screen});
         push @pieces, _screen($where, $text, $start, @found{qw(screen inside)});
      } elsif (defined $found{listing}) {
         _die($where, "$found{name} is not a plain name of a file")
            unless $found{name} =~ /^\.?\w[\w.-]*$/;
         _die($where, "$found{name} is text, without elements")
            if $found{listing} =~ /</;
         (my $listing = $found{listing}) =~ s/^\n//;
         push @pieces, { %$where, kind => 'file', name => $found{name},
                         text => _decode($where, $listing) };
      } elsif (defined $found{pi}) {
         push @pieces, { %$where, kind => $found{pi}, text => $found{data} };
      }
   }
   return @pieces;
}

sub _screen
{
   my ($where, $text, $start, $attributes, $inside) = @_;
   my %screen = (%$where, kind => 'screen', exit => 0, commands => []);
   $screen{role} = $1 if $attributes =~ /\brole="([^"]*)"/;
   pos($inside) = 0;
   $screen{exit} = $1 if $inside =~ /\G\s*<\?exit\s+(\d+)\s*\?>/gc;
   $screen{inside_library} = $inside =~ /\G\s*<\?inside-library\s*\?>/gc;
   _die($where, 'a screen starts with <prompt>$ </prompt>')
      unless $inside =~ /\G\s*(?=<prompt>)/gc;
   while ($inside =~ m{\G<prompt>([^<]*)</prompt><userinput>([^<]*)</userinput>
                       ([^<]*)}gcx) {
      my ($prompt, $typed, $output) = ($1, $2, $3);
      my $command = { line => _line($text, $start + $-[0]), at => $start + $-[3],
                      length => length($output), raw => $output };
      my $here = { %$where, line => $command->{line} };
      _die($here, "the prompt is \"$prompt\", not \"\$ \"")
         unless $prompt eq '$ ' || defined $screen{role};
      $command->{text} = _decode($here, $typed);
      $command->{output} = _decode($here, $output);
      push @{ $screen{commands} }, $command;
   }
   if (pos($inside) != length($inside)) {
      _die({ %$where, line => _line($text, $start + pos($inside)) },
           'a screen is commands, each <prompt>$ </prompt><userinput>...'
           . '</userinput>, and their outputs, without other elements');
   }
   return \%screen;
}

# --- text ---------------------------------------------------------------------

my %ENTITIES = (lt => '<', gt => '>', amp => '&', quot => '"', apos => "'");

# The version is the one entity that the documents have of their own.
sub set_version { $ENTITIES{version} = $_[0]; return }

sub _decode
{
   my ($where, $text) = @_;
   $text =~ s{&(#?\w+);}{
      my $name = $1;
      $name =~ /^#x([0-9a-f]+)$/i ? chr(hex($1))
      : $name =~ /^#(\d+)$/       ? chr($1)
      : defined $ENTITIES{$name}  ? $ENTITIES{$name}
      : _die($where, "unknown entity &$name;")
   }ge;
   utf8::encode($text) if utf8::is_utf8($text);
   return $text;
}

sub _encode
{
   my ($text) = @_;
   $text =~ s/&/&amp;/g;
   $text =~ s/</&lt;/g;
   $text =~ s/>/&gt;/g;
   return $text;
}

# An output with a question mark for what XML has no way to write.
sub _printable
{
   my ($bytes) = @_;
   $bytes =~ s/\r$//mg;
   my $text = Encode::decode('UTF-8', $bytes, sub { '?' x @_ });
   $text =~ s/[^\t\n\x20-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]/?/g;
   return Encode::encode('UTF-8', $text);
}

sub _lines
{
   my ($text) = @_;
   $text =~ s/^\n//;
   $text =~ s/\s+\z//;
   return map { s/\s+$//r } split /\n/, $text, -1;
}

sub slurp
{
   my ($file) = @_;
   open(my $in, '<:raw', $file) or die "$file: $!\n";
   local $/;
   return scalar <$in>;
}

sub _write
{
   my ($file, $text) = @_;
   open(my $out, '>:raw', "$file.new") or die "$file.new: $!\n";
   print $out $text;
   close($out) && rename("$file.new", $file) or die "$file: $!\n";
   return;
}

sub _line { return 1 + (substr($_[0], 0, $_[1]) =~ tr/\n//) }
sub _beside { return $_[0] =~ s{[^/]*$}{$_[1]}r }
sub _die { die "$_[0]{file}:$_[0]{line}: $_[1]\n" }

# --- the directory --------------------------------------------------------------

# Makes the directory, with the programs of BUILD and the sample files of TOP.
sub make_directory
{
   my ($top, $build, @names) = @_;
   my $directory = tempdir($DIRECTORY, CLEANUP => 1);
   # Out of sight of `ls' and `*'.
   mkdir "$directory/.bin" or die "$directory/.bin: $!\n";
   symlink "$build/.in_place", "$directory/.lib" or die "$directory/.lib: $!\n";
   symlink "$build/auto-annotate/$_", "$directory/.bin/$_"
      for qw(cg_annotate cg_merge cg_diff cg_html cg_inline cg_conflicts cg_branches);
   my $wrapper = slurp("$build/.in_place/valgrind");
   $wrapper =~ s{^export VALGRIND_LIB$}{export VALGRIND_LIB='$directory/.lib'}m
      or die "$build/.in_place/valgrind: sets no VALGRIND_LIB\n";
   _write("$directory/.bin/valgrind", $wrapper);
   # It runs the valgrind beside it, wherever a link to it is.
   copy("$build/auto-annotate/cachegrind", "$directory/.bin") or die "cachegrind: $!\n";
   chmod 0755, "$directory/.bin/valgrind", "$directory/.bin/cachegrind";
   _make_include("$directory/.include", $top, $build);
   symlink $top, "$directory/cachegrind-$ENTITIES{version}"
      or die "$directory/cachegrind-$ENTITIES{version}: $!\n";
   for my $file ("$top/COPYING", map { "$top/cachegrind/tests/$_" } @names) {
      copy($file, $directory) or die "$file: $!\n";
   }
   return $directory;
}

# The headers that a program needs for client requests, as if installed.
sub _make_include
{
   my ($include, $top, $build) = @_;
   my ($core) = slurp("$build/cachegrind/Makefile") =~ /^core_includedir = (.*)/m;
   for my $dir ($include, "$include/valgrind") {
      mkdir($dir) or die "$dir: $!\n";
   }
   for my $header ("$top/cachegrind/cachegrind.h", "$core/valgrind.h") {
      symlink $header, "$include/valgrind/" . ($header =~ s{.*/}{}r)
         or die "$include: $!\n";
   }
   return;
}

# Runs a command.  Returns what it printed and its status, as bash has it.
sub _run
{
   my ($directory, $command) = @_;
   my $output = "$directory/.output";
   my $pid = fork();
   die "fork: $!\n" unless defined $pid;
   if ($pid == 0) {
      setpgrp(0, 0);
      chdir($directory) && open(STDIN, '<', '/dev/null')
         && open(STDOUT, '>>', $output) && open(STDERR, '>&', \*STDOUT)
         or exit(127);
      exec('sh', '-c', "ulimit -f $FILE_LIMIT; " . 'exec "$@"', 'sh', 'env', '-i',
           "PATH=$directory/.bin:/usr/bin:/bin", "HOME=$directory",
           'LC_ALL=C.UTF-8', "C_INCLUDE_PATH=$directory/.include",
           'bash', '-c', $command) or exit(127);
   }
   my $late = 0;
   local $SIG{ALRM} = sub { $late = 1; kill('KILL', -$pid) };
   # Who stops us stops what we run, too.
   local @SIG{qw(HUP INT TERM)} = (sub { kill('KILL', -$pid); exit(1) }) x 3;
   alarm($TIME_LIMIT);
   waitpid($pid, 0);
   my $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
   alarm(0);
   # What it left in the background.
   kill('KILL', -$pid);
   my $size = -s $output // 0;
   my $text = $size > $OUTPUT_LIMIT ? '' : slurp($output);
   unlink $output;
   die "\"$command\" printed $size bytes, more than $OUTPUT_LIMIT\n"
      if $size > $OUTPUT_LIMIT;
   $text .= "\n(stopped after $TIME_LIMIT seconds)\n" if $late;
   return (_printable($text), $status);
}

# --- process ids ------------------------------------------------------------------

# `actual' leads from the number in the document to that of the last process
# that it stood for, `shown' back from every process to its number.
sub _actual_command
{
   my ($state, $command) = @_;
   $command =~ s/\b(\d+)\b/$state->{actual}{$1} \/\/ $1/ge;
   $command =~ s/\Q$SHOWN_DIRECTORY\E/$state->{directory}/g;
   return $command;
}

sub _processes
{
   my ($text) = @_;
   my %seen;
   return grep { !$seen{$_}++ } $text =~ /^==(\d+)==/mg;
}

# Pairs the processes of the expected and the actual output, in the order of
# their appearance.
sub _pair_processes
{
   my ($state, $expected, $actual) = @_;
   my @shown = _processes($expected);
   for my $process (_processes($actual)) {
      my $shown = shift @shown;
      if (!defined $shown) {
         $shown = $FIRST_PROCESS;
         $shown++ while exists $state->{actual}{$shown};
      }
      $state->{actual}{$shown}  = $process;
      $state->{shown}{$process} = $shown;
   }
   return;
}

sub _shown_output
{
   my ($state, $output) = @_;
   my $shown = sub { $state->{shown}{ $_[0] } // $_[0] };
   $output =~ s/^(==|--)(\d+)(?=\1)/$1 . $shown->($2)/mge;
   $output =~ s/(?<=[a-z]\.)(\d+)\b/$shown->($1)/ge;
   $output =~ s/\Q$state->{directory}\E/$SHOWN_DIRECTORY/g;
   return $output;
}

# --- comparing ----------------------------------------------------------------------

sub _mask
{
   my ($line) = @_;
   # Addresses: 403aef, <main+0xf0>.
   $line =~ s/\b(?:0x[0-9a-f]+|(?=[a-f]*\d)[0-9a-f]{4,})\b/0/g;
   $line =~ s/\d[\d,.]*/0/g;
   $line =~ s/\( +0/(0/g;
   $line =~ s/-{2,}/-/g;
   $line =~ s/\s+/ /g;
   $line =~ s/^ //;
   return $line;
}

# What a line costs that is only on one side: more than one that changed, as far
# as it can still be recognised.
my $WHOLE_LINE = 1;

# How much two lines differ: 0 if not at all, else from 0.5 by the share of
# words that only one of them has.
sub _distance
{
   my ($expected, $actual, $words) = @_;
   return 0 if $expected eq $actual;
   my @sets = map { $words->{$_} //= { map { $_ => 1 } split ' ', _mask($_) } }
      $expected, $actual;
   my $shared = grep { $sets[1]{$_} } keys %{ $sets[0] };
   return 2 * $WHOLE_LINE if !$shared;
   return 1 - $shared / (keys(%{ $sets[0] }) + keys(%{ $sets[1] }));
}

# Lays the expected lines beside the actual ones so that as few as possible
# differ, and "..." takes what it stands for.  Returns [expected or undef,
# actual or undef] of each pair, both as indexes.
sub _align
{
   my ($expected, $actual) = @_;
   my ($rows, $columns) = (scalar @$expected, scalar @$actual);
   my %words;
   # cost[i][j]: of the lines from i and j on.
   my (@cost, @step);
   for my $i (reverse 0 .. $rows) {
      for my $j (reverse 0 .. $columns) {
         my @ways;
         if ($i < $rows && $expected->[$i] eq '...') {
            push @ways, [$cost[$i + 1][$j], 'end of dots'];
            push @ways, [$cost[$i][$j + 1], 'dots'] if $j < $columns;
         } else {
            if ($i < $rows && $j < $columns) {
               my $differs = _distance($expected->[$i], $actual->[$j], \%words);
               push @ways, [$differs + $cost[$i + 1][$j + 1], 'pair'];
            }
            push @ways, [$WHOLE_LINE + $cost[$i + 1][$j], 'gone'] if $i < $rows;
            push @ways, [$WHOLE_LINE + $cost[$i][$j + 1], 'new'] if $j < $columns;
         }
         my ($best) = sort { $a->[0] <=> $b->[0] } @ways;
         ($cost[$i][$j], $step[$i][$j]) = $best ? @$best : (0, 'end');
      }
   }
   my ($i, $j, @pairs) = (0, 0);
   while ((my $step = $step[$i][$j]) ne 'end') {
      if    ($step eq 'end of dots') { push @pairs, [$i++, undef] }
      elsif ($step eq 'dots')        { $j++ }
      elsif ($step eq 'pair')        { push @pairs, [$i++, $j++] }
      elsif ($step eq 'gone')        { push @pairs, [$i++, undef] }
      else                           { push @pairs, [undef, $j++] }
   }
   return @pairs;
}

sub _matches
{
   my ($expected, $actual) = @_;
   my $pattern = join('', map { $_ eq '...' ? '(?:.*\n)*?' : quotemeta("$_\n") }
                             @$expected);
   return join('', map { "$_\n" } @$actual) =~ /\A$pattern\z/;
}

# What differs, as lines of "-" (expected) and "+" (actual); empty if nothing
# does.
sub _difference
{
   my ($expected, $actual, $masked) = @_;
   my @sides = ($expected, $actual);
   @sides = map { [map { _mask($_) } @$_] } @sides if $masked;
   return () if _matches(@sides);
   my @differ;
   for my $pair (_align(@sides)) {
      my ($i, $j) = @$pair;
      next if defined $i && $sides[0][$i] eq '...';
      next if defined $i && defined $j && $sides[0][$i] eq $sides[1][$j];
      push @differ, "-$expected->[$i]" if defined $i;
      push @differ, "+$actual->[$j]" if defined $j;
   }
   return @differ;
}

# The output as it stands in the document, brought up to date: lines that are
# still right stay as they are written, and so do the dots.
sub _updated
{
   my ($raw, $expected, $actual) = @_;
   my ($end) = $raw =~ /(\s*)\z/;
   my @raw = _lines($raw);
   my @lines;
   for my $pair (_align($expected, $actual)) {
      my ($i, $j) = @$pair;
      if (defined $i && $expected->[$i] eq '...') {
         push @lines, '...';
      } elsif (defined $j) {
         my $same = defined $i && $expected->[$i] eq $actual->[$j];
         push @lines, $same ? $raw[$i] : _encode($actual->[$j]);
      }
   }
   $end = "\n" if $end eq '';
   return join('', map { "\n$_" } @lines) . $end;
}

# --- where samples are from ---------------------------------------------------------

# What counts depend on, besides the tree: the compiler, the C library, the
# instructions that the processor has for the library to choose from, and how
# many words of the kernel's lie on the stack.
sub made_with
{
   my ($gcc)   = `gcc -dumpfullversion` =~ /(\S+)/;
   my ($libc)  = `getconf GNU_LIBC_VERSION` =~ /(\d[\d.]*)/;
   my ($flags) = slurp('/proc/cpuinfo') =~ /^flags\s*:(.*)/m;
   my ($cpu)   = grep { $flags =~ /\b$_\b/ } qw(avx2 avx sse3);
   my $auxv    = length(slurp('/proc/self/auxv')) / 16;
   return (['gcc', $gcc], ['libc', $libc], ['cpu', $cpu], ['auxv', $auxv]);
}

# What of TEXT (of <?samples-made-with?>) is otherwise here.
sub made_otherwise
{
   my ($text) = @_;
   my %here = map { $_->[0] => $_->[1] } made_with();
   my @differs;
   for (split /,\s+/, $text) {
      my ($name, $value) = split ' ', $_, 2;
      die "samples-made-with: $name is not one of: ", join(' ', sort keys %here), "\n"
         unless exists $here{$name};
      push @differs, "$name $here{$name}, not $value" if $here{$name} ne $value;
   }
   return @differs;
}

# --- all of it ----------------------------------------------------------------------

# Runs all samples of PIECES (of read_document).  Calls REPORT->(ok, what,
# details...) for each command and, if something cannot be compared here,
# SKIP->(what, why).  With UPDATE, outputs that differ are written into the
# documents.
sub run_samples
{
   my (%arg) = @_;
   my @pieces = @{ $arg{pieces} };
   my ($files) = grep { $_->{kind} eq 'sample-files' } @pieces;
   my ($from)  = grep { $_->{kind} eq 'samples-made-with' } @pieces;

   my @otherwise = $from ? made_otherwise($from->{text}) : ();
   my $masked = @otherwise && !$arg{update};
   $arg{skip}->('numbers, runs of blanks and dashes are those of the manual',
                'this machine: ' . join('; ', @otherwise)) if $masked;

   my $directory = make_directory($arg{top}, $arg{build},
                            $files ? split(' ', $files->{text}) : ());
   my $state = { directory => $directory, actual => {}, shown => {} };
   my @edits;
   for my $piece (@pieces) {
      if ($piece->{kind} eq 'file') {
         _write("$directory/$piece->{name}", $piece->{text});
      } elsif ($piece->{kind} eq 'screen' && !defined $piece->{role}) {
         push @edits, _run_screen($piece, $state, $masked, %arg);
      }
   }
   if ($arg{update} && $from) {
      my $text = join(', ', map { "@$_" } made_with());
      push @edits, { file => $from->{file}, at => $from->{at},
                     length => $from->{end} - $from->{at},
                     text => "<?samples-made-with $text?>" };
   }
   _edit(@edits) if $arg{update};
   return;
}

sub _run_screen
{
   my ($screen, $state, $masked, %arg) = @_;
   my @edits;
   for my $command (@{ $screen->{commands} }) {
      my $last = $command == $screen->{commands}[-1];
      my $due  = $last ? $screen->{exit} : 0;
      my ($output, $status) = _run($state->{directory},
                                   _actual_command($state, $command->{text}));
      _pair_processes($state, $command->{output}, $output);
      my @actual   = _lines("\n" . _shown_output($state, $output));
      my @expected = _lines($command->{output});
      my @differ   = $masked && $screen->{inside_library}
                     ? () : _difference(\@expected, \@actual, $masked);
      my @wrong = $status != $due
         ? ("its status is $status, not $due; it prints", @actual)
         : $arg{update} ? () : @differ;
      $arg{report}->(!@wrong, ($screen->{file} =~ s{.*/}{}r)
         . ":$command->{line} shows what this prints: $command->{text}", @wrong);
      next unless @differ;
      push @edits, { file => $screen->{file}, at => $command->{at},
                     length => $command->{length},
                     text => _updated($command->{raw}, \@expected, \@actual) };
   }
   return @edits;
}

# From the back, so that the places before stay right.
sub _edit
{
   my (@edits) = @_;
   my %texts;
   for my $edit (sort { $b->{at} <=> $a->{at} } @edits) {
      $texts{ $edit->{file} } //= slurp($edit->{file});
      substr($texts{ $edit->{file} }, $edit->{at}, $edit->{length}) = $edit->{text};
   }
   for my $file (keys %texts) {
      _write($file, $texts{$file}) if $texts{$file} ne slurp($file);
   }
   return;
}

1;
