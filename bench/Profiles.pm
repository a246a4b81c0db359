# SPDX-License-Identifier: GPL-2.0-or-later
# Profiles.pm: the profiles that bench/programs and bench/pages measure with, and
# what bench/hardware and bench/sampling read in the tool's.  The first are
# generated, always the same.
#
#    make_profile($path, $seed, $n_files)   a profile of 13 events; with 400 files
#                                           it has 61 MB
#    make_sources($directory)               the first 20 of its files
#    make_long_function($path, $directory, $n)
#                                           one of a function of n lines, and its source
#    make_contexts($path, $n)               one of 2,000 functions that call each other
#                                           in n contexts
#    read_profile($path, $take)             $take gets each line of counts

package Profiles;

use strict;
use warnings;

use Exporter qw(import);
use File::Path qw(make_path);

use Workloads qw(write_file);

our @EXPORT_OK = qw(make_profile make_sources make_long_function make_contexts
                    read_profile);

# So many functions of so many lines in a file, and so many of the files exist.
my ($N_FUNCTIONS, $N_LINES, $N_SOURCES) = (40, 80, 20);
my @EVENTS = qw(Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim);

# Numbers that no version of Perl changes.
my $state;
sub below
{
   $state = ($state * 1103515245 + 12345) % 2147483648;
   return ($state >> 8) % $_[0];
}

# A count of one to so many digits.
sub of_digits
{
   my ($most) = @_;
   my $n = 1 + below($most);
   return $n <= 6 ? below(10 ** $n)
                  : below(10 ** ($n - 6)) * 1000000 + below(1000000);
}

# So many lines of counts: { counts, text, used }.
sub count_lines
{
   my ($n, $count) = @_;
   my @counts = map { [map { $count->() } @EVENTS] } 1 .. $n;
   return { counts => \@counts, text => [map { "@$_\n" } @counts],
            used => [(0) x $n] };
}

# make_profile PATH, SEED, N_FILES: a profile.  A third of the counts has up to seven digits, a third is 0, a third below 100;
# all those of one function in four hundred are large, or none would stand out.
# Lines are drawn from many that are made before: that is soon done.
sub make_profile
{
   my ($path, $seed, $n_files) = @_;
   $state = $seed;
   my $plain = count_lines(20000, sub {
      my $kind = below(3);
      return $kind == 0 ? of_digits(7) : $kind == 1 ? 0 : below(100);
   });
   my $hot = count_lines(1000, sub { of_digits(9) });

   open(my $out, '>', $path) or die "$path: $!\n";
   print $out "desc: I1 cache:         32768 B, 64 B, 8-way associative\n",
              "desc: D1 cache:         32768 B, 64 B, 8-way associative\n",
              "desc: LL cache:         8388608 B, 64 B, 16-way associative\n",
              "cmd: ./program $seed\nevents: @EVENTS\n";
   for my $file (1 .. $n_files) {
      printf $out "fl=src/file%03d.c\n", $file;
      for my $function (1 .. $N_FUNCTIONS) {
         print $out "fn=function_${file}_$function\n";
         my $lines = $file % 10 == 0 && $function == 20 ? $hot : $plain;
         my ($text, $used) = @$lines{qw(text used)};
         my $first = ($function - 1) * 100;
         for my $line ($first + 1 .. $first + $N_LINES) {
            my $i = below(scalar @$text);
            $used->[$i]++;
            print $out "$line $text->[$i]";
         }
      }
   }
   my @total = (0) x @EVENTS;
   for my $lines ($plain, $hot) {
      my ($counts, $used) = @$lines{qw(counts used)};
      for my $i (grep { $used->[$_] } 0 .. $#$used) {
         $total[$_] += $used->[$i] * $counts->[$i][$_] for 0 .. $#total;
      }
   }
   print $out "summary: @total\n";
   close($out) or die "$path: $!\n";
}

sub make_sources
{
   my ($directory) = @_;
   make_path($directory);
   for my $file (1 .. $N_SOURCES) {
      my $text = join '', map { "   sum[$_ % $file] += item[$_]->count * n;\n" }
                          1 .. $N_FUNCTIONS * 100;
      write_file(sprintf('%s/file%03d.c', $directory, $file), $text);
   }
}

# Counts of a line, as in most profiles: two of five are 0.
sub some_counts
{
   return map { below(5) < 2 ? 0 : of_digits(5) } @EVENTS;
}

sub make_long_function
{
   my ($path, $directory, $n) = @_;
   $state = $n;
   my @total = (0) x @EVENTS;
   make_path($directory);
   open(my $out, '>', $path) or die "$path: $!\n";
   print $out "cmd: ./long\nevents: @EVENTS\nfl=long.c\nfn=long\n";
   my $text = '';
   for my $line (1 .. $n) {
      my @counts = some_counts();
      print $out "$line @counts\n";
      $total[$_] += $counts[$_] for 0 .. $#total;
      $text .= "   state[$line % " . below(900) . '] = action(' . below(1000000) . ");\n";
   }
   print $out "summary: @total\n";
   close($out) or die "$path: $!\n";
   write_file("$directory/long.c", $text);
}

