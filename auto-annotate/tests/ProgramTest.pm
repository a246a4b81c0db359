# SPDX-License-Identifier: GPL-2.0-or-later
# ProgramTest.pm: what the suites in this directory share that are written in
# Perl.
#
#    programs_in($dir, @names)  the directory as an absolute path; without one,
#                               the directory above this one.  Dies if one of
#                               these programs is not in it
#    execute($prefix, $dir, $seconds, @command)
#                               runs a command in a directory.  Its output goes
#                               to PREFIX.out and PREFIX.err.  Returns its status
#                               as a shell has it
#    contents($path)            what is in a file; undef if there is none
#    write_file($path, $text[, $time])
#                               puts it there, as last changed at that time
#    write_profile($path, $events, @rows)
#                               a profile with these events.  A row is [FILE,
#                               FUNCTION, LINE, COUNT...].  FILE may be [OBJECT,
#                               FILE], and all LINEs may be "ADDRESS LINE"
#    difference($expected, $got[, $what])
#                               what `diff -u' says of two texts; '' if they are
#                               equal
#    same_text($got, $expected, $name)
#                               a test: these are equal
#    visible($text)             as a terminal may get it
#    below($n), pick(@list)     chance: 0 .. N-1, or one of a list

package ProgramTest;

use strict;
use warnings;

use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use POSIX ();
use Test::More ();

our @EXPORT = qw(programs_in execute contents write_file write_profile
                 difference same_text visible below pick);

my $MAX_LINES = 40; # of a difference that are shown

sub programs_in
{
   my ($dir, @names) = @_;
   $dir = dirname(dirname(abs_path(__FILE__))) unless defined $dir;
   for my $name (@names) {
      die "no $name in $dir (--programs=DIR says where)\n"
         unless -x "$dir/$name";
   }
   return abs_path($dir);
}

sub execute
{
   my ($prefix, $dir, $seconds, @command) = @_;
   my $pid = fork();
   die "fork: $!\n" unless defined $pid;
   if ($pid == 0) {
      open(STDIN, '<', '/dev/null');
      open(STDOUT, '>', "$prefix.out") or POSIX::_exit(126);
      open(STDERR, '>', "$prefix.err") or POSIX::_exit(126);
      chdir($dir) or POSIX::_exit(126);
      alarm($seconds);
      { no warnings; exec { $command[0] } @command };
      POSIX::_exit(127);
   }
   waitpid($pid, 0);
   return $? & 127 ? 128 + ($? & 127) : $? >> 8;
}

sub contents
{
   my ($path) = @_;
   open(my $in, '<:raw', $path) or return undef;
   local $/;
   my $text = <$in>;
   return defined $text ? $text : '';
}

sub write_file
{
   my ($path, $text, $time) = @_;
   make_path(dirname($path));
   open(my $out, '>:raw', $path) or die "$path: $!\n";
   print $out $text;
   close($out) or die "$path: $!\n";
   utime($time, $time, $path) or die "$path: $!\n" if defined $time;
}

sub write_profile
{
   my ($path, $events, @rows) = @_;
   my $positions = @rows && $rows[0][2] =~ / / ? "positions: instr line\n" : '';
   my $text = "cmd: ./prog\n${positions}events: @$events\n";
   my @total = (0) x @$events;
   for (@rows) {
      my ($file, $function, $line, @counts) = @$_;
      ($file, $text) = ($file->[1], $text . "ob=$file->[0]\n") if ref($file);
      $text .= "fl=$file\nfn=$function\n$line @counts\n";
      $total[$_] += $counts[$_] for 0 .. $#total;
   }
   write_file($path, $text . "summary: @total\n");
}

sub difference
{
   my ($expected, $got, $what) = @_;
   return '' if $expected eq $got;
   my $dir = tempdir('difference-XXXXXXXX', TMPDIR => 1, CLEANUP => 1);
   write_file("$dir/expected", $expected);
   write_file("$dir/got", $got);
   $what = defined $what ? "$what, " : '';
   open(my $diff, '-|', 'diff', '-a', '-u', '--label', "${what}expected",
        '--label', "${what}got", "$dir/expected", "$dir/got")
      or die "diff: $!\n";
   my @lines = <$diff>;
   close($diff);
   my $n_hidden = @lines - $MAX_LINES;
   splice(@lines, $MAX_LINES, $n_hidden, "... and $n_hidden lines more\n")
      if $n_hidden > 0;
   return visible(join('', @lines));
}

sub visible
{
   my ($text) = @_;
   return $text =~ s/([^\n\x20-\x7e])/sprintf('\\x%02x', ord $1)/ger;
}

sub same_text
{
   my ($got, $expected, $name) = @_;
   local $Test::Builder::Level = $Test::Builder::Level + 1;
   my $difference = difference($expected, $got);
   return Test::More::ok($difference eq '', $name)
       || Test::More::diag($difference);
}

sub below { return int(rand($_[0])) }
sub pick  { return $_[below(scalar @_)] }

1;
