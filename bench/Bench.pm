# SPDX-License-Identifier: GPL-2.0-or-later
# Bench.pm: what the benchmarks of this directory share: the command line, what
# is said meanwhile, statistics, tables, and the file of results.

package Bench;

use strict;
use warnings;

use Cwd qw(abs_path);
use Digest::SHA;
use Exporter qw(import);
use File::Basename qw(basename dirname);
use File::Glob qw(:bsd_glob);
use File::Temp qw(tempdir);
use Getopt::Long;
use JSON::PP;
use POSIX ();

use lib dirname(abs_path(__FILE__)) . '/../tests';
use Workloads qw($ARCH library_of link_farm prepare missing run_timed run_under
                 difference_of_any max_tries serial_prefix read_file run_or_die
                 stop_on_signals);

our @EXPORT_OK = qw(get_options runs_of choose check_writable temp_directory
                    median progress complain keep in_child make_bed prepared
                    time_rounds compare_runs measure_all totals_of data_refs
                    make_trace build_starter run_started rounded evaluate
                    add_means print_head print_rows print_times print_memory
                    print_spread geometric_mean $START_UP first_line sha256_of
                    sha256_of_each package_of machine commit simulated_by now
                    finish);

my $TREE = abs_path(dirname(abs_path(__FILE__)) . '/..');
my $SELF = 'bench/' . basename($0);

# The workload that is nothing but start-up says little about the others'
# speed: the means are taken without it.
our $START_UP = 'true';

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

