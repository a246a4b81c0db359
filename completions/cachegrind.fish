# SPDX-License-Identifier: GPL-2.0-or-later
# cachegrind.fish: completion for fish.  What is offered comes from cachegrind.bash,
# which is beside this file in the source tree, and where bash looks for it once
# installed.  Installed under the name of each program, where fish looks for it.
set -g __cg_engine (dirname (realpath (status filename)))/cachegrind.bash
test -r $__cg_engine
or set -g __cg_engine (dirname $__cg_engine)/../../bash-completion/completions/cachegrind

function __cg_offers
   set -l before (commandline -opc)
   set -l word (commandline -ct)
   for offer in (bash $__cg_engine (count $before) $before (string unescape -- $word) 2>/dev/null)
      set -l prefix (string replace -r '^\S+ ' '' -- $offer)
      set -l files "'' "(string replace -- $prefix '' $word)
      switch $offer
         case '-c *'
            __fish_complete_subcommand
         case '-f *'
            printf '%s\n' $prefix(complete -C $files)
         case '-d *'
            printf '%s\n' $prefix(complete -C $files | string match '*/')
         case '*'
            string trim -r -- $offer
      end
   end
end

for program in cachegrind cg_{annotate,branches,conflicts,diff,html,inline,merge}
   complete -c $program -f -a '(__cg_offers)'
end
