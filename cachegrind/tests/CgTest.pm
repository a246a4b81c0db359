# SPDX-License-Identifier: GPL-2.0-or-later
#
# CgTest: what the test scripts in this directory share.  A script prints the
# results of its cases for vg_regtest, which numbers them.
#
#    test($name, \&body)    run a case and print its result
#    run_cases([NAME => \&body]...)
#                           run each in a new directory
#    in_short(@rows)        the rows of a table, in ./check --full; else every
#                           eighth, and done_testing says so
#    complain(@text)        the case that runs has failed, for this reason
#    skip($reason)          the case that runs cannot; begins with `this machine: '
#                           if nothing can be installed that helps
#    done_testing()         the end: exit with 1 if a case has failed
#
#    parse_profile($file)   read a profile, strictly; dies with one line that
#                           says what is wrong with it
#    total($profile)        the summary, as a hash from event to count
#    count($profile, fn => NAME [, fl => NAME] [, line => N])
#                           the same, for what matches; undef if nothing does
#    replay($trace)         what replay.c says of a trace: see replay_counts in
#                           ConflictReport.pm, which has report_counts, too
#    parse_report($file)    read a conflict report in JSON, strictly: what
#                           checked_report returns there
#    cachegrind(@args)      run the tool that is being tested; see below
#    slurp($file), spit($file, $text), files()
#                           what is in a file, or undef; put it there; what is
#                           in this directory, in order, as one text
#    unprivileged($program) a command that runs another one without root's
#                           rights; nothing if we have none.  If nobody else
#                           may come to the program, this skips the case and
#                           returns undef.  What has to do with devices is only
#                           tried without root's rights: a tool that is broken
#                           could replace the machine's /dev/null
#    start($command)        run a shell command; returns its process id
#    start_until_ready($file, @command)
#                           the same in a process group of its own, with standard
#                           error in the file, and wait for its first line of
#                           output
#    wait_for($pid)         wait for a process to end; returns its wait status
#    wait_until($what, \&condition)
#                           wait for a condition; returns whether it came true.
#                           If it takes longer than $DEADLINE, both kinds of
#                           waiting end, and the case has failed
#    stand_in($name, $script)
#                           make a directory of tools, in which a program that
#                           the tool runs is this script, or missing if it is
#                           undef; returns the command for cachegrind() that
#                           takes tools from there, and the path of the program
#    valgrind()             its command, as the harness gives it; without one,
#                           the tree's own
#    $ARCH                  this machine's processor: amd64 or arm64

package CgTest;

use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use Exporter 'import';
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Path qw(make_path remove_tree);
use FindBin;
use POSIX qw(setpgid);
use Time::HiRes qw(sleep time);

use lib dirname(abs_path(__FILE__)) . '/../../tests';
use ConflictReport;
use Workloads qw($ARCH);

our @EXPORT = qw(test run_cases in_short complain skip done_testing parse_profile total
                 count valgrind cachegrind);
our @EXPORT_OK = qw(replay parse_report report_counts listed_counts slurp spit files unprivileged
                    stand_in start start_until_ready wait_for wait_until $ARCH);

my $DEADLINE = 100; # seconds; far longer than anything takes

my ($n_run, $n_failed, $n_left_out) = (0, 0, 0);
my (@complaints, $skipped); # of the case that runs

# So that a process that is forked has nothing to print again.
$| = 1;
# Ignored signals would stay so in the programs that are run.
@SIG{qw(INT HUP TERM)} = ('DEFAULT') x 3;

sub complain {
   my @lines = split(/\n/, "@_");
   push @complaints, @lines ? @lines : '';
   return;
}

sub skip {
   ($skipped) = @_;
   return;
}

sub test {
   my ($name, $body) = @_;
   @complaints = ();
   $skipped = undef;
   $body->();
   $n_run++;
   $n_failed++ if @complaints;
   # A result is one line, and `#' would begin a directive.
   $name =~ s/\n/ /g;
   $name =~ s/#/\\#/g;
   print @complaints ? 'not ok' : 'ok', " - $name",
      defined $skipped && !@complaints ? " # SKIP $skipped" : '', "\n",
      map { "#   $_\n" } @complaints;
}