# The number of runs: that of --runs, or what it is without the option.
sub runs_of
{
   my ($runs, $quick) = @_;
   $runs = $quick ? 1 : 3 unless defined $runs;
   die "$SELF: --runs=$runs: must be at least 1\n" if $runs < 1;
   return $runs;
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

# --- work in the temporary directory ------------------------------------------

my @problems; # what must be said at the end, and makes the exit status 1
my $kept;     # the directory of results that differ, when there are any
my $child;    # of in_child, if it is at work

# A directory that goes when the script does, also on a signal.
sub temp_directory
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

# Copy what two sides wrote, [side, path] each, to where it stays.  Returns the
# names.
sub keep
{
   my ($name, @sides) = @_;
   $kept = tempdir('bench-differs-XXXXXXXX', TMPDIR => 1)
      unless defined $kept;
   my $to = "$kept/$name";
   for my $side (@sides) {
      run_or_die('cannot keep it', 'cp', '-r', $side->[1], "$to.$side->[0]");
   }
   return "$to.{" . join(',', map { $_->[0] } @sides) . '}';
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

# --- workloads ----------------------------------------------------------------

# Link the tools of all launchers, { SIDE => command }, into one directory in
# the temporary directory (see link_farm).  The sides are reference, whose core
# runs all of them, ours and, if there is one, baseline.  Returns the bed of
# run_under and the tools, { SIDE => file }.  Dies if a launcher has no tool.
sub make_bed
{
   my ($top, $size, $launcher) = @_;
   my (%library, %tool);
   for my $side (sort keys %$launcher) {
      $library{$side} = library_of($launcher->{$side});
      $tool{$side} = "$library{$side}/cachegrind-$ARCH-linux";
      die "$SELF: $launcher->{$side} has no tool $tool{$side}\n"
         unless -x $tool{$side};
   }
   my $farm = link_farm("$top/lib", @library{qw(ours reference baseline)});
   return ({ launcher => $launcher->{reference}, library => $farm,
             size => $size }, \%tool);
}

# Make the inputs of a workload in its directory, or complain and return
# nothing.
sub prepared
{
   my ($w, $dir, $size) = @_;
   progress("$w->{name}: preparing");
   my $words = in_child(sub { prepare($w, $dir, $size); '' });
   return 1 if $words eq '';
   complain("$w->{name} was not measured: $words");
   return;
}

# Run a workload or another row so many times in each of @$columns, [name, ...],
# by $run->(name, ...), which returns what run_timed does.  Every other round
# goes backwards, so that what drifts (heat, neighbours) drifts for all alike.
# Returns (what evaluate takes, { COLUMN => its last run }); nothing, if one
# ended as it should not.
sub time_rounds
{
   my ($w, $runs, $columns, $run) = @_;
   my (%raw, %last);
   for my $round (1 .. $runs) {
      for my $column ($round % 2 ? @$columns : reverse @$columns) {
         my ($name) = @$column;
         progress("$w->{name}: round $round of $runs, $name");
         my $this = $run->(@$column);
         if ($this->{status} != ($w->{status} || 0)) {
            complain("$w->{name} was not measured:"
                     . " wait status $this->{status} under $name");
            return;
         }
         push @{ $raw{cpu}{$name} }, rounded($this->{cpu});
         push @{ $raw{wall}{$name} }, rounded($this->{wall});
         push @{ $raw{peak_kib}{$name} }, $this->{peak};
         $last{$name} = $this;
      }
   }
   return (\%raw, \%last);
}

# Does one of the runs of one side write what one of the other's does?  A side
# is [name, sub(try)], tries from 1, and the sub returns what run_under does.
# $difference is as that of Workloads.  Complains of a difference, in $what, and
# returns it.
sub compare_runs
{
   my ($w, $what, $theirs, $ours, $difference) = @_;
   my (@theirs, @ours, $words);
   for my $try (1 .. max_tries($w)) {
      push @theirs, $theirs->[1]->($try);
      push @ours, $ours->[1]->($try);
      $words = in_child(sub {
         difference_of_any($w, \@theirs, \@ours, $difference);
      });
      return if $words eq '';
   }
   my $names = keep("$w->{name}-$what", [$theirs->[0], $theirs[-1]{results}],
                    [$ours->[0], $ours[-1]{results}]);
   complain("$w->{name} $what DIFFERS: $words; kept $names");
   return $words;
}

# Put what $measure->(workload) returns into the result, for each workload that
# can run here with the tools of the bed.  Returns notes for the report.
sub measure_all
{
   my ($result, $bed, $measure, @workloads) = @_;
   my @notes;
   for my $w (@workloads) {
      my $why = missing($w, $bed->{library});
      if ($why ne '') {
         $result->{skipped}{ $w->{name} } = $why;
         push @notes, "$w->{name} skipped: $why";
         next;
      }
      my $measured = $measure->($w) or next;
      $result->{workloads}{ $w->{name} } = $measured;
      push @{ $result->{order} }, $w->{name};
      if (($w->{flag} || '') =~ /serial/) {
         my $prefix = join(' ', serial_prefix());
         $measured->{prefix} = $prefix;
         push @notes, "$w->{name} ran " . ($prefix eq ''
            ? 'without taskset and chrt, which are not permitted here'
            : "under `$prefix' in every column");
      }
   }
   return @notes;
}

# --- profiles and traces ------------------------------------------------------

# The totals of a run by event, those of all its processes together.
sub totals_of
{
   my ($run) = @_;
   my %total;
   for my $profile (map { read_file($_) } glob("$run->{results}/profiles/*")) {
      my ($names)  = $profile =~ /^events: (.*)$/m;
      my ($counts) = $profile =~ /^summary: (.*)$/m;
      my @counts = split ' ', $counts;
      $total{$_} += shift @counts for split ' ', $names;
   }
   return \%total;
}

# Data references in the profiles of a run.
sub data_refs
{
   my $total = totals_of(@_);
   return $total->{Dr} + $total->{Dw};
}

# Have $tool write what it can of a run of $w, at the $size of its inputs.
# Returns the trace and the run, or dies.
sub make_trace
{
   my ($bed, $w, $dir, $tool, $size) = @_;
   my $trace = "$dir/trace";
   prepared($w, $dir, $size) or die "no inputs\n";
   progress("$w->{name}: running for a trace by $tool");
   my $run = run_under({ %$bed, size => $size }, $w, $dir, "$dir/traced",
                       $tool, $tool eq 'lackey' ? '--trace-mem=yes'
                                 : "--trace-out-file=$trace");
   die "wait status $run->{status} under $tool\n" if $run->{status} != 0;
   ($trace) = glob("$dir/traced/logs/*") if $tool eq 'lackey';
   return ($trace, $run);
}

# --- programs that are short or small -----------------------------------------

# Compile starter.c into the temporary directory.
sub build_starter
{
   my ($top) = @_;
   run_or_die('cannot build the starter', 'gcc', '-O1', '-static', '-o',
              "$top/starter", "$TREE/bench/starter.c");
}

# Run a program in "$top/run", its output going to the file $out, and return
# what run_timed does, but as the starter sees it.
sub run_started
{
   my ($top, $out, @command) = @_;
   unlink("$top/report");
   my $status = run_timed("$top/run", $out, {},
                          ["$top/starter", "$top/report", @command])->{status};
   die "$SELF: the starter ended with wait status $status\n" if $status != 0;
   my ($its_status, $cpu, $wall, $peak) = split ' ', read_file("$top/report");
   return { status => $its_status, cpu => $cpu / 1e6, wall => $wall / 1e6,
            peak => $peak + 0 };
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
# "over/under" => number } } ).  A ratio is the median of the rounds' ratios:
# the two runs of a round are neighbours, so that a slow minute slows both.
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
         my @runs = map { $raw->{$what}{$_} } $over, $under;
         $result{ratio}{$what}{"$over/$under"} = rounded(median(
            map { $runs[0][$_] / $runs[1][$_] } 0 .. $#{ $runs[0] }));
      }
   }
   return %result;
}

# How far the seconds ($what: cpu or wall) of one cell are apart, for all cells
# of a result, in order: [spread, "workload, column"].
sub spreads
{
   my ($result, $what) = @_;
   my @cells;
   for my $name (@{ $result->{order} }) {
      my $column = $result->{workloads}{$name}{$what};
      push @cells, map { [$column->{$_}{spread}, "$name, $_"] } keys %$column;
   }
   return sort { $a->[0] <=> $b->[0] } @cells;
}

sub geometric_mean
{
   my $sum = 0;
   $sum += log for @_;
   return exp($sum / @_);
}

# Add the geometric mean of each ratio to the result.  Returns notes for the
# report.
sub add_means
{
   my ($result, @pairs) = @_;
   my @counted = grep { $_ ne $START_UP } @{ $result->{order} };
   return unless @counted;
   for my $what (qw(cpu wall peak_kib)) {
      for my $key (map { "$_->[0]/$_->[1]" } @pairs) {
         $result->{geometric_mean}{$what}{$key} = rounded(geometric_mean(
            map { $result->{workloads}{$_}{ratio}{$what}{$key} } @counted));
      }
   }
   return @counted == @{ $result->{order} } ? ()
      : "geometric means are those without `$START_UP'";
}

# --- what it is measured with -------------------------------------------------

sub sha256_of
{
   my ($file) = @_;
   return Digest::SHA->new(256)->addfile($file, 'b')->hexdigest;
}

# { NAME => checksum }, from { NAME => file }.
sub sha256_of_each
{
   my ($files) = @_;
   return { map { $_ => sha256_of($files->{$_}) } keys %$files };
}

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

# The geometry that is simulated is the machine's own, unless @options say
# otherwise; say which.  Takes the bed of run_under.
sub simulated_by
{
   my ($bed, $top, $tool, @options) = @_;
   my $file = "$top/geometry.out";
   run_timed("$top/run", '/dev/null', { VALGRIND_LIB => $bed->{library} },
             [$bed->{launcher}, "--tool=$tool", "--cachegrind-out-file=$file",
              '--cache-sim=yes', @options, '/bin/true']);
   return [map { /^desc: (\w+) cache: +(.*)/ ? "$1 $2" : () }
           split /\n/, read_file($file)];
}

sub now
{
   return POSIX::strftime('%Y-%m-%dT%H:%M:%SZ', gmtime);
}

# --- the report ---------------------------------------------------------------

# What the results are of; @versions are words about what was measured.
sub print_head
{
   my ($result, @versions) = @_;
   my $machine = $result->{machine};
   print "Processor: $machine->{processor}, $machine->{cores} cores;"
       . " load $machine->{load}\n";
   print 'Versions:  ', join(', ', @versions), "\n";
   print 'Simulated: ', join('; ', @{ $result->{simulated} }), "\n";
   print "Inputs:    $result->{inputs}; medians, of so many runs:"
       . " $result->{runs}\n";
}

# A Markdown table that can also be read as it is; the first row is its head.
sub print_rows
{
   my ($title, @rows) = @_;
   my @width;
   for my $row (@rows) {
      for my $i (0 .. $#$row) {
         my $length = length $row->[$i];
         $width[$i] = $length if $length > ($width[$i] // 0);
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

# The name of a ratio, short enough for the head of a table.
sub label
{
   my ($over, $under) = map { s/reference/ref/r } @_;
   return "ours/$under" =~ s/-/ /r if $under eq "baseline-$over";
   my ($side, $mode) = split /-/, $over, 2;
   return "$over/$under" unless defined $mode;
   return $under =~ /^(\w+)-\Q$mode\E$/ ? "$side/$1 $mode"
        : $under eq 'floor' ? "$side/floor $mode" : "$over/$under";
}

# A table of one measure: the medians in @$columns and the @$ratios, and the
# means of these.
sub print_table
{
   my ($title, $result, $what, $format, $columns, $ratios) = @_;
   my @keys = map { "$_->[0]/$_->[1]" } @$ratios;
   my @rows = ['workload', (map { s/reference/ref/r } @$columns),
               map { label(@$_) } @$ratios];
   for my $name (@{ $result->{order} }) {
      my $w = $result->{workloads}{$name};
      push @rows, [$name,
                   (map { $format->($w->{$what}{$_}{median}) } @$columns),
                   map { sprintf('%.3f', $_) } @{ $w->{ratio}{$what} }{@keys}];
   }
   if (@keys && (my $mean = $result->{geometric_mean}{$what})) {
      push @rows, ['geometric mean', (map { '' } @$columns),
                   map { sprintf('%.3f', $_) } @$mean{@keys}];
   }
   print_rows($title, @rows);
}

# The tables of times: the CPU seconds in @$columns, and all ratios.
sub print_times
{
   my ($result, $columns, $ratios) = @_;
   my $seconds = sub { sprintf('%.3f', $_[0]) };
   print_table('CPU seconds, user + system', $result, 'cpu', $seconds, $columns,
               []);
   print_table('CPU seconds, ratios', $result, 'cpu', $seconds, [], $ratios);
   print_table('Wall-clock seconds, ratios', $result, 'wall', $seconds, [],
               $ratios);
}

sub print_memory
{
   my ($title, $result, $columns, $ratios) = @_;
   print_table($title, $result, 'peak_kib',
               sub { sprintf('%.1f', $_[0] / 1024) }, $columns, $ratios);
}

# How much the seconds (cpu, or $what) of one cell differ, over all cells.
sub print_spread
{
   my ($result, $what) = @_;
   my %words = (cpu => 'CPU', wall => 'wall-clock');
   $what = 'cpu' unless defined $what;
   my @cells = spreads($result, $what);
   my $worst_other = (grep { $_->[1] !~ /native/ } @cells)[-1];
   printf("\nSpread of $words{$what} seconds, (max - min) / median: median %.1f %%,"
          . " worst %.1f %% (%s)%s\n", 100 * median(map { $_->[0] } @cells),
          100 * $cells[-1][0], $cells[-1][1],
          $worst_other == $cells[-1] ? ''
             : sprintf(', under Valgrind %.1f %% (%s)', 100 * $worst_other->[0],
                       $worst_other->[1]));
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
