# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# cachegrind.bash: bash completion for cachegrind, cg_annotate, cg_branches,
# cg_conflicts, cg_diff, cg_html, cg_inline and cg_merge, and for valgrind.
#
# It is installed under each of these names, where bash-completion looks for it;
# without that package, a line `. FILE' in ~/.bashrc does.  Options and their
# values are those that --help-all prints at that moment: there is no list here.
#
# zsh and fish, whose files are _cachegrind and cachegrind.fish, run it as a program:
#
#    bash cachegrind.bash N WORD...
#
# prints what word N of a command line, the command being word 0, may become, one a
# line.  What ends in a blank is complete.  `-f PREFIX' and `-d PREFIX' are files and
# directories, after a PREFIX of the word; `-c N' is what the program that is word N
# has to offer.

# _cg_split LINE LAST: the arguments in LINE, which COMP_WORDS up to LAST are
# the parts of: bash has taken them apart at `=' and `:'.  They come into
# _cg_words.  _cg_at[I] is where in COMP_WORDS argument I begins; _cg_done is
# what of the last argument comes before the part that bash will replace.
_cg_split()
{
   local line=$1 rest word i
   _cg_words=() _cg_at=()
   for ((i = 0; i <= $2; i++)); do
      word=${COMP_WORDS[i]}
      rest=${line#"${line%%[![:blank:]]*}"}
      # LINE may end within the word.
      [[ $rest == "$word"* ]] || word=$rest
      if ((i == 0)) || [[ $rest != "$line" ]]; then
         _cg_words+=("$word") _cg_at+=("$i")
      else
         _cg_words[-1]+=$word
      fi
      line=${rest#"$word"}
   done
   _cg_done=${_cg_words[-1]}
   [[ $word != *[!=:@]* ]] || _cg_done=${_cg_done%"$word"}
}

# What the shell would make of a word; of an unfinished one, too.
_cg_unquoted()
{
   local word=$1
   case $word in
      \"*) word=${word#\"} word=${word%\"} ;;
      \'*) word=${word#\'} word=${word%\'} ;;
      *) word=${word//\\/} ;;
   esac
   printf '%s' "$word"
}

# Read a help text and print the syntax of each option in a line: `--auto=yes|no',
# `--diff', `-o FILE'.  Descriptions are further to the right.
_cg_syntax()
{
   sed -n -E \
      -e 's/^ {2,6}(-[^ ,]+),? (-[^ =]+)=([^ ]+).*/\1 \3\n\2=\3/p; t' \
      -e 's/^ {2,6}(-[^ ,]+),? (-[^ ]+).*/\1\n\2/p; t' \
      -e 's/^ {2,6}(-[^- ] [A-Z]+)  .*/\1/p; t' \
      -e 's/^ {2,6}(-[^ ]+).*/\1/p'
}

# Offer what begins with $2 among the values $1, one a line, each after $3.
# Plain words only, as bash types them as they are: a profile may have come from
# anywhere, and `$(...)' be the name of an event.
_cg_offer()
{
   local value
   while IFS= read -r value; do
      [[ -z $value || $value != "$2"* || $value == *[![:alnum:]:_-]* ]] ||
         COMPREPLY+=("$3$value")
   done <<<"$1"
}

# _cg_files -f|-d BEGINNING PREFIX: files, or directories only.
_cg_files()
{
   compopt -o filenames 2>/dev/null
   local file
   while IFS= read -r file; do
      COMPREPLY+=("$3$file")
   done < <(compgen "$1" -- "$(_cg_unquoted "$2")")
}

# The events of the first file that the line names, also those after the cursor; one
# a line.  If it is a profile, they are near its beginning.
_cg_events()
{
   local word file
   _cg_split "$COMP_LINE" $((${#COMP_WORDS[@]} - 1))
   for word in "${_cg_words[@]:1}"; do
      file=$(_cg_unquoted "$word")
      [[ $file != \~/* ]] || file=$HOME/${file:2}
      [[ -f $file && -r $file ]] || continue
      head -c 1M <"$file" |
         sed -n '/^events: */{ s///; s/ *$//; s/ /\n/g; p; q; }'
      return
   done
}

# The tools of a `valgrind'; ours says where they are, from the file itself.
_cg_tools()
{
   local directory=${VALGRIND_LIB-} file
   if [[ ! $directory ]]; then
      file=$(readlink -f -- "$(type -P -- "$1")")
      directory=$(sed -n "s/^tools='\(.*\)'$/\1/p" "$file" 2>/dev/null)
      [[ ! $directory ]] || directory=${file%/*}/$directory
   fi
   [[ $directory ]] || directory=/usr/libexec/valgrind
   command ls -- "$directory" 2>/dev/null | sed -n -E 's/-(amd64|arm64)-linux$//p'
}

# The predictors that the help lists, `classic, bimodal, ... or tage-64k', one a line.
_cg_predictors()
{
   { "$@" --help-all || "$@" --help; } 2>/dev/null </dev/null | tr -cs 'a-z0-9-' ' ' |
      sed -n 's/.* \(classic bimodal .* tage-8k or tage-64k\).*/\1/p' |
      sed 's/ or / /; s/ /\n/g'
}

# _cg_value COMMAND SYNTAX BEGINNING PREFIX: the values of an option.
_cg_value()
{
   local first tool=()
   # Words to choose from, not the name of a file: file:function|function:file
   if [[ $2 == *\|* && $2 != *[!a-z0-9:\|-]* ]]; then
      _cg_offer "${2//|/$'\n'}" "$3" "$4"
      return
   fi
   [[ ${1##*/} != valgrind ]] || tool=(--tool=cachegrind)
   case $2 in
      PREDICTOR | '<predictor>')
         _cg_offer "$(_cg_predictors "$1" "${tool[@]}")" "$3" "$4" ;;
      MACHINE | '<name>|<file>|native')
         _cg_offer "$("$1" "${tool[@]}" --machines 2>/dev/null </dev/null |
            cut -d ' ' -f 1)" "$3" "$4"
         _cg_files -f "$3" "$4" ;;
      *file* | FILE) _cg_files -f "$3" "$4" ;;
      *path* | DIR) _cg_files -d "$3" "$4" ;;
      A,B,C)
         first=${3%"${3##*,}"}
         compopt -o nospace 2>/dev/null
         _cg_offer "$(_cg_events)" "${3##*,}" "$4$first" ;;
      '<name>') _cg_offer "$(_cg_tools "$1")" "$3" "$4" ;;
      string | '') ;;
      *[!a-z0-9-]*) ;;
      # The only value that there is.
      *) _cg_offer "$2" "$3" "$4" ;;
   esac
}

# _cg_option COMMAND SYNTAX WORD: an option, or its value after `='.
_cg_option()
{
   local line
   while IFS= read -r line; do
      if [[ $3 == *=* ]]; then
         [[ $line != "${3%%=*}"=* ]] ||
            _cg_value "$1" "${line#*=}" "${3#*=}" "${3%%=*}="
      elif [[ ${line%%[= ]*} == "$3"* ]]; then
         # A blank follows only what is complete.
         compopt -o nospace 2>/dev/null
         case $line in
            *=*) COMPREPLY+=("${line%%=*}=") ;;
            *) COMPREPLY+=("${line%% *} ") ;;
         esac
      fi
   done <<<"$2"
}