# Where the n-th context is: {function, above, below, own}; the first is the program's.
# The function of a context is another one than those of its neighbours below the same
# one, and half of the contexts are deep.  Four of five counts are 0, and the others
# small, as in profiles of real programs.
sub make_context_tree
{
   my ($n) = @_;
   my (@nodes, %taken);
   for my $i (0 .. $n - 1) {
      my $above = $i == 0 ? undef : $i < 300 || below(2) ? below($i) : $i - 1 - below(300);
      my $function = $i == 0 ? 0 : 1 + below(1999);
      $function = 1 + $function % 1999 while $i > 0 && $taken{"$above $function"}++;
      push @nodes, { function => $function, above => $above, below => [],
                     own => [50 + below(1000), map { below(5) ? 0 : of_digits(3) } 2 .. @EVENTS] };
      push @{ $nodes[$above]{below} }, $i if $i > 0;
   }
   return \@nodes;
}

# What functions cost by themselves, and what their calls of others do.
sub add_up_contexts
{
   my ($nodes) = @_;
   my (@own, @calls);
   my @with = map { [@{ $_->{own} }] } @$nodes;
   for my $i (reverse 0 .. $#$nodes) {
      my ($function, $above) = @{ $nodes->[$i] }{qw(function above)};
      $own[$function][$_] += $nodes->[$i]{own}[$_] for 0 .. $#EVENTS;
      next if !defined $above;
      my $call = $calls[$nodes->[$above]{function}]{$function} //= [(0) x (1 + @EVENTS)];
      $call->[0]++;
      $call->[1 + $_] += $with[$i][$_] for 0 .. $#EVENTS;
      $with[$above][$_] += $with[$i][$_] for 0 .. $#EVENTS;
   }
   return (\@own, \@calls, $with[0]);
}

sub make_contexts
{
   my ($path, $n) = @_;
   $state = $n;
   my $nodes = make_context_tree($n);
   my ($own, $calls, $total) = add_up_contexts($nodes);
   my (%number, $n_calls);
   open(my $out, '>', $path) or die "$path: $!\n";
   print $out "desc: Calls: counted\ncmd: ./calls\nevents: @EVENTS\nfl=calls.c\n";
   for my $from (grep { $own->[$_] } 0 .. $#$own) {
      print $out "fn=function_$from\n", 10 * $from + 1, " @{ $own->[$from] }\n";
      for my $to (sort { $a <=> $b } keys %{ $calls->[$from] // {} }) {
         my ($times, @counts) = @{ $calls->[$from]{$to} };
         print $out "cfn=function_$to\ncalls=$times ", 10 * $to, "\n", 10 * $from + 2, " @counts\n";
         $number{"$from $to"} = ++$n_calls;
      }
   }
   print $out "#fl=calls.c\n#fn=function_0\n#0 0 0 @{ $nodes->[0]{own} }\n";
   my @left = map { [$_, 1] } reverse @{ $nodes->[0]{below} };
   while (my $next = pop @left) {
      my ($node, $depth) = ($nodes->[$next->[0]], $next->[1]);
      print $out "#$depth ", $number{"$nodes->[$node->{above}]{function} $node->{function}"},
                 " 1 @{ $node->{own} }\n";
      push @left, map { [$_, $depth + 1] } reverse @{ $node->{below} };
   }
   print $out "summary: @$total\n";
   close($out) or die "$path: $!\n";
}

# read_profile PATH, TAKE: call TAKE->(file, function, line, { EVENT => count })
# for each line of a profile without --calls.  Returns the formulas by event.
sub read_profile
{
   my ($path, $take) = @_;
   my (@events, %formulas, $file, $function);
   open(my $profile, '<', $path) or die "$path: $!\n";
   while (my $text = <$profile>) {
      if ($text =~ /^(\d+) (.*)/) {
         my ($line, @counts) = ($1, split(' ', $2));
         my %counts;
         @counts{ @events[0 .. $#counts] } = @counts;
         $take->($file, $function, $line, \%counts);
      } elsif ($text =~ /^fl=(.*)/) {
         $file = $1;
      } elsif ($text =~ /^fn=(.*)/) {
         $function = $1;
      } elsif ($text =~ /^events: (.*)/) {
         @events = split ' ', $1;
      } elsif ($text =~ /^event: (\w+) = (.*?) :/) {
         $formulas{$1} = $2;
      }
   }
   close($profile);
   return \%formulas;
}

1;
