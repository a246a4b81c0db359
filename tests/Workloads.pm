# SPDX-License-Identifier: GPL-2.0-or-later
# Workloads.pm: the real programs that tests/parity compares and bench/run
# times, and what both need to run a program under Valgrind reproducibly.
#
# @WORKLOADS is the one table; a new program is a new row:
#
#   name    what the reports call it
#   kind    why it is in the table
#   argv    the command.  %d is the folder of its inputs, %n the amount of work
#   n       the amounts for --quick, by default and for --full
#   needs   programs that must be installed (the row is skipped without them)
#   build   [output, source in tests/workloads, compiler, flag...] ...
#   input   what is put into the folder: text => KiB per unit of n
#   before  sub($dir, $n) that makes any other input
#   flag    words: avx2 (needs the processor's AVX2), serial (threads or
#           processes that meet: see serial_prefix), children
#           (--trace-children=yes), m32 (needs the x86 tool)
#   manual  replaces the manual geometry of the `manual' option set
#   status  the wait status it ends with, if not 0
#
# Every program gets the same small environment and an empty folder to run in,
# and its hash seeds are fixed, so that it does the same thing every time.

package Workloads;

use strict;
use warnings;

use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(make_path remove_tree);
use POSIX ();

our @EXPORT_OK = qw(@WORKLOADS find_reference library_of link_farm prepare
                    missing argv_of run_timed serial_prefix on_path read_file
                    stop_on_signals);

my $TREE = abs_path(dirname(abs_path(__FILE__)) . '/..');

our %SIZE_INDEX = (quick => 0, normal => 1, full => 2);

