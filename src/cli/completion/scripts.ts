import type { Shell } from "./shells.ts";

/**
 * What a shell sources. Each asks `passdown __complete WORD...` for lines of VALUE, tab, explanation, and completes file
 * names where it answers nothing.
 */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# bash completion of passdown. For every shell: passdown completion bash > ~/.local/share/bash-completion/completions/passdown
_passdown() {
  local value
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    [[ -n $value ]] && COMPREPLY+=("$value")
  done < <(passdown __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _passdown passdown
`,
  zsh: `#compdef passdown
# zsh completion of passdown. For every shell: passdown completion zsh > a folder of $fpath, as _passdown
_passdown() {
  local -a proposals
  local line value brief
  for line in "\${(@f)$(passdown __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    value=\${line%%$'\\t'*}
    brief=\${line#*$'\\t'}
    [[ -n $value ]] || continue
    if [[ -n $brief ]]; then proposals+=("\${value//:/\\\\:}:$brief"); else proposals+=("\${value//:/\\\\:}"); fi
  done
  if (( \${#proposals} )); then _describe passdown proposals; else _files; fi
}
if [[ \${funcstack[1]} == _passdown ]]; then _passdown "$@"; else compdef _passdown passdown; fi
`,
  fish: `# fish completion of passdown. For every shell: passdown completion fish > ~/.config/fish/completions/passdown.fish
function __passdown_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l proposals (passdown __complete $words[2..-1] 2>/dev/null)
    if test (count $proposals) -gt 0
        printf '%s\\n' $proposals
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c passdown -f -a '(__passdown_complete)'
`,
};
