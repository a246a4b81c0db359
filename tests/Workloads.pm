# SPDX-License-Identifier: GPL-2.0-or-later
# Workloads.pm: the real programs that tests/parity compares and bench/run and
# bench/analysis time, and what these need to run a program under Valgrind
# reproducibly and to compare what came of two runs.  bench/programs, too, runs
# its programs with it.
#
# @WORKLOADS is the one table; a new program is a new row:
#
#   name    what the reports call it
#   kind    why it is in the table
#   argv    the command.  %d is the directory of its inputs, %n the amount of work
#   n       tests/parity's amounts: small, medium and big; rows without are not
#           for it.  Tiny is 1/20 of small.
#   bench   the benchmarks' amounts for --quick and by default, likewise
#   needs   programs that must be installed (the row is skipped without them)
#   build   [output, source in tests/workloads, compiler, flag...] ...
#   input   what is put into the directory: text => KiB per unit of n
#   before  sub($dir, $n) that makes any other input
#   fresh   inputs that the program changes: each run gets copies in its directory
#   env     more of its environment, with %d as in argv
#   flag    words: avx2 (needs the processor's AVX2), serial (threads or
#           processes that meet: see serial_prefix), children
#           (--trace-children=yes), m32 (needs the x86 tool), core (needs the
#           headers of Valgrind's core)
#   manual  replaces the manual geometry of the `manual' option set
#   status  the wait status it ends with, if not 0
#
# Every program gets the same small environment and an empty directory to run
# in, and its hash seeds are fixed, so that it does the same thing every time.
# (grep is no row: it reads its memory map, where it sees the tool itself.)

package Workloads;

use strict;
use warnings;

use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Glob qw(:bsd_glob); # a space in a path separates nothing
use File::Path qw(make_path remove_tree);
use POSIX ();
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

our @EXPORT_OK = qw(@WORKLOADS @CACHES $ARCH $BUILT find_reference library_of
                    link_farm prepare build_programs missing missing_32_bits missing_avx512 argv_of run_timed run_under first_difference
                    difference_of_any max_tries serial_prefix for_reference
                    as_reference
                    on_path read_file write_file run_or_die stop_on_signals);

my $TREE = abs_path(dirname(abs_path(__FILE__)) . '/..');

# This machine's processor, as Valgrind names it in file names.
our $ARCH = (POSIX::uname())[4] eq 'aarch64' ? 'arm64' : 'amd64';
# A directory with the programs of tests/workloads, built for this processor by
# build_programs; without it they are compiled here.
our $BUILT;

my %WAIT4 = (amd64 => 61, arm64 => 260); # number of the system call

my %AMOUNT = (tiny => ['n', 0], quick => ['n', 0], normal => ['n', 1],
              full => ['n', 2], 'bench-quick' => ['bench', 0], bench => ['bench', 1]);