our @WORKLOADS = (
   { name => 'gzip', kind => 'compressor', needs => ['gzip'],
     n => [100, 600, 6000], input => { text => 1 },
     argv => ['gzip', '-9', '-c', '%d/text'] },

   { name => 'bzip2', kind => 'compressor', needs => ['bzip2'],
     n => [60, 250, 3000], input => { text => 1 },
     argv => ['bzip2', '-c', '%d/text'] },

   { name => 'xz', kind => 'compressor', needs => ['xz'],
     n => [60, 250, 3000], input => { text => 1 },
     argv => ['xz', '-T1', '-1', '-c', '%d/text'] },

   { name => 'zstd', kind => 'compressor', needs => ['zstd'],
     n => [200, 1000, 12000], input => { text => 1 },
     argv => ['zstd', '--single-thread', '--no-asyncio', '-q', '-6', '-c',
              '%d/text'] },

   { name => 'perl', kind => 'interpreter', needs => ['perl'],
     n => [60, 250, 3000], input => { text => 1 },
     argv => ['perl', '-ne',
              'for (/\w+/g) { $count{lc $_}++ }'
              . ' END { print "$_ $count{$_}\n" for sort keys %count }',
              '%d/text'] },

   { name => 'python3', kind => 'interpreter', needs => ['/usr/bin/python3'],
     n => [1000, 8000, 200000],
     before => \&make_python,
     argv => ['/usr/bin/python3', '-s', '-S', '-B', '%d/script.py', '%n'] },

   { name => 'cc1', kind => 'compiler', needs => ['gcc'],
     n => [1, 1, 6], before => \&make_c_source,
     argv => ['%cc1', '-quiet', '-O1', '-g', '-o', '/dev/null',
              '%d/source.i'] },

   { name => 'sqlite3', kind => 'database', needs => ['sqlite3'],
     n => [200, 1000, 10000], before => \&make_sql,
     argv => ['sqlite3', '-batch', '-init', '/dev/null', 'data.db',
              '.read %d/script.sql'] },

   { name => 'awk', kind => 'interpreter', needs => ['awk'],
     n => [80, 500, 6000], input => { text => 1 },
     argv => ['awk', '{ for (i = 1; i <= NF; i++) seen[$i] += length($i) }'
                     . ' END { for (w in seen) s += seen[w]; print s, NR }',
              '%d/text'] },

   { name => 'sed', kind => 'text tool', needs => ['sed'],
     n => [40, 150, 1500], input => { text => 1 },
     argv => ['sed', '-E', 's/(\w+) (\w+)/\2 \1/g; /^$/d', '%d/text'] },

   { name => 'sort', kind => 'text tool', needs => ['sort'],
     n => [150, 700, 5000], input => { text => 1 },
     argv => ['sort', '--parallel=1', '-k2,2', '-u', '%d/text'] },

   { name => 'shell', kind => 'forks and execs',
     needs => ['sh', 'sed', 'tr', 'taskset', 'chrt'],
     flag => 'children serial',
     n => [5, 5, 200], input => { text => 1 },
     argv => ['sh', '-c',
              'i=0; while [ $i -lt 200 ]; do i=$((i+1)); done;'
              . ' n=$(sed -n 3p %d/text; (echo $i)); x=$(echo "$n" | wc -c);'
              . ' echo $x; exec tr a-z A-Z <%d/text'] },

   { name => 'forks', kind => 'forks, no exec',
     n => [4, 10, 40],
     build => [['forks', 'forks.c', 'gcc', '-g', '-O2']],
     argv => ['%d/forks', '%n'] },

   { name => 'threads', kind => 'threads', flag => 'serial',
     needs => ['taskset', 'chrt'],
     n => [6, 30, 400],
     build => [['threads', 'threads.c', 'gcc', '-g', '-O1', '-pthread']],
     argv => ['%d/threads', '%n'] },

   { name => 'dlopen', kind => 'dlopen and dlclose',
     n => [20, 100, 800],
     build => [['dlhost', 'dlhost.c', 'gcc', '-g', '-O1'],
               ['dlpart.so', 'dlpart.c', 'gcc', '-g', '-O1', '-fPIC',
                '-shared']],
     argv => ['%d/dlhost', '%d/dlpart.so', '%n'] },

   { name => 'templates', kind => 'C++, long symbols', needs => ['g++'],
     n => [1500, 6000, 80000],
     build => [['templates', 'templates.cc', 'g++', '-g', '-O1']],
     argv => ['%d/templates', '%n'] },

   { name => 'jit', kind => 'generated code',
     n => [300, 1200, 5000],
     build => [['jit', 'jit.c', 'gcc', '-g', '-O1']],
     argv => ['%d/jit', '%n'] },

   { name => 'avx2', kind => '32-byte vectors', flag => 'avx2',
     n => [60, 160, 400],
     build => [['matrix', 'matrix.c', 'gcc', '-g', '-O3', '-mavx2']],
     argv => ['%d/matrix', '%n'] },

   { name => 'static', kind => 'no dynamic linker',
     n => [60, 120, 300],
     build => [['matrix', 'matrix.c', 'gcc', '-g', '-O1', '-static']],
     argv => ['%d/matrix', '%n'] },

   { name => 'abort', kind => 'dies of abort()', status => 6,
     n => [20000, 300000, 9000000],
     build => [['crash', 'crash.c', 'gcc', '-g', '-O2']],
     argv => ['%d/crash', '%n', 'abort'] },

   { name => 'fault', kind => 'dies of SIGSEGV', status => 11,
     n => [20000, 300000, 9000000],
     build => [['crash', 'crash.c', 'gcc', '-g', '-O2']],
     argv => ['%d/crash', '%n', 'fault'] },

   { name => 'matrix32', kind => '32-bit', flag => 'm32',
     n => [60, 120, 300], manual => ['--I1=16384,1,16', '--D1=12288,3,32',
                                    '--LL=540672,33,128'],
     build => [['matrix', 'matrix.c', 'gcc', '-m32', '-g', '-O2']],
     argv => ['%d/matrix', '%n'] },

   { name => 'jit32', kind => '32-bit, generated code', flag => 'm32',
     n => [200, 800, 3000],
     build => [['jit', 'jit.c', 'gcc', '-m32', '-g', '-O1']],
     argv => ['%d/jit', '%n'] },
);

sub read_file
{
   my ($path) = @_;
   open(my $in, '<:raw', $path) or die "$path: $!\n";
   local $/;
   my $bytes = <$in>;
   return defined $bytes ? $bytes : '';
}

sub write_file
{
   my ($path, $bytes) = @_;
   open(my $out, '>:raw', $path) or die "$path: $!\n";
   print $out $bytes;
   close($out) or die "$path: $!\n";
}

# --- inputs -----------------------------------------------------------------

# The licence over and over; the line numbers keep the repeats apart.
sub make_text
{
   my ($path, $kib) = @_;
   my @lines = split /\n/, read_file("$TREE/COPYING");
   my ($text, $i) = ('', 0);
   while (length($text) < $kib * 1024) {
      $text .= sprintf("%06d %s\n", $i * 7919 % 1000003, $lines[$i % @lines]);
      $i++;
   }
   write_file($path, substr($text, 0, $kib * 1024));
}

