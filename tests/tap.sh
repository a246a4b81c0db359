# SPDX-License-Identifier: GPL-2.0-or-later
# tap.sh: the Test Anything Protocol (TAP) for tests that are written in bash.
# Sourced by them; not a command.
#
#    pass WHAT         prints `ok N - WHAT'
#    flunk WHAT        prints `not ok N - WHAT', then standard input as comments
#    skip WHAT WHY     prints `ok N - WHAT # SKIP WHY'
#    result STATUS WHAT
#                      pass or flunk, by the status of the command before
#    check WHAT COMMAND...
#                      pass or flunk, by the status of COMMAND, which is also the
#                      status of check; a function runs with `set -e'
#    must WHAT COMMAND...
#                      check; if it fails, that was the last test
#    done_testing      prints the plan; its status is 1 if a test has failed
#
# A reason that begins with `this machine: ' names something that cannot be
# installed.  ./check --full counts every other skipped test as a failure.
# Perl's Test::More does the same for tests in Perl; cmocka, for those in C.

tap_run=0 tap_failed=0

# tap_line RESULT WHAT: a test is one line, and `#' would begin a directive.
tap_line()
{
   local what=${2//$'\n'/ }
   tap_run=$((tap_run + 1))
   echo "$1 $tap_run - ${what//#/\\#}${3:+ # SKIP $3}"
}

pass() { tap_line ok "$1"; }

flunk()
{
   tap_failed=$((tap_failed + 1))
   tap_line 'not ok' "$1"
   sed 's/^/#   /'
}

skip() { tap_line ok "$1" "$2"; }

# result STATUS WHAT: what flunk reads from standard input is only read then.
result()
{
   if [ "$1" -eq 0 ]; then pass "$2"; else flunk "$2"; fi
}

# `set -e' has no effect where bash looks at the status of check itself, that is
# in conditions and lists: look at $? after it.
check()
{
   local what=$1 said status
   shift
   said=$(set -e; "$@" 2>&1 </dev/null)
   status=$?
   result $status "$what" < <(tail -n 25 <<<"$said")
   return $status
}

must()
{
   check "$@"
   if [ $? -ne 0 ]; then
      done_testing
      exit
   fi
}

done_testing()
{
   echo "1..$tap_run"
   [ "$tap_failed" -eq 0 ]
}
