/** The shells that can be told what may come next. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/**
 * What a shell runs to learn how to complete `quartet`. It asks the program itself at each Tab, which answers from its own
 * commands, options and tools: a line a candidate, with a tab and its meaning behind it for shells that show that.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash takes = and : for ends of words, so the program gets the whole line, and answers with what is missing behind them.
  bash: `_quartet() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" _complete bash "\${COMP_LINE:0:COMP_POINT}" "\${COMP_WORDBREAKS}" 2>/dev/null))
  case "\${COMPREPLY[0]-}" in
    *= | */ | *,) compopt -o nospace 2>/dev/null ;;
  esac
}
complete -o default -o bashdefault -F _quartet quartet
`,
  zsh: `#compdef quartet
_quartet() {
  local -a lines described plain
  local line
  lines=("\${(@f)$("\${words[1]}" _complete zsh "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    [[ -z $line ]] && continue
    if [[ \${line%%$'\\t'*} == *(=|/|,) ]]; then
      plain+=("\${line%%$'\\t'*}")
    else
      described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#plain} )) && compadd -S '' -- $plain
  (( \${#described} )) && _describe -t quartet quartet described
  (( \${#plain} + \${#described} )) || _files
}
if [[ $funcstack[1] == _quartet ]]; then
  _quartet "$@"
else
  compdef _quartet quartet
fi
`,
  fish: `function __quartet_complete
  set -l words (commandline -opc)
  set -l found ($words[1] _complete fish $words[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    string join \\n -- $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c quartet -f -a '(__quartet_complete)'
`,
};