sub make_c_source
{
   my ($dir, $n) = @_;
   my $source = "typedef struct { int key, count; } Item;\n";
   for my $i (1 .. 3 * $n) {
      $source .= <<"C";
static int find_$i(Item *item, int n, int key)
{
   for (int i = 0; i < n; i++)
      if (item[i].key == key)
         return item[i].count += $i;
   return -1;
}
int use_$i(Item *item, int n)
{
   int sum = 0;
   while (n-- > 0) {
      switch (item[n].key % 5) {
      case 0: sum += find_$i(item, n, $i); break;
      case 1: sum -= item[n].count; break;
      case 3: return sum ^ $i;
      default: sum = sum * 3 + 1;
      }
   }
   return sum;
}
C
   }
   write_file("$dir/source.i", $source);
}

sub make_python
{
   my ($dir) = @_;
   write_file("$dir/script.py", <<'PYTHON');
import sys
groups = {}
for i in range(int(sys.argv[1])):
    groups.setdefault(str(i % 97), []).append(i * i)
print(sorted((key, sum(squares)) for key, squares in groups.items())[:5])
PYTHON
}

sub make_sql
{
   my ($dir, $n) = @_;
   my $sql = "CREATE TABLE word(id INTEGER PRIMARY KEY, text, weight);\n"
           . "BEGIN;\n";
   my $x = 1;
   for my $i (1 .. $n) {
      $x = ($x * 1103515245 + 12345) % 2147483648;
      $sql .= sprintf("INSERT INTO word VALUES(%d, 'w%d', %d);\n", $i,
                      $x % 1000, $x >> 10);
   }
   $sql .= "COMMIT;\nCREATE INDEX by_text ON word(text);\n"
         . "SELECT text, count(*), sum(weight) FROM word GROUP BY text"
         . " ORDER BY 3 DESC LIMIT 5;\n"
         . "UPDATE word SET weight = weight + 1 WHERE text LIKE 'w1%';\n"
         . "DELETE FROM word WHERE id % 3 = 0;\n"
         . "SELECT count(*) FROM word a JOIN word b ON a.text = b.text;\n";
   write_file("$dir/script.sql", $sql);
}

# --- preparing one workload ---------------------------------------------------

sub on_path
{
   my ($program) = @_;
   return $program if $program =~ m{/} && -x $program;
   for my $dir (split /:/, $ENV{PATH} || '/usr/bin:/bin') {
      return "$dir/$program" if -x "$dir/$program" && !-d _;
   }
   return;
}

sub has_avx2
{
   return read_file('/proc/cpuinfo') =~ /^flags\s*:.*\bavx2\b/m;
}

# Why this row cannot run here, or the empty string.
sub missing
{
   my ($w, $library) = @_;
   my $flag = $w->{flag} || '';
   for my $program (@{ $w->{needs} || [] },
                    map { $_->[2] } @{ $w->{build} || [] }) {
      return "no $program" unless on_path($program);
   }
   return 'no AVX2 in this processor' if $flag =~ /avx2/ && !has_avx2();
   if ($flag =~ /m32/) {
      return 'no x86 tool' unless -x "$library/cachegrind-x86-linux";
   }
   return '';
}

# Make the inputs of row $w in $dir.  Dies with the compiler's words when a
# program of its own cannot be built.
sub prepare
{
   my ($w, $dir, $size) = @_;
   my $n = $w->{n}[ $SIZE_INDEX{$size} ];
   make_path($dir);
   make_text("$dir/text", $n * $w->{input}{text}) if $w->{input};
   $w->{before}->($dir, $n) if $w->{before};
   for my $build (@{ $w->{build} || [] }) {
      my ($output, $source, $compiler, @flags) = @$build;
      my @cmd = ($compiler, @flags, '-o', "$dir/$output",
                 "$TREE/tests/workloads/$source");
      open(my $log, '-|', join(' ', map { quotemeta } @cmd) . ' 2>&1')
         or die "$compiler: $!\n";
      my $words = do { local $/; <$log> };
      close($log) or die "cannot build $source: $words";
   }
}

sub argv_of
{
   my ($w, $dir, $size) = @_;
   my $n = $w->{n}[ $SIZE_INDEX{$size} ];
   my @argv = @{ $w->{argv} };
   for (@argv) {
      s/%d/$dir/g;
      s/%n/$n/g;
      if ($_ eq '%cc1') {
         chomp($_ = `gcc -print-prog-name=cc1`);
      }
   }
   $argv[0] = on_path($argv[0]) || $argv[0];
   return @argv;
}

