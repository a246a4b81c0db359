# SPDX-License-Identifier: GPL-2.0-or-later
# MachineModel.pm: caches and TLBs of a machine by brute force: each set is a
# list, the line used last first.  Only LRU, and only caches that are not related
# (nine); cg_hierarchy.h has the rules.
#
#    random_machine()            a machine: { line, caches => { L1I, L1D, L2, L3 },
#                                tlbs => { ITLB, DTLB, STLB } }; a cache is
#                                [WAYS, SETS].  Some are missing
#    machine_file($machine)      the text of its file
#    machine_counts($machine, $events)
#                                what the caches and TLBs count, as lines
#                                `L1D read HITS MISSES' and `L1D lines WRITTEN'.
#                                An event is [KIND, ADDRESS, SIZE], where KIND is
#                                fetch, read, write or modify, or [count => 0
#                                or 1]: whether what follows is counted
#    reported_counts($machine)   the same lines from a machine of the JSON report

package MachineModel;

use strict;
use warnings;

use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);

use lib dirname(abs_path(__FILE__));
use ProgramTest;

our @EXPORT = qw(random_machine machine_file machine_counts reported_counts);

my @LEVELS = qw(L1I L1D L2 L3);
my @TLBS   = qw(ITLB DTLB STLB);

sub random_machine
{
   my %machine = (line => pick(16, 32, 64, 64, 128));
   for my $level ('L1I', 'L1D', pick('', 'L2'), pick('', 'L3')) {
      $machine{caches}{$level} = [pick(1, 2, 3, 4, 8, 24), pick(1, 2, 4, 16)]
         if $level ne '';
   }
   my @tlbs = (pick('', 'ITLB'), pick('', 'DTLB'));
   push @tlbs, pick('', 'STLB') if "@tlbs" =~ /T/;
   for my $tlb (grep { $_ ne '' } @tlbs) {
      $machine{tlbs}{$tlb} = [pick(1, 2, 3), pick(1, 2)];
   }
   return \%machine;
}

sub machine_file
{
   my ($machine) = @_;
   my $text = "name = random\nline = $machine->{line}\n";
   for my $name (sort keys %{ $machine->{caches} }) {
      my ($ways, $sets) = @{ $machine->{caches}{$name} };
      my $size = $ways * $sets * $machine->{line};
      $text .= "[$name]\nsize = $size\nways = $ways\npolicy = lru\n";
   }
   for my $name (sort keys %{ $machine->{tlbs} || {} }) {
      my ($ways, $sets) = @{ $machine->{tlbs}{$name} };
      my $entries = $ways * $sets;
      $text .= "[$name]\nentries = $entries\nways = $ways\n";
   }
   return $text;
}

# --- the model ----------------------------------------------------------------

# A cache; `below' is the next one, or undef.
sub new_cache
{
   my ($name, $shape, $below) = @_;
   return { name => $name, ways => $shape->[0], n_sets => $shape->[1],
            sets => [], dirty => {}, below => $below, written => 0 };
}

sub set_of
{
   my ($cache, $block) = @_;
   return $cache->{sets}[$block % $cache->{n_sets}] ||= [];
}

sub holds
{
   my ($cache, $block) = @_;
   return scalar grep { $_ == $block } @{ set_of($cache, $block) };
}

# A line comes into a cache; a dirty victim goes below.
sub insert
{
   my ($cache, $block) = @_;
   my $set = set_of($cache, $block);
   unshift @$set, $block;
   return if @$set <= $cache->{ways};
   my $victim = pop @$set;
   return unless delete $cache->{dirty}{$victim};
   $cache->{written}++;
   my $below = $cache->{below} or return;
   insert($below, $victim) unless holds($below, $victim);
   $below->{dirty}{$victim} = 1;
}

# Touches a line; notes in %$missed, by name, whether each cache that it reaches
# misses.
sub touch
{
   my ($cache, $block, $missed) = @_;
   my $set = set_of($cache, $block);
   if (holds($cache, $block)) {
      @$set = ($block, grep { $_ != $block } @$set);
      $missed->{ $cache->{name} } ||= 0;
      return;
   }
   $missed->{ $cache->{name} } = 1;
   touch($cache->{below}, $block, $missed) if $cache->{below};
   insert($cache, $block);
}

# A model's caches and TLBs: first the one for fetches, then that for data.
sub new_model
{
   my ($machine) = @_;
   my ($shapes, $tlbs) = ($machine->{caches}, $machine->{tlbs} || {});
   my $l3 = $shapes->{L3} && new_cache('L3', $shapes->{L3});
   my $l2 = $shapes->{L2} && new_cache('L2', $shapes->{L2}, $l3);
   my $stlb = $tlbs->{STLB} && new_cache('STLB', $tlbs->{STLB});
   return { caches => [map { new_cache($_, $shapes->{$_}, $l2 || $l3) }
                       qw(L1I L1D)],
            lower => [grep { $_ } $l2, $l3],
            tlbs => [map { $tlbs->{$_} && new_cache($_, $tlbs->{$_}, $stlb) }
                     qw(ITLB DTLB)] };
}

# The numbers of the first and the last part of so many bytes.
sub parts
{
   my ($addr, $size, $bytes) = @_;
   my ($first, $last) = map { int($_ / $bytes) } $addr, $addr + $size - 1;
   return $first == $last ? ($first) : ($first, $last);
}

sub machine_counts
{
   my ($machine, $events) = @_;
   my $model = new_model($machine);
   my @caches = (@{ $model->{caches} }, @{ $model->{lower} });
   my ($counting, %count) = (1);

   for (@$events) {
      my ($kind, $addr, $size) = @$_;
      if ($kind eq 'count') {
         $counting = $addr;
         next;
      }
      my $side = $kind eq 'fetch' ? 0 : 1;
      my ($l1, $tlb, %missed) = ($model->{caches}[$side], $model->{tlbs}[$side]);
      my %written = map { $_->{name} => $_->{written} } @caches;
      $size = $machine->{line} if $size > $machine->{line};
      if ($tlb) { touch($tlb, $_, \%missed) for parts($addr, $size, 4096) }
      for my $line (parts($addr, $size, $machine->{line})) {
         touch($l1, $line, \%missed);
         $l1->{dirty}{$line} = 1 if $kind =~ /write|modify/;
      }
      next unless $counting;
      $kind = 'read' if $kind eq 'modify';
      $count{$_}{$kind}[$missed{$_}]++ for keys %missed;
      $count{ $_->{name} }{written} += $_->{written} - $written{ $_->{name} }
         for @caches;
   }
   return join("\n", map { lines_of($_, $count{$_} || {}) }
                     grep { $machine->{caches}{$_} || $machine->{tlbs}{$_} }
                     @LEVELS, @TLBS);
}

# What is printed of a cache or a TLB.
sub lines_of
{
   my ($name, $count) = @_;
   my @kinds = $name =~ /I/ ? 'fetch' : $name =~ /D/ ? qw(read write)
                            : qw(fetch read write);
   return ((map { "$name $_ " . join(' ', map { $_ || 0 }
                                     @{ $count->{$_} || [] }[0, 1]) } @kinds),
           $name =~ /^L/ ? "$name lines " . ($count->{written} || 0) : ());
}

sub reported_counts
{
   my ($machine) = @_;
   return join("\n", map { my $part = $_;
      lines_of($part->{level} || $part->{tlb},
         { written => $part->{written},
           map { $_ => [$part->{hits}{$_}, $part->{misses}{$_}] }
           keys %{ $part->{hits} } }) }
      @{ $machine->{levels} }, @{ $machine->{tlbs} });
}

1;
