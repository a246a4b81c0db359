# SPDX-License-Identifier: GPL-2.0-or-later
# Bench.pm: what the benchmarks of this folder share: the command line, what is
# said meanwhile, statistics, tables, and the file of results.

package Bench;

use strict;
use warnings;

use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(basename dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use JSON::PP;
use POSIX ();

use lib dirname(abs_path(__FILE__)) . '/../tests';
use Workloads qw(read_file stop_on_signals);

our @EXPORT_OK = qw(get_options choose check_writable temp_folder progress
                    complain keep in_child median rounded evaluate print_rows
                    spreads first_line package_of machine commit now finish);

my $TREE = abs_path(dirname(abs_path(__FILE__)) . '/..');
my $SELF = 'bench/' . basename($0);

# --- the command line ---------------------------------------------------------

# As GetOptions; --help prints the usage in the script's head.
sub get_options
{
   my (@options) = @_;
   my $help;
   {
      local $SIG{__WARN__} = sub {
         chomp(my $words = lcfirst $_[0]);
         die "$SELF: $words; --help says what there is\n";
      };
      GetOptions(@options, 'help' => \$help);
   }
   return unless $help;
   my ($usage) = read_file($0) =~ /^(# Usage:.*?\n)\nuse /ms;
   print $usage =~ s/^# ?//mgr;
   exit 0;
}

# The workloads that are named on the command line, or all.
sub choose
{
   my (@workloads) = @_;
   return @workloads unless @ARGV;
   my %known = map { $_->{name} => $_ } @workloads;
   my $names = join ' ', map { $_->{name} } @workloads;
   return map { $known{$_}
                or die "$SELF: no workload `$_'; there are: $names\n" } @ARGV;
}

# Better now than after ten minutes.
sub check_writable
{
   my ($file) = @_;
   die "$SELF: $file cannot be written\n"
      unless -e $file ? -f _ && -w _ : -w dirname($file);
}

# --- work in the temporary folder ---------------------------------------------

my @problems; # what must be said at the end, and makes the exit status 1
my $kept;     # the folder of results that differ, when there are any
my $child;    # of in_child, if it is at work

# A folder that goes when the script does, also on a signal.
sub temp_folder
{
   stop_on_signals(sub { $child });
   return tempdir('bench-XXXXXXXX', TMPDIR => 1, CLEANUP => 1);
}

sub progress
{
   print STDERR "\r\e[K@_" if -t STDERR;
}

sub complain
{
   my ($words) = @_;
   progress();
   print STDERR "$SELF: $words\n";
   push @problems, $words;
}

# Move what the reference and ours wrote to where it stays.  Returns the names.
sub keep
{
   my ($name, $theirs, $ours) = @_;
   $kept = tempdir('bench-differs-XXXXXXXX', TMPDIR => 1)
      unless defined $kept;
   my $to = "$kept/$name";
   for my $side (['reference', $theirs], ['ours', $ours]) {
      rename($side->[1], "$to.$side->[0]") or die "$to: $!\n";
   }
   return "$to.{reference,ours}";
}

# The words that $code returns or dies with, from a child: the memory that it
# takes must not be counted as that of programs run later (see run_timed).
sub in_child
{
   my ($code) = @_;
   $child = open(my $from, '-|');
   die "fork: $!\n" unless defined $child;
   if ($child == 0) {
      stop_on_signals();
      my $words = eval { $code->() };
      print defined $words ? $words : $@;
      close(STDOUT);
      POSIX::_exit(0);
   }
   my $words = do { local $/; <$from> };
   close($from) or $words = 'preparation or comparison died';
   $child = undef;
   return defined $words ? $words : '';
}

# --- statistics ---------------------------------------------------------------

sub median
{
   my @sorted = sort { $a <=> $b } @_;
   my $middle = int(@sorted / 2);
   return @sorted % 2 ? $sorted[$middle]
                      : ($sorted[$middle - 1] + $sorted[$middle]) / 2;
}

sub rounded
{
   return sprintf('%.5f', $_[0]) + 0;
}

sub summarise
{
   my @raw    = @_;
   my @sorted = sort { $a <=> $b } @raw;
   my $median = median(@raw);
   my $spread = $median > 0 ? ($sorted[-1] - $sorted[0]) / $median : 0;
   return { raw => \@raw, median => $median, spread => rounded($spread) };
}

# From $raw->{MEASURE}{COLUMN}, the numbers of each run, and pairs [over, under]
# of columns: ( MEASURE => { COLUMN => summary }, ratio => { MEASURE => {
# "over/under" => number } } ).
sub evaluate
{
   my ($raw, @pairs) = @_;
   my %result;
   for my $what (keys %$raw) {
      my %column = map { $_ => summarise(@{ $raw->{$what}{$_} }) }
                   keys %{ $raw->{$what} };
      $result{$what} = \%column;
      for (@pairs) {
         my ($over, $under) = @$_;
         $result{ratio}{$what}{"$over/$under"}
            = rounded($column{$over}{median} / $column{$under}{median});
      }
   }
   return %result;
}

# How far the CPU seconds of one cell are apart, for all cells of a result, in
# order: [spread, "workload, column"].
sub spreads
{
   my ($result) = @_;
   my @cells;
   for my $name (@{ $result->{order} }) {
      my $cpu = $result->{workloads}{$name}{cpu};
      push @cells, map { [$cpu->{$_}{spread}, "$name, $_"] } keys %$cpu;
   }
   return sort { $a->[0] <=> $b->[0] } @cells;
}

# --- what it is measured with -------------------------------------------------

sub first_line
{
   my ($command) = @_;
   my ($line) = `$command 2>/dev/null` =~ /^(.*)/;
   return $line;
}

# The Debian package of a program, with its version, if dpkg knows it.  dpkg
# does not follow links, and may know what is in /usr/bin as /bin.
sub package_of
{
   my ($program) = @_;
   my @names = (abs_path($program), $program);
   push @names, map { s{^/usr/}{/}r } @names;
   my ($package) = (first_line("dpkg-query -S @names") // '') =~ /^([^:,]+)/;
   return unless defined $package;
   return first_line("dpkg-query -W -f '\${Package} \${Version}' $package");
}

sub machine
{
   my ($cpu) = read_file('/proc/cpuinfo') =~ /^model name\s*:\s*(.*)$/m;
   my ($kib) = read_file('/proc/meminfo') =~ /^MemTotal:\s*(\d+)/m;
   my $n_cpus = () = read_file('/proc/cpuinfo') =~ /^processor\s*:/mg;
   my ($system, undef, $release) = POSIX::uname();
   return { processor => $cpu, cores => $n_cpus, kernel => "$system $release",
            memory_kib => $kib + 0,
            load => (split ' ', read_file('/proc/loadavg'))[0] + 0 };
}

# Of this source tree, if it is a clone.
sub commit
{
   return unless -e "$TREE/.git";
   return first_line("git -C '$TREE' describe --always --dirty");
}

sub now
{
   return POSIX::strftime('%Y-%m-%dT%H:%M:%SZ', gmtime);
}

# --- the report ---------------------------------------------------------------

# A Markdown table that can also be read as it is; the first row is its head.
sub print_rows
{
   my ($title, @rows) = @_;
   my @width;
   for my $row (@rows) {
      for my $i (0 .. $#$row) {
         my $length = length $row->[$i];
         $width[$i] = $length if $length > ($width[$i] // 2);
      }
   }
   print "\n$title\n\n";
   for my $i (0 .. $#rows) {
      print '| ', join(' | ', map { sprintf($_ ? '%*s' : '%-*s', $width[$_],
                                            $rows[$i][$_]) } 0 .. $#width),
            " |\n";
      print '|', '-' x ($width[0] + 2),
            map({ '|' . '-' x ($_ + 1) . ':' } @width[1 .. $#width]), "|\n"
         if $i == 0;
   }
}

# Write all that was measured to a file, print the last words and exit.
sub finish
{
   my ($result, $file, @notes) = @_;
   push @problems, 'nothing could be measured' unless @{ $result->{order} };
   $result->{problems} = \@problems;
   print "\n", map { ucfirst "$_.\n" } @notes;
   open(my $json, '>', $file) or die "$SELF: $file: $!\n";
   print $json JSON::PP->new->pretty->canonical->encode($result);
   close($json) or die "$SELF: $file: $!\n";
   print "Everything measured is in $file; took $result->{seconds} s.\n";
   print "\nPROBLEM: $_\n" for @problems;
   exit(@problems ? 1 : 0);
}

1;