our @WORKLOADS = (
   { name => 'gzip', kind => 'compressor', needs => ['gzip'],
     n => [100, 600, 6000], input => { text => 1 },
     argv => ['gzip', '-9', '-c', '%d/text'] },

   { name => 'bzip2', kind => 'compressor', needs => ['bzip2'],
     n => [60, 250, 3000], bench => [320, 1600], input => { text => 1 },
     argv => ['bzip2', '-c', '%d/text'] },

   # Not to standard output, because newer ones then forbid themselves to write
   # any file, which a tool's profile is, too.
   { name => 'xz', kind => 'compressor', needs => ['xz'],
     n => [60, 250, 3000], bench => [600, 3200], input => { text => 1 },
     fresh => ['text'], argv => ['xz', '-T1', '-1', 'text'] },

   { name => 'zstd', kind => 'compressor', needs => ['zstd'],
     n => [200, 1000, 12000], bench => [1200, 7000], input => { text => 1 },
     argv => ['zstd', '--single-thread', '--no-asyncio', '-q', '-6', '-c',
              '%d/text'] },

   { name => 'perl', kind => 'interpreter', needs => ['perl'],
     n => [60, 250, 3000], bench => [90, 480], input => { text => 1 },
     argv => ['perl', '-ne',
              'for (/\w+/g) { $count{lc $_}++ }'
              . ' END { print "$_ $count{$_}\n" for sort keys %count }',
              '%d/text'] },

   { name => 'python3', kind => 'interpreter', needs => ['/usr/bin/python3'],
     n => [1000, 8000, 200000], bench => [1000, 70000],
     before => \&make_python,
     build => [['nomap.so', 'nomap.c', 'gcc', '-shared', '-fPIC']],
     env => { LD_PRELOAD => '%d/nomap.so' },
     argv => ['/usr/bin/python3', '-s', '-S', '-B', '%d/script.py', '%n'] },

   { name => 'cc1', kind => 'compiler', needs => ['gcc'],
     n => [0, 1, 6], before => \&make_c_source,
     argv => ['%cc1', '-quiet', '-O%n', '-g', '-o', '/dev/null',
              '%d/source.i'] },

   { name => 'cc1-real', kind => 'compiler, a real source', flag => 'core',
     needs => ['gcc', 'pkg-config'],
     bench => [0, 1], before => \&make_preprocessed,
     argv => ['%cc1', '-quiet', '-O%n', '-g', '-o', '/dev/null',
              '%d/source.i'] },

   { name => 'sqlite3', kind => 'database', needs => ['sqlite3'],
     n => [200, 1000, 10000], before => \&make_sql,
     argv => ['sqlite3', '-batch', '-init', '/dev/null', 'data.db',
              '.read %d/script.sql'] },

   { name => 'sqlite-db', kind => 'database in a file', needs => ['sqlite3'],
     n => [200, 1000, 10000], bench => [1000, 7500],
     before => \&make_database, fresh => ['data.db'],
     argv => ['sqlite3', '-batch', '-init', '/dev/null', 'data.db',
              '.read %d/script.sql'] },

   { name => 'awk', kind => 'interpreter', needs => ['mawk'],
     n => [80, 500, 6000], input => { text => 1 },
     build => [['noclock.so', 'noclock.c', 'gcc', '-shared', '-fPIC']],
     env => { LD_PRELOAD => '%d/noclock.so' },
     argv => ['mawk', '{ for (i = 1; i <= NF; i++) seen[$i] += length($i) }'
                    . ' END { for (w in seen) s += seen[w]; print s, NR }',
              '%d/text'] },

   { name => 'sed', kind => 'text tool', needs => ['sed'],
     n => [40, 150, 1500], bench => [80, 400], input => { text => 1 },
     argv => ['sed', '-E', 's/(\w+) (\w+)/\2 \1/g; /^$/d', '%d/text'] },

   { name => 'sort', kind => 'text tool', needs => ['sort'],
     n => [150, 700, 5000], bench => [3500, 15000], input => { text => 1 },
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
     n => [6, 30, 400], bench => [350, 1800],
     build => [['threads', 'threads.c', 'gcc', '-g', '-O1', '-pthread']],
     argv => ['%d/threads', '%n'] },

   { name => 'dlopen', kind => 'dlopen and dlclose',
     n => [20, 100, 800],
     build => [['dlhost', 'dlhost.c', 'gcc', '-g', '-O1'],
               ['dlpart.so', 'dlpart.c', 'gcc', '-g', '-O1', '-fPIC',
                '-shared']],
     argv => ['%d/dlhost', '%d/dlpart.so', '%n'] },

   { name => 'templates', kind => 'C++, long symbols',
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

   { name => 'strides', kind => 'numeric, strided and random',
     n => [20, 100, 1000], bench => [450, 2400],
     build => [['strides', 'strides.c', 'gcc', '-g', '-O2']],
     argv => ['%d/strides', '%n'] },

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

   { name => 'true', kind => 'start-up', needs => ['/bin/true'],
     n => [1, 1, 1], bench => [1, 1],
     argv => ['/bin/true'] },
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

# Run a command; if it fails, die with what it said.
sub run_or_die
{
   my ($what, @cmd) = @_;
   open(my $log, '-|', join(' ', map { quotemeta } @cmd) . ' 2>&1')
      or die "$cmd[0]: $!\n";
   my $words = do { local $/; <$log> };
   close($log) or die "$what: $words";
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
   for my $i (1 .. 3 * $n || 1) {
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

# Statements that make a table of $n rows.
sub sql_table
{
   my ($n) = @_;
   my $sql = "CREATE TABLE word(id INTEGER PRIMARY KEY, text, weight);\n"
           . "BEGIN;\n";
   my $x = 1;
   for my $i (1 .. $n) {
      $x = ($x * 1103515245 + 12345) % 2147483648;
      $sql .= sprintf("INSERT INTO word VALUES(%d, 'w%d', %d);\n", $i,
                      $x % 1000, $x >> 10);
   }
   return "${sql}COMMIT;\nCREATE INDEX by_text ON word(text);\n";
}

# Statements that read and change all of it.
my $SQL_QUERIES
   = "SELECT text, count(*), sum(weight) FROM word GROUP BY text"
   . " ORDER BY 3 DESC LIMIT 5;\n"
   . "UPDATE word SET weight = weight + 1 WHERE text LIKE 'w1%';\n"
   . "DELETE FROM word WHERE id % 3 = 0;\n"
   . "SELECT count(*) FROM word a JOIN word b ON a.text = b.text;\n";

sub make_sql
{
   my ($dir, $n) = @_;
   write_file("$dir/script.sql", sql_table($n) . $SQL_QUERIES);
}

# Nothing waits for the disk: what would be measured is the disk.  A temporary
# file would have a random name, and the number of its digits changes the counts.
sub make_database
{
   my ($dir, $n) = @_;
   write_file("$dir/table.sql", sql_table($n));
   run_or_die('cannot make a database', 'sqlite3', '-batch', '-init',
              '/dev/null', "$dir/data.db", ".read $dir/table.sql");
   my $sql = "PRAGMA synchronous = OFF;\nPRAGMA temp_store = MEMORY;\nBEGIN;\n";
   for my $i (1 .. $n / 4) {
      my $id = $i * 7919 % $n + 1;
      $sql .= "UPDATE word SET weight = $i WHERE id = $id;\n"
            . "SELECT max(weight) FROM word WHERE text = 'w$id';\n";
   }
   write_file("$dir/script.sql", $sql . $SQL_QUERIES . "COMMIT;\n");
}

# This project's shortest source with the headers it needs.  The path of the
# tree must not get into it.
sub make_preprocessed
{
   my ($dir) = @_;
   run_or_die('cannot preprocess', 'gcc', '-E', '-P',
              "-fmacro-prefix-map=$TREE/=", "-I$TREE/cachegrind",
              '-o', "$dir/source.i", "$TREE/cachegrind/sim/branch/cg_branchpred.c");
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
   my @compilers = $BUILT ? () : map { $_->[2] } @{ $w->{build} || [] };
   for my $program (@{ $w->{needs} || [] }, @compilers) {
      return "no $program" unless on_path($program);
   }
   return 'this machine: no AVX2 in its processor'
      if $flag =~ /avx2/ && !has_avx2();
   return 'pkg-config knows no valgrind'
      if $flag =~ /core/ && system('pkg-config --exists valgrind') != 0;
   return $flag =~ /m32/ ? missing_32_bits($library) : '';
}

# Why a launcher's tool cannot run AVX-512 here; the empty string if it can.  Processors
# without AVX512BW, which only some early ones lack, count as without.
sub missing_avx512
{
   my ($launcher) = @_;
   return 'this machine: the processor has no AVX-512'
      unless read_file('/proc/cpuinfo') =~ /^flags\s*:.*\bavx512bw\b/m;
   return 'the tool was built without AVX-512'
      if `$launcher --tool=cachegrind --help 2>&1` !~ /--avx512=.*?\[yes\]/s;
   return '';
}

# Why no 32-bit program can be profiled, or '': there is no tool for them in
# $library, or a kernel without support for them.
sub missing_32_bits
{
   my ($library) = @_;
   return 'no x86 tool' unless -x "$library/cachegrind-x86-linux";
   return system("$TREE/cachegrind/tests/tiny_32 2>/dev/null") == 0
      ? '' : 'this machine: the kernel runs no 32-bit programs';
}

sub amount_of
{
   my ($w, $size) = @_;
   my ($field, $index) = @{ $AMOUNT{$size} };
   my $n = $w->{$field}[$index];
   return $size eq 'tiny' ? POSIX::ceil($n / 20) : $n;
}

# Compile the programs of row $w into $dir, with this machine's compilers or with
# those whose names begin with $triplet.  For another machine they are static: an
# emulated one takes seconds to start a dynamic program under Valgrind.  Dies
# with the compiler's words.
sub build_programs
{
   my ($w, $dir, $triplet) = @_;
   for my $build (@{ $w->{build} || [] }) {
      my ($output, $source, $compiler, @flags) = @$build;
      if (defined $triplet) {
         $compiler = "$triplet-$compiler";
         push @flags, '-static' unless grep { $_ eq '-shared' } @flags;
      }
      run_or_die("cannot build $source", $compiler, @flags, '-o',
                 "$dir/$output", "$TREE/tests/workloads/$source");
   }
}

# Make the inputs of row $w in $dir.  Dies with the compiler's words when a
# program of its own cannot be built.
sub prepare
{
   my ($w, $dir, $size) = @_;
   my $n = amount_of($w, $size);
   make_path($dir);
   make_text("$dir/text", $n * $w->{input}{text}) if $w->{input};
   $w->{before}->($dir, $n) if $w->{before};
   if ($BUILT) {
      run_or_die("no build of $w->{name}", 'cp', '-rT', "$BUILT/$w->{name}", $dir)
         if $w->{build};
   } else {
      build_programs($w, $dir);
   }
}

sub argv_of
{
   my ($w, $dir, $size) = @_;
   my $n = amount_of($w, $size);
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

# The launcher of the Valgrind that our tool was built against, so that both run
# on the same core: $ours is our launcher, a script that ends in running that
# one.  Without it, the launcher is where pkg-config says, or the first on PATH.
sub find_reference
{
   my ($ours) = @_;
   my $script = defined $ours ? library_of($ours) . '/valgrind' : '';
   return $1 if -r $script && read_file($script) =~ /^exec '(.*)' "\$\@"$/m;
   chomp(my $prefix = `pkg-config --variable=prefix valgrind 2>/dev/null`);
   my $launcher = -x "$prefix/bin/valgrind" ? "$prefix/bin/valgrind"
                                            : on_path('valgrind');
   die "no installed valgrind to compare with: install valgrind\n"
      unless defined $launcher;
   return $launcher;
}

# Fill $dir with links to everything in the reference's library, with the tool
# under test as `cachegrind', the reference's as `cachegrref' and that of the
# third library, if there is one, as `cachegrold'.  A guest can see the path of
# this directory and the like, so all must run from one place.
sub link_farm
{
   my ($dir, $tool_library, $reference_library, $old_library) = @_;
   make_path($dir);
   for my $file (glob("$reference_library/*")) {
      my ($name) = $file =~ m{([^/]+)$};
      if ($name =~ /^cachegrind-(.*-linux)$/) {
         my $platform = $1;
         symlink($file, "$dir/cachegrref-$platform") or die "$dir: $!\n";
         for my $other (['cachegrind', $tool_library],
                        ['cachegrold', $old_library]) {
            my ($tool, $library) = @$other;
            next unless defined $library && -x "$library/$name";
            symlink("$library/$name", "$dir/$tool-$platform")
               or die "$dir: $!\n";
         }
      } else {
         symlink($file, "$dir/$name") or die "$dir: $!\n";
      }
   }
   return $dir;
}

# --- runs ---------------------------------------------------------------------

# The program that run_timed waits for, if any.
my $running;

# On a signal, end what runs and what `others' names, and leave through exit,
# so that temporary directories go.
sub stop_on_signals
{
   my ($others) = @_;
   for my $name (qw(INT TERM HUP)) {
      $SIG{$name} = sub {
         # Neither a second signal nor a prove that has ended, and reads no
         # more, may interrupt the cleaning up.
         @SIG{qw(INT TERM HUP PIPE)} = ('IGNORE') x 4;
         my @children = grep { defined } $running, $others ? $others->() : ();
         kill 'TERM', @children;
         # They write into the directories until they are gone.
         waitpid($_, 0) for @children;
         exit 130;
      };
   }
}

# wait4(2) by its number: of Perl's own functions, `times' counts in
# hundredths of a second and none knows the peak of memory.  Returns
# (wait status, user seconds, system seconds, peak KiB), children included.
sub wait_for
{
   my ($pid) = @_;
   my ($status, $usage) = ("\0" x 8, "\0" x 256);
   while (syscall($WAIT4{$ARCH}, $pid, $status, 0, $usage) != $pid) {
      die "wait4: $!\n" unless $!{EINTR};
   }
   my ($user, $user_us, $system, $system_us, $peak) = unpack('q5', $usage);
   return (unpack('i', $status), $user + $user_us / 1e6,
           $system + $system_us / 1e6, $peak);
}

# Run @$argv in the emptied directory $run, into which the files @fresh are
# copied, with standard output going to $out.  Returns { status, cpu, user, wall,
# peak }: seconds (cpu is user + system), and KiB.  No peak is below what this
# process itself holds: the kernel counts from fork on, when the child still is a
# copy of it.
sub run_timed
{
   my ($run, $out, $env, $argv, @fresh) = @_;
   remove_tree($run);
   make_path($run);
   for my $file (@fresh) {
      copy($file, $run) or die "$file: $!\n";
   }
   my $started = clock_gettime(CLOCK_MONOTONIC);
   my $pid = fork;
   die "fork: $!\n" unless defined $pid;
   if ($pid == 0) {
      $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP);
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
   my ($status, $user, $system, $peak) = wait_for($pid);
   my $wall = clock_gettime(CLOCK_MONOTONIC) - $started;
   $running = undef;
   return { status => $status, cpu => $user + $system, user => $user,
            wall => $wall, peak => $peak };
}

# Run workload $w in its directory $dir under $tool, or natively if that is ''.
# $bed is { launcher, library, size }.  What comes of the run is left in
# $results: `output', and one file per process in `profiles' and `logs'.
# Returns what run_timed does, and `results'.
sub run_under
{
   my ($bed, $w, $dir, $results, $tool, @options) = @_;
   remove_tree($results);
   make_path("$results/profiles", "$results/logs");
   my $flag = $w->{flag} || '';
   my @command;
   if ($tool ne '') {
      @command = ($bed->{launcher}, "--tool=$tool", '--vgdb=no');
      push @command, "--cachegrind-out-file=$results/profiles/%p"
         if $tool =~ /^cachegr/;
      push @command, "--log-file=$results/logs/%p", @options;
      push @command, '--trace-children=yes' if $flag =~ /children/;
   }
   unshift @command, serial_prefix() if $flag =~ /serial/;
   my %env = (VALGRIND_LIB => $bed->{library}, %{ $w->{env} || {} });
   s/%d/$dir/g for values %env;
   my $run = run_timed("$dir/run", "$results/output", \%env,
                       [@command, argv_of($w, $dir, $bed->{size})],
                       map { "$dir/$_" } @{ $w->{fresh} || [] });
   return { %$run, results => $results };
}

# The caches that both simulate: of this machine's, the two may have different
# ideas.
our @CACHES = ('--I1=32768,8,64', '--D1=32768,8,64', '--LL=33554432,16,64');

# @options and what both tools need to count alike: @CACHES, unless @options
# describe others.  And on arm64, store-exclusive fails by chance unless the core
# emulates it, and then the program tries again.
sub for_both
{
   my (@options) = @_;
   unshift @options, @CACHES unless grep { /^--LL=/ } @options;
   unshift @options, '--sim-hints=fallback-llsc' if $ARCH eq 'arm64';
   return @options;
}

# The reference's own options for @options.  Newer ones simulate caches only on
# request, and let VEX drop more loads.  Chasing makes their counts wrong.
sub for_reference
{
   my (@options) = @_;
   unshift @options, '--cache-sim=yes'
      unless grep { /^--cache-sim=/ } @options;
   return ('--vex-guest-chase=no', '--px-default=unwindregs-at-mem-access',
           '--px-file-backed=unwindregs-at-mem-access', for_both(@options));
}

# The options with which ours counts what the reference counts with @options.
sub as_reference
{
   my (@options) = @_;
   push @options, '--branch-rule=vex'
      if grep { $_ eq '--branch-sim=yes' } @options;
   return for_both(@options);
}

# --- comparing what came of two runs ------------------------------------------

# The summary alone: what stands before it (banner, geometry warnings, the
# core's report of a fatal signal) names the tool, the process or the moment.
sub summary_of
{
   my ($log) = @_;
   $log =~ s/^(==|--)\d+\1 ?//mg;
   # Newer references write other blanks here.
   $log =~ s/^(I|D|LL) +refs: +/$1 refs: /mg;
   return $log =~ /^(I refs:.*)/ms ? $1 : '(no summary)';
}

# The first line where two texts part, as one line to print, or ''.  The sides
# may be given other names.
sub first_difference
{
   my ($what, $theirs, $ours, @sides) = @_;
   return '' if $theirs eq $ours;
   @sides = qw(reference ours) unless @sides;
   my @theirs = split /\n/, $theirs, -1;
   my @ours   = split /\n/, $ours, -1;
   my ($i, $at) = (0, '');
   while ($i < @theirs && $i < @ours && $theirs[$i] eq $ours[$i]) {
      $at = " in $ours[$i]" if $ours[$i] =~ /^fn=/;
      $i++;
   }
   my ($their_line, $our_line)
      = map { defined $_ ? substr($_, 0, 120) : '(end)' }
        $theirs[$i], $ours[$i];
   return sprintf("%s line %d%s: %s `%s', %s `%s'", $what, $i + 1, $at,
                  $sides[0], $their_line, $sides[1], $our_line);
}

# What the processes of a run left.  They are known by what they wrote, not by
# their numbers.
sub texts_of
{
   my ($run, $what) = @_;
   my $results = $run->{results};
   return sort map { read_file($_) } glob("$results/profiles/*")
      if $what eq 'profiles';
   return sort map { summary_of(read_file($_)) } glob("$results/logs/*");
}

# How two runs of $w differ, in words, or ''.
sub difference
{
   my ($w, $theirs, $ours) = @_;
   my $status = $w->{status} || 0;
   return "status: reference $theirs->{status}, should be $status"
      if $theirs->{status} != $status;
   return "status: reference $theirs->{status}, ours $ours->{status}"
      if $theirs->{status} != $ours->{status};
   for my $what (qw(profiles summaries)) {
      my @theirs = texts_of($theirs, $what);
      my @ours   = texts_of($ours, $what);
      return 'the reference wrote no profile' unless @theirs;
      return "$what: reference wrote " . @theirs . ', ours ' . @ours
         if @theirs != @ours;
      # Without caches, newer references do not describe any.
      if ($what eq 'profiles' && !grep { /^desc:/m } @theirs) {
         s/^desc:.*\n//mg for @ours;
      }
      for my $i (0 .. $#ours) {
         my $words = first_difference(substr($what, 0, 7), $theirs[$i],
                                      $ours[$i]);
         return $words if $words ne '';
      }
   }
   return first_difference('output', map { read_file("$_->{results}/output") }
                                     $theirs, $ours);
}

# Threads and processes that meet may do so in more than one order, however
# tightly they are held.  So many times such a program is run under both tools
# before one profile of ours must have been one of the reference's.
sub max_tries
{
   my ($w) = @_;
   return ($w->{flag} || '') =~ /serial/ ? 8 : 1;
}

# '' if one of our runs equals one of the reference's, else how two differ, as
# $difference has it: sub(workload, theirs, ours), if not the one above.
sub difference_of_any
{
   my ($w, $all_theirs, $all_ours, $difference) = @_;
   $difference = \&difference unless defined $difference;
   my $words = '';
   for my $theirs (@$all_theirs) {
      for my $ours (@$all_ours) {
         $words = $difference->($w, $theirs, $ours);
         return '' if $words eq '';
      }
   }
   return $words;
}

1;
