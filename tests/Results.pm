# SPDX-License-Identifier: GPL-2.0-or-later
# Results: what `./check' prints of the suites that prove runs.
#
# A formatter for prove.  It prints what prove prints, and besides:
#
#    each test that failed, with its name and the comments that follow it
#    how many tests were skipped, for each reason
#    the last line: N passed, N failed, N skipped; N min N s
#
# The time is since CHECK_BEGAN, in seconds since 1970, in the environment.
#
# A suite that ends early, or with a status that its results do not explain, is
# one more failed test.  If CACHEGRIND_FULL names suites (`./check --full' puts them
# there), a test that was skipped is a failed one, unless its reason begins with
# `this machine: ': that cannot be installed.  In a suite that is not named, `takes '
# is a reason too.

package Results;

use strict;
use warnings;

# On a terminal prove shows how far the suites are.
use parent -t STDOUT ? 'TAP::Formatter::Console' : 'TAP::Formatter::File';

my $NOT_INSTALLABLE = qr/^this machine: /;

# The failed tests as they are printed, and how often each reason was given.
my (@failed, %skipped);
my $lost = 0; # tests that were skipped although they could have run
# prove itself is content with a skipped test.
END { $? ||= 1 if $lost }

sub open_test {
   my ($self, $suite, $parser) = @_;
   my $comments_belong = 0;

   $parser->callback(test => sub {
      my ($test) = @_;
      my $is_lost = is_lost($suite, $test);
      $comments_belong = !$test->is_ok || $is_lost;
      push @failed, "$suite: " . $test->as_string . "\n" if $comments_belong;
      $skipped{ $test->explanation }++ if $test->has_skip;
      $lost++ if $is_lost;
   });
   $parser->callback(comment => sub {
      push @failed, '   ' . $_[0]->as_string . "\n" if $comments_belong;
   });
   return $self->SUPER::open_test($suite, $parser);
}

# Whether a test was skipped that this machine could have run.
sub is_lost {
   my ($suite, $test) = @_;
   my $full = $ENV{CACHEGRIND_FULL} or return;
   return if !$test->has_skip || $test->explanation =~ $NOT_INSTALLABLE;
   return $test->explanation !~ /^takes / || grep { $_ eq $suite } split(' ', $full);
}

sub summary {
   my ($self, $aggregate, $interrupted) = @_;
   my ($passed, $failed, $skipped) = (0, 0, 0);

   $self->SUPER::summary($aggregate, $interrupted);
   $self->_output($_) for @failed;
   for my $parser ($aggregate->parsers) {
      my $bad = () = $parser->failed;
      my $left_out = () = $parser->skipped;
      $passed += $parser->tests_run - $bad - $left_out;
      $failed += $bad || ($parser->has_problems || !$parser->tests_run ? 1 : 0);
      $skipped += $left_out;
   }
   for my $reason (sort keys %skipped) {
      $self->_output("skipped, $skipped{$reason}: $reason\n");
   }
   $failed += $lost;
   $skipped -= $lost;
   my $took = time - ($ENV{CHECK_BEGAN} // $^T);
   $self->_output(sprintf("%d passed, %d failed, %d skipped; %d min %d s\n",
                          $passed, $failed, $skipped, $took / 60, $took % 60));
   return;
}

1;
