export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** Where a shell's script goes, for the person who asks. */
export const INSTALL_LINES: Readonly<Record<Shell, string>> = {
  bash: "echo 'source <(wf autocomplete bash)' >> ~/.bashrc",
  zsh: "echo 'source <(wf autocomplete zsh)' >> ~/.zshrc",
  fish: 'wf autocomplete fish > ~/.config/fish/completions/wf.fish',
  powershell: 'wf autocomplete powershell >> $PROFILE',
};

/** Each asks `wf autocomplete SHELL -- WORDS` what may follow, and falls back to files when nothing may. */
export const SHELL_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_wf() {
  local IFS=$'\\n'
  COMPREPLY=($(wf autocomplete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _wf wf`,
  zsh: `#compdef wf
_wf() {
  local -a lines
  lines=("\${(@f)$(wf autocomplete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${lines[1]}" ]]; then _describe 'wf' lines; else _files; fi
}
if ! whence compdef >/dev/null; then autoload -Uz compinit && compinit; fi
compdef _wf wf`,
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
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '""' }
  wf autocomplete powershell -- @words 2>$null | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
  }
}`,
};

/** Writes a candidate the way a shell's script reads it. */
export function toShellLine(shell: Shell, value: string, description: string): string {
  if (shell === 'bash') return value;
  if (shell === 'zsh') return `${value.replaceAll(':', '\\:')}${description === '' ? '' : `:${description}`}`;
  return description === '' ? value : `${value}\t${description}`;
}