# Pins a program and its children to one processor under a real-time policy,
# which leaves the kernel little choice between its threads and processes.
# Without the right to do so there is no prefix.
sub serial_prefix
{
   my ($last_cpu) = read_file('/proc/self/status')
      =~ /^Cpus_allowed_list:.*?(\d+)$/m;
   my @prefix = map { on_path($_) // return } qw(taskset chrt);
   splice(@prefix, 1, 0, '-c', $last_cpu);
   push @prefix, '-f', '1';
   return system("@prefix true >/dev/null 2>&1") == 0 ? @prefix : ();
}

# --- Valgrind ---------------------------------------------------------------

# The library directory a launcher takes its tools from, from its own mouth.
sub library_of
{
   my ($launcher) = @_;
   open(my $log, '-|', "$launcher -v --tool=none /bin/true 2>&1")
      or die "$launcher: $!\n";
   my ($library) = map { /Valgrind library directory: (.*)$/ ? $1 : () } <$log>;
   close($log);
   die "$launcher does not run: try `$launcher --tool=none /bin/true'\n"
      unless defined $library;
   return abs_path($library);
}

# The distribution's launcher: where pkg-config says, else the first on PATH.
sub find_reference
{
   chomp(my $prefix = `pkg-config --variable=prefix valgrind 2>/dev/null`);
   my $launcher = -x "$prefix/bin/valgrind" ? "$prefix/bin/valgrind"
                                            : on_path('valgrind');
   die "no installed valgrind to compare with: install valgrind\n"
      unless defined $launcher;
   return $launcher;
}

# Fill $dir with links to everything in the reference's library, with the tool
# under test as `cachegrind' and the reference's as `cachegrref'.  A guest can
# see the path of this directory and the like, so both must run from one place.
sub link_farm
{
   my ($dir, $tool_library, $reference_library) = @_;
   make_path($dir);
   for my $file (glob("$reference_library/*")) {
      my ($name) = $file =~ m{([^/]+)$};
      if ($name =~ /^cachegrind-(.*-linux)$/) {
         symlink($file, "$dir/cachegrref-$1") or die "$dir: $!\n";
         symlink("$tool_library/$name", "$dir/$name") or die "$dir: $!\n"
            if -x "$tool_library/$name";
      } else {
         symlink($file, "$dir/$name") or die "$dir: $!\n";
      }
   }
   return $dir;
}

# The program that run_timed waits for, if any.
my $running;

# On a signal, end what runs and what `others' names, and leave through exit,
# so that temporary folders go.
sub stop_on_signals
{
   my ($others) = @_;
   for my $name (qw(INT TERM HUP)) {
      $SIG{$name} = sub {
         kill 'TERM', grep { defined } $running, $others ? $others->() : ();
         exit 130;
      };
   }
}

# User + system seconds of all children waited for.  Perl's own `times' counts
# in hundredths, too coarse for a ratio of short runs; this is getrusage(2) by
# its number on amd64, and RUSAGE_CHILDREN is -1.
sub child_seconds
{
   my $usage = "\0" x 256;
   syscall(98, -1, $usage) == 0 or die "getrusage: $!\n";
   my ($user, $user_us, $system, $system_us) = unpack('q4', $usage);
   return $user + $system + ($user_us + $system_us) / 1e6;
}

# Run @$argv in the emptied folder $run with standard output going to
# $out.  Returns (wait status, user + system seconds).
sub run_timed
{
   my ($run, $out, $env, $argv) = @_;
   remove_tree($run);
   make_path($run);
   my $before = child_seconds();
   my $pid = fork;
   die "fork: $!\n" unless defined $pid;
   if ($pid == 0) {
      %ENV = (PATH => '/usr/local/bin:/usr/bin:/bin', HOME => $run,
              LC_ALL => 'C', TMPDIR => $run, PYTHONHASHSEED => '0',
              PERL_HASH_SEED => '0', PERL_PERTURB_KEYS => '0', %$env);
      chdir($run) or die "$run: $!\n";
      open(STDIN, '<', '/dev/null') or die "/dev/null: $!\n";
      open(STDOUT, '>', $out) or die "$out: $!\n";
      open(STDERR, '>', '/dev/null') or die "/dev/null: $!\n";
      no warnings 'exec';
      exec { $argv->[0] } @$argv;
      POSIX::_exit(127);
   }
   $running = $pid;
   waitpid($pid, 0);
   my $status = $?;
   $running = undef;
   return ($status, child_seconds() - $before);
}

1;
