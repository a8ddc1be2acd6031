export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

export const INSTALL_LINES: Readonly<Record<Shell, string>> = {
  bash: "echo 'source <(wf autocomplete bash)' >> ~/.bashrc",
  zsh: "echo 'source <(wf autocomplete zsh)' >> ~/.zshrc",
  fish: 'wf autocomplete fish > ~/.config/fish/completions/wf.fish',
  powershell: 'wf autocomplete powershell >> $PROFILE',
};

/**
 * Completion scripts. Each calls `wf autocomplete SHELL -- WORDS` for candidates, and falls back to files if there are
 * none. It passes the words as typed, up to the cursor and with quotes: no shell unquotes a word that is being typed.
 *
 * bash, from 3.2 on, also splits words at `=` and `:`, and replaces only the last part: the script joins parts without a
 * space between them, and removes the prefix from the candidates. PowerShell drops empty words and consumes a bare `--`
 * if wf is a script, as npm installs it: hence `""` and the quoted `--`.
 */
export const SHELL_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_wf() {
  local line=\${COMP_LINE:0:COMP_POINT} words=() word= before= blanks part found
  for part in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    blanks=\${line%%[![:blank:]]*}
    line=\${line#"$blanks"}
    if [[ -n $blanks ]]; then words+=("$word") word=; fi
    before=$word
    word+=\${line:0:\${#part}}
    line=\${line:\${#part}}
  done
  part=\${word#"$before"}
  if [[ -n $part && $COMP_WORDBREAKS == *"$part"* ]]; then before=$word; fi
  COMPREPLY=()
  while IFS= read -r found; do
    COMPREPLY+=("\${found#"$before"}")
  done < <(wf autocomplete bash -- "\${words[@]:1}" "$word" 2>/dev/null)
}
complete -o default -F _wf wf`,
  zsh: `#compdef wf
_wf() {
  local -a lines
  lines=("\${(@f)$(wf autocomplete zsh -- "\${(@)words[2,CURRENT-1]}" "$QIPREFIX$PREFIX" 2>/dev/null)}")
  if [[ -n "\${lines[1]}" ]]; then _describe 'wf' lines; else _files; fi
}
if [[ "\${funcstack[1]}" == _wf ]]; then
  _wf "$@"
else
  if ! whence compdef >/dev/null; then autoload -Uz compinit && compinit; fi
  compdef _wf wf
fi`,
  fish: `function __wf_complete
  set -l found (wf autocomplete fish -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c wf -f -a '(__wf_complete)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName wf -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @('autocomplete', 'powershell', '--')
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.StartOffset -lt $cursorPosition) { $words += $element.ToString() }
  }
  if ($wordToComplete -eq '') { $words += '""' }
  wf @words 2>$null | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $value }
    $text = if ($value -match '[^\\w./:=@,+-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $description)
  }
}`,
};