# cg_annotate and its like: options that may be followed by a value, and files.
_cg_program()
{
   local word=${_cg_words[-1]} before='' syntax line
   # A program of the installed Valgrind has no --help-all.
   syntax=$({ "$1" --help-all ||
      "$1" --help; } 2>/dev/null </dev/null | _cg_syntax) || syntax=
   ((${#_cg_words[@]} < 3)) || before=${_cg_words[-2]}
   if [[ $before == -* && $before != *=* ]]; then
      while IFS= read -r line; do
         case $line in
            # Not after a blank: that of --show-percs may be missing.
            "$before=yes|no") break ;;
            "$before "* | "$before="*)
               _cg_value "$1" "${line#*[ =]}" "$word" ''
               return ;;
         esac
      done <<<"$syntax"
   fi
   if [[ $word == -?* ]]; then
      _cg_option "$1" "$syntax" "$word"
   else
      _cg_files -f "$word" ''
   fi
}

# valgrind and cachegrind: options, the program, and what is the program's own.
_cg_run()
{
   local word=${_cg_words[-1]} tool=() syntax i
   for ((i = 1; i < ${#_cg_words[@]} - 1; i++)); do
      case ${_cg_words[i]} in
         --tool=*) tool=("${_cg_words[i]}") ;;
         -o)
            [[ ${1##*/} != cachegrind ]] || ((++i < ${#_cg_words[@]} - 1)) || {
               _cg_files -f "$word" ''
               return
            } ;;
         -*) ;;
         *)
            # Of bash-completion; otherwise files.
            if declare -F _command_offset >/dev/null; then
               _command_offset "${_cg_at[i]}"
               _cg_done=
            else
               _cg_files -f "$word" ''
            fi
            return ;;
      esac
   done
   if [[ $word == -* ]]; then
      # Only the command cachegrind has --help-all.
      syntax=$({ "$1" "${tool[@]}" --help-all || "$1" "${tool[@]}" --help ||
         "$1" --tool=none --help; } 2>/dev/null </dev/null | _cg_syntax)
      # The tool's --help does not have it, because it is no option of a run.
      case ${1##*/}${_cg_words[*]:1:i-1} in
         cachegrind | valgrind--tool=cachegrind) syntax+=$'\n'--machines ;;
      esac
      _cg_option "$1" "$syntax" "$word"
   else
      [[ $word == */* ]] || mapfile -t COMPREPLY < <(compgen -c -- "$word")
      _cg_files -f "$word" ''
   fi
}

_cg_complete()
{
   local _cg_words _cg_at _cg_done
   COMPREPLY=()
   _cg_split "${COMP_LINE:0:COMP_POINT}" "$COMP_CWORD"
   case ${1##*/} in
      valgrind | cachegrind) _cg_run "$1" ;;
      *) _cg_program "$1" ;;
   esac
   # Bash replaces only what follows the last `=' or `:'.
   _cg_done=$(_cg_unquoted "$_cg_done")
   [[ -z $_cg_done ]] || COMPREPLY=("${COMPREPLY[@]#"$_cg_done"}")
}

# The same for another shell; see above.
_cg_print()
{
   local COMP_CWORD=$1 COMP_WORDS COMP_LINE COMP_POINT COMPREPLY blank=' '
   compopt() { [[ $2 != nospace ]] || blank=; }
   _cg_files() { printf '%s %s\n' "$1" "$3"; }
   _command_offset() { printf -- '-c %d\n' "$1"; }
   shift
   COMP_WORDS=("$@") COMP_LINE=$*
   set -- "${@:1:COMP_CWORD+1}"
   COMP_POINT=$(IFS=' '; printf '%s' "$*" | wc -m)
   _cg_complete "$1"
   ((${#COMPREPLY[@]} == 0)) || printf "%s$blank\n" "${COMPREPLY[@]}"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
   _cg_print "$@"
   exit
fi
complete -F _cg_complete cachegrind cg_annotate cg_branches cg_conflicts \
   cg_diff cg_html cg_inline cg_merge
# Elsewhere another completion of valgrind is let be.
case ${BASH_SOURCE[0]##*/} in
   valgrind | cachegrind.bash) complete -F _cg_complete valgrind ;;
esac
