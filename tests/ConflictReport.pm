# SPDX-License-Identifier: GPL-2.0-or-later
# ConflictReport.pm: reads conflict reports in JSON, for the suites that compare
# their numbers with those of the model, cachegrind/tests/replay.c.
#
#    expanded_report($json)  the report in a text of UTF-8, with everything that
#                            the format leaves out: zeros, the names behind the
#                            numbers, an item for each set, and the conflicts of
#                            each set.  Dies, if a number stands for nothing
#    checked_report($json[, $model])
#                            the same, strictly: dies unless it is of this model
#                            [three-cs] and all that must add up does
#    report_counts($report)  the counts of such a report: a hash from the kinds of
#                            lines that replay.c prints, but for `counts' and
#                            `collect', to hashes from keys, with tabs, to counts,
#                            apart by spaces
#    replay_counts($program, @arguments)
#                            the same of what replay.c, as this program, prints
#    listed_counts($counts)  the same without what a report leaves out
#
# The members that expanded_report adds or changes:
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

our @EXPORT = qw(expanded_report checked_report report_counts replay_counts
                 listed_counts);

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
      fill($level->{"${_}_left_out"} //= {}, @CLASSES)
         for qw(conflicts variables lines);
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

sub checked_report
{
   my ($json, $model) = @_;
   my $r = expanded_report($json);
   my $bad = sub { die "@_\n" };
   $bad->("version $r->{version}") if $r->{version} != 2;
   $bad->("model $r->{model}") if $r->{model} ne ($model // 'three-cs');
   for my $level (@{ $r->{levels} }) {
      my $name = $level->{level};
      $bad->("$name: geometry") if $level->{size}
         != $level->{ways} * $level->{line_size} * $level->{sets};
      my $of_level = sums_of($bad, $name, $level->{total}, $level->{threads});
      for my $thread (@{ $level->{threads} }) {
         my $who = "$name: thread $thread->{thread}";
         sums_of($bad, $who, $thread, $thread->{sets});
         for my $set (@{ $thread->{sets} }) {
            sums_of($bad, "$who: set $set->{set}", $set, undef);
            my $misses = 0;
            $misses += $_->{misses} for @{ $set->{conflicts} };
            $bad->("$who: set $set->{set}: $misses blamed of $set->{conflict}")
               if $misses > $set->{conflict};
         }
      }
      my $conflicts = $level->{conflicts_left_out}{conflict};
      for my $conflict (@{ $level->{conflicts} }) {
         my $misses = 0;
         $misses += $_->[1] for @{ $conflict->{sets} };
         $bad->("$name: $conflict->{variable}: sets make $misses")
            if $misses != $conflict->{misses};
         $conflicts += $misses;
      }
      $bad->("$name: $conflicts blamed") if $conflicts != $level->{total}{conflict};
      for my $class (@CLASSES) {
         for my $list (qw(variables lines)) {
            my $sum = $level->{"${list}_left_out"}{$class};
            $sum += $_->{$class} for @{ $level->{$list} };
            $bad->("$name: $list: $sum $class") if $sum != $level->{total}{$class};
         }
      }
   }
   return $r;
}

# The counts of a set, thread or level must fit together, and with its parts.
sub sums_of
{
   my ($bad, $who, $whole, $parts) = @_;
   my ($accesses, $hits, $cold, $capacity, $conflict) = @$whole{@COUNTS};
   $bad->("$who: hits and misses are not its accesses")
      if $hits + $cold + $capacity + $conflict != $accesses;
   for my $count ($parts ? @COUNTS : ()) {
      my $sum = 0;
      $sum += $_->{$count} for @$parts;
      $bad->("$who: $count $whole->{$count}, its parts $sum")
         if $sum != $whole->{$count};
   }
}

sub report_counts
{
   my ($r) = @_;
   my %sums = map { $_ => {} } qw(total thread set variable line conflict);
   my $put = sub { my ($kind, $counts, @key) = @_;
                   $sums{$kind}{ join("\t", @key) } = "@$counts"; };
   for my $level (@{ $r->{levels} }) {
      my $name = $level->{level};
      $put->('total', [@{ $level->{total} }{@COUNTS}], $name)
         if $level->{total}{accesses} || $level->{total}{evictions};
      for my $thread (@{ $level->{threads} }) {
         $put->('thread', [@$thread{@COUNTS}], $name, $thread->{thread})
            if $thread->{accesses} || $thread->{evictions};
         for my $set (@{ $thread->{sets} }) {
            my @key = ($name, $thread->{thread}, $set->{set});
            $put->('set', [@$set{@COUNTS}], @key);
            $put->('conflict', [$_->{misses}], @key,
                   @$_{qw(variable evictor file line function)})
               for @{ $set->{conflicts} };
         }
      }
      $put->('variable', [@$_{@CLASSES}], $name, $_->{variable})
         for @{ $level->{variables} };
      $put->('line', [@$_{@CLASSES}], $name, @$_{qw(file line function)})
         for @{ $level->{lines} };
   }
   return \%sums;
}

# Of items of one level, the keys of those that have at least 1 % of its misses, and of
# the first by misses and then by names.  Keys have tabs.
sub listed
{
   my ($all, %misses) = @_;
   my ($first) = sort { $misses{$b} <=> $misses{$a} || by_names($a, $b) } keys %misses;
   return grep { $_ eq $first || 100 * $misses{$_} >= $all } keys %misses;
}

# The keys of source lines are file, function and line, and their order is file, line and
# function, as in the keys of conflicts.
sub by_names
{
   my @a = split(/\t/, $_[0]);
   my @b = split(/\t/, $_[1]);
   @$_ == 3 and @$_[1, 2] = @$_[2, 1] for \@a, \@b;
   for (0 .. $#a) {
      my $order = $a[$_] =~ /^\d+$/ && $b[$_] =~ /^\d+$/ ? $a[$_] <=> $b[$_]
                                                          : $a[$_] cmp $b[$_];
      return $order if $order;
   }
   return 0;
}

sub listed_counts
{
   my ($sums) = @_;
   my %kept = (%$sums, map { $_ => {} } qw(variable line conflict));
   for my $kind (qw(variable line conflict)) {
      my (%of_level, %key);
      for (keys %{ $sums->{$kind} }) {
         my ($level, @names) = split(/\t/);
         splice(@names, 0, 2) if $kind eq 'conflict'; # thread and set
         my $item = join("\t", @names);
         $of_level{$level}{$item} += $_ for split(' ', $sums->{$kind}{$_});
         push @{ $key{"$level\t$item"} }, $_;
      }
      for my $level (keys %of_level) {
         my $all = 0;
         $all += $_ for (split(' ', $sums->{total}{$level}))[2 .. 4];
         $kept{$kind}{$_} = $sums->{$kind}{$_}
            for map { @{ $key{"$level\t$_"} } } listed($all, %{ $of_level{$level} });
      }
   }
   return \%kept;
}

# What replay.c prints.
sub replay_counts
{
   my (@command) = @_;
   open(my $in, '-|', @command) or die "$command[0]: $!\n";
   my %sums = map { $_ => {} } qw(total thread set variable line conflict counts);
   while (<$in>) {
      chomp;
      my ($key, $counts) = /^(.*)\t (.*)$/ or die "replay says $_\n";
      my ($kind, $rest) = split(/\t/, $key, 2);
      $sums{$kind}{$rest} = $counts;
   }
   close($in) or die "@command[1 .. $#command]: replay fails\n";
   return \%sums;
}

1;
