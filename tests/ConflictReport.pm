# SPDX-License-Identifier: GPL-2.0-or-later
# ConflictReport.pm: reads conflict reports in JSON, for the suites that compare
# their numbers with those of a model.
#
#    expanded_report($json)  the report in a text of UTF-8, with everything that
#                            the format leaves out: zeros, the names behind the
#                            numbers, an item for each set, and the conflicts of
#                            each set.  Dies, if a number stands for nothing
#
# The members that this adds or changes:
#
#    variable, evictor               a name, also in false_sharing
#    file, line, function            of what had a source_line
#    threads[].sets[]                { set, COUNTS, conflicts => [...] }
#    conflicts[].sets                [[set, misses]...], of all threads

package ConflictReport;

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP;

our @EXPORT = qw(expanded_report);

my @COUNTS  = qw(accesses hits cold capacity conflict evictions);
my @CLASSES = qw(cold capacity conflict);

sub expanded_report
{
   my ($json) = @_;
   my $r = JSON::PP->new->utf8->decode($json);
   for my $level (@{ $r->{levels} }) {
      fill($level->{total}, @COUNTS);
      expand_thread($_) for @{ $level->{threads} };
      expand_conflict($r, $level, $_) for @{ $level->{conflicts} };
      name_variables($r, $_) && fill($_, @CLASSES)
         for @{ $level->{variables} };
      name_line($r, $_) && fill($_, @CLASSES) for @{ $level->{lines} };
   }
   name_variables($r, @{ $_->{writers} }) for @{ $r->{false_sharing} };
   return $r;
}

sub fill
{
   my ($counts, @names) = @_;
   for (@names) {
      die "$_ is given as 0\n" if exists $counts->{$_} && !$counts->{$_};
      $counts->{$_} //= 0;
   }
}

sub name_variables
{
   my ($r, @items) = @_;
   for my $item (@items) {
      for (grep { exists $item->{$_} } qw(variable evictor)) {
         $item->{$_} = $r->{variable_names}[ $item->{$_} ]
            // die "there is no variable $item->{$_}\n";
      }
   }
   return 1;
}

sub name_line
{
   my ($r, $item) = @_;
   my $line = $r->{source_lines}[ $item->{source_line} ]
      // die "there is no source line $item->{source_line}\n";
   @$item{qw(file line function)} = @$line{qw(file line function)};
   return 1;
}

sub expand_thread
{
   my ($thread) = @_;
   my @sets;
   fill($thread, @COUNTS);
   fill($_, @COUNTS) for @{ $thread->{set_counts} };
   for (@{ $thread->{sets} }) {
      my ($set, @groups) = @$_;
      for (@groups) {
         my $counts = $thread->{set_counts}[$_] // die "no counts $_\n";
         push @sets, { %$counts, set => $set++, conflicts => [] };
      }
   }
   $thread->{sets} = \@sets;
}

# Also adds the conflict to the sets of the threads.
sub expand_conflict
{
   my ($r, $level, $conflict) = @_;
   my %sum;
   name_variables($r, $conflict);
   name_line($r, $conflict);
   my %what = map { $_ => $conflict->{$_} }
      qw(variable evictor file line function);
   $level->{set_of_thread} //= { map { my $t = $_; map {
      ("$t->{thread} $_->{set}" => $_) } @{ $t->{sets} } }
      @{ $level->{threads} } };
   for (@{ $conflict->{sets} }) {
      my ($thread, $number, $misses) = @$_;
      my $set = $level->{set_of_thread}{"$thread $number"}
         // die "there is no set $number of thread $thread\n";
      push @{ $set->{conflicts} }, { %what, misses => $misses };
      $sum{$number} += $misses;
   }
   $conflict->{sets} = [map { [$_, $sum{$_}] } sort { $a <=> $b } keys %sum];
}

1;