sub run_cases {
   my (@cases) = @_;
   my $here = abs_path('.');
   for (@cases) {
      my ($name, $body) = @$_;
      make_path("$here/case");
      chmod(0777, "$here/case");
      chdir("$here/case") or die "case: $!";
      test($name, $body);
      chdir($here);
      remove_tree("$here/case");
   }
}

sub in_short {
   my (@rows) = @_;
   return @rows if $ENV{CACHEGRIND_FULL};
   my @short = @rows[grep { $_ % 8 == 0 } 0 .. $#rows];
   $n_left_out += @rows - @short;
   return @short;
}

sub done_testing {
   test("$n_left_out rows" =>
        sub { skip('takes long: ./check --full runs it') }) if $n_left_out;
   print "1..$n_run\n";
   exit($n_failed ? 1 : 0);
}

sub slurp {
   my ($file) = @_;
   open(my $in, '<:raw', $file) or return undef;
   local $/;
   my $text = <$in>;
   return $text;
}

sub spit {
   my ($file, $text) = @_;
   open(my $out, '>', $file) or die "$file: $!";
   print $out $text;
   close($out) or die "$file: $!";
}

sub files {
   opendir(my $dir, '.') or die "opendir: $!";
   return join(' ', sort grep { !/^\.\.?$/ } readdir($dir));
}

sub unprivileged {
   my ($program) = @_;
   return [] if $> != 0;
   my @nobody = qw(setpriv --reuid=65534 --regid=65534 --clear-groups);
   my $trial = "@nobody test -x $program";
   return \@nobody if system("$trial 2> /dev/null") == 0;
   return skip('this machine: another user may not run the test programs');
}

sub start {
   my ($command) = @_;
   my $pid = fork() // die "fork: $!";
   if ($pid == 0) {
      exec('/bin/sh', '-c', $command) or POSIX::_exit(127);
   }
   return $pid;
}

sub start_until_ready {
   my ($said, @command) = @_;
   pipe(my $from_child, my $to_parent) or die "pipe: $!";
   my $pid = fork() // die "fork: $!";
   if ($pid == 0) {
      setpgid(0, 0);
      open(STDOUT, '>&', $to_parent) && open(STDERR, '>', $said) && exec(@command)
         or POSIX::_exit(127);
   }
   close($to_parent);
   <$from_child>;
   return $pid;
}

sub wait_for {
   my ($pid) = @_;
   local $SIG{ALRM} = sub {
      complain("process $pid still runs after $DEADLINE seconds");
      kill('KILL', $pid);
   };
   alarm($DEADLINE);
   waitpid($pid, 0);
   my $status = $?;
   alarm(0);
   return $status;
}

sub wait_until {
   my ($what, $condition) = @_;
   my $deadline = time() + $DEADLINE;
   until ($condition->()) {
      return complain("not within $DEADLINE seconds: $what") if time() > $deadline;
      sleep(0.005);
   }
   return 1;
}

# A profile is { desc => {I1 => ..., ...}, cmd => ..., events => [...],
# lines => [{fl, fn, line, counts => [...]}], summary => [...] }.  Lines of a
# profile with objects also have `ob', and those of one with instructions, which
# is { instructions => 1 }, `address'.
sub parse_profile {
   my ($file) = @_;
   open(my $in, '<:raw', $file) or die "$file: $!\n";
   my %p = (desc => {}, lines => []);
   my ($fl, $fn, $previous, $ob, $new_ob, $last, $in_call);
   my $bad = sub { die "$file:$.: @_\n" };
   while (my $text = <$in>) {
      chomp($text) or $bad->('the last line is not complete');
      $bad->('something after the summary') if $p{summary};
      if ($text =~ /^desc: (I1|D1|LL) cache: +(\d+ B, \d+ B, \S.*)$/) {
         $bad->('desc line in the wrong place') if $p{cmd};
         $bad->("second desc line for $1") if exists $p{desc}{$1};
         $p{desc}{$1} = $2;
      } elsif ($text =~ /^desc: (Machine|Clock|Branch predictor|Core|Calls|L\w+ +cache|[IDS]TLB(?: 2M)?): +(\S.*)$/) {
         $bad->("desc line $1 in the wrong place")
            if $p{cmd} || exists $p{desc}{$1};
         $p{desc}{$1} = $2;
      } elsif ($text =~ /^cmd: (.+)$/) {
         $bad->('second cmd line') if defined $p{cmd};
         $p{cmd} = $1;
      } elsif ($text =~ /^events: (\w+(?: \w+)*) ?$/) {
         $bad->('events line in the wrong place')
            if !defined $p{cmd} || $p{events};
         $p{events} = [split(' ', $1)];
      } elsif ($text =~ /^event: (\w+) = (\w+(?: \+ (?:\d+ )?\w+)*) : \S/) {
         $bad->('event line in the wrong place') if !defined $p{cmd} || $p{events};
         $bad->("second definition of $1") if $p{formulas}{$1};
         $p{formulas}{$1} = $2;
      } elsif ($text eq 'positions: instr line') {
         $bad->('positions line in the wrong place')
            if !defined $p{cmd} || $p{events} || $p{instructions};
         $p{instructions} = 1;
      } elsif ($text =~ /^ob=(.+)$/) {
         $bad->('ob line before the events line') if !$p{events};
         $bad->("objects begin after lines without them")
            if !defined $ob && @{ $p{lines} };
         $bad->("object $1 again") if defined $ob && $1 eq $ob;
         $bad->("function $fn has no lines") if defined $fn && !defined $previous;
         ($ob, $new_ob) = ($1, 1);
      } elsif ($text =~ /^fl=(.+)$/) {
         $bad->('fl line before the events line') if !$p{events};
         $bad->("function $fn has no lines") if defined $fn && !defined $previous;
         $bad->("file $1 after $fl") if defined $fl && $1 le $fl && !$new_ob;
         ($fl, $fn, $previous) = ($1, undef, undef);
      } elsif ($text =~ /^fn=(.+)$/) {
         $bad->('fn line before any fl line') if !defined $fl;
         $bad->("function $fn has no lines") if defined $fn && !defined $previous;
         $bad->("function $1 after $fn") if defined $fn && $1 le $fn;
         ($fn, $previous) = ($1, undef);
      } elsif ($p{desc}{Calls} && $text =~ /^(?:c(?:ob|fi|fn)=.|calls=)/) {
         $bad->('a call before any counts') if !defined $previous;
         $in_call = 1;
      } elsif ($in_call && $text =~ /^(?:0x[0-9a-f]+ )?\d+ /) {
         $in_call = 0;
      } elsif ($text =~ /^(?:0x([0-9a-f]+) )?(\d+)((?: \d+)+)$/) {
         $bad->('counts before any fn line') if !defined $fn;
         $bad->('address missing, or too much')
            if defined $1 != defined $p{instructions};
         # As text, a number of more digits would not always come later.
         my $address = hex($1 // 0);
         my $order = join("\0", $fl, $fn, $ob // '',
                          map { sprintf('%020d', $_) } $address, $2);
         $bad->('lines do not ascend') if defined $last && $order le $last;
         ($previous, $last, $new_ob) = ($2, $order, 0);
         my @counts = split(' ', $3);
         if ($p{desc}{Machine} && $p{formulas}) {
            $bad->('zeros at the end') if @counts > 1 && $counts[-1] == 0;
            push @counts, 0 while @counts < @{ $p{events} };
         }
         $bad->(scalar(@counts) . ' counts for ' . @{ $p{events} } . ' events')
            if @counts != @{ $p{events} };
         push @{ $p{lines} },
            { fl => $fl, fn => $fn, line => $2, counts => \@counts,
              ob => $ob, address => $p{instructions} ? $address : undef };
      } elsif ($text =~ /^summary:((?: \d+)+)$/) {
         $p{summary} = [split(' ', $1)];
         $bad->('the summary has the wrong number of counts')
            if !$p{events} || @{ $p{summary} } != @{ $p{events} };
      } elsif ($text ne '# callgrind format' && ($text !~ /^#/ || !$p{desc}{Calls})) {
         $bad->("not a line of a profile: $text");
      }
   }
   close($in);
   die "$file: it ends without a summary\n" if !$p{summary};
   my @sums = (0) x @{ $p{events} };
   for my $line (@{ $p{lines} }) {
      $sums[$_] += $line->{counts}[$_] for 0 .. $#sums;
   }
   for my $i (0 .. $#sums) {
      die "$file: $p{events}[$i]: the lines add up to $sums[$i], "
         . "the summary says $p{summary}[$i]\n" if $sums[$i] != $p{summary}[$i];
   }
   return \%p;
}

sub total {
   my ($p) = @_;
   my %total;
   @total{ @{ $p->{events} } } = @{ $p->{summary} };
   return \%total;
}

# `fl' may be given as the whole name or as its end after a slash.
sub count {
   my ($p, %want) = @_;
   my @sums = (0) x @{ $p->{events} };
   my $matches = 0;
   for my $line (@{ $p->{lines} }) {
      next if defined $want{fn} && $line->{fn} ne $want{fn};
      next if defined $want{line} && $line->{line} != $want{line};
      next if defined $want{fl} && $line->{fl} !~ m{(^|/)\Q$want{fl}\E$};
      $sums[$_] += $line->{counts}[$_] for 0 .. $#sums;
      $matches++;
   }
   return undef if !$matches;
   my %count;
   @count{ @{ $p->{events} } } = @sums;
   return \%count;
}

my $replay = abs_path('.') . '/replay';

sub replay { return replay_counts($replay, @_) }

sub parse_report {
   my ($file) = @_;
   return eval { checked_report(slurp($file) // die "is not there\n") }
      // die "$file: $@";
}

# As a list, and good from any directory that the caller has moved to.
my @valgrind = split(' ', $ENV{VALGRIND}
                          || abs_path("$FindBin::Bin/../..") . '/vg-in-place');

sub valgrind {
   die "$valgrind[0] cannot be run; set VALGRIND to the valgrind to test\n"
      if $valgrind[0] =~ m{/} && !-x $valgrind[0];
   return @valgrind;
}

# Run `valgrind --tool=cachegrind @args'.  The first argument may be a hash:
# `prefix' is a command in whose hands to put it, `valgrind' one to run instead
# of valgrind().  Returns { exit => status or
# undef, signal => number or 0, out => ..., err => ... }.
sub cachegrind {
   my (@args) = @_;
   my %how = ref $args[0] ? %{ shift @args } : ();
   my @prefix = @{ $how{prefix} // [] };
   my ($out, $err) = ("cgtest.$$.stdout", "cgtest.$$.stderr");
   my @command = @{ $how{valgrind} // [valgrind()] };
   my $pid = fork() // die "fork: $!\n";
   if ($pid == 0) {
      open(STDIN, '<', '/dev/null') or die "stdin: $!";
      open(STDOUT, '>', $out) or die "$out: $!";
      open(STDERR, '>', $err) or die "$err: $!";
      exec(@prefix, @command, '--command-line-only=yes', '--tool=cachegrind', @args)
         or die "valgrind: $!";
   }
   waitpid($pid, 0);
   my %result = (exit => $? & 127 ? undef : $? >> 8, signal => $? & 127);
   for (['out', $out], ['err', $err]) {
      my ($key, $file) = @$_;
      open(my $in, '<', $file) or die "$file: $!\n";
      local $/;
      $result{$key} = <$in> // '';
      close($in);
      unlink($file);
   }
   return \%result;
}

sub stand_in {
   my ($program, $script) = @_;
   my $run = cachegrind(qw(-q --cachegrind-out-file=/dev/null --cache-sim=no
                           /bin/cat /proc/self/environ));
   my ($tools) = $run->{out} =~ /(?:^|\0)VALGRIND_LIB=([^\0]+)/;
   my ($launcher) = $run->{out} =~ /(?:^|\0)VALGRIND_LAUNCHER=([^\0]+)/;
   mkdir('tools') or die "tools: $!";
   for my $path (glob("$tools/*")) {
      my ($name) = $path =~ m{([^/]+)$};
      next if $name eq $program || $name eq 'include';
      # The tool is where its file is, not where a link to it is.
      $name =~ /^cachegrind-/ ? copy($path, "tools/$name")
                              : symlink($path, "tools/$name")
         or die "$name: $!";
      chmod(0755, "tools/$name") if $name =~ /^cachegrind-/;
   }
   if (defined $script) {
      spit("tools/$program", "#!/bin/sh\n$script\n");
      chmod(0755, "tools/$program");
   }
   return (['env', 'VALGRIND_LIB=' . getcwd() . '/tools', $launcher],
           "$tools/$program");
}

1;
