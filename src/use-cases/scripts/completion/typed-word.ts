import type { Shell } from './shell-scripts.ts';

/** A word of a command line without its quotes. */
export interface TypedWord {
  readonly text: string;
  /** The quote that is not closed yet; empty outside any. */
  readonly quote: string;
}

interface Rules {
  /** Takes the meaning off the character that follows. */
  readonly escape: string;
  /** What can be escaped within a kind of quotes; `null`: anything. */
  readonly within: Readonly<Record<string, string | null>>;
  /** Whether a quote that is written twice within quotes stands for itself. */
  readonly doubles: boolean;
}

const POSIX: Rules = { escape: '\\', within: { "'": '', '"': '"\\$`' }, doubles: false };

const RULES: Readonly<Record<Shell, Rules>> = {
  bash: POSIX,
  zsh: POSIX,
  fish: { escape: '\\', within: { "'": "'\\", '"': '"\\$' }, doubles: false },
  powershell: { escape: '`', within: { "'": '', '"': null }, doubles: true },
};

/**
 * Takes the quotes off a word as a shell would, also off one that is still being typed.
 *
 * @source POSIX.1-2024, Shell Command Language, 2.2; fish 4, "Quotes"; PowerShell 7, about_Quoting_Rules
 */
export function readTypedWord(shell: Shell, raw: string): TypedWord {
  const { doubles } = RULES[shell];
  let [text, quote] = ['', ''];
  for (let at = 0; at < raw.length; at += 1) {
    const [char = '', next = ''] = [raw[at], raw[at + 1]];
    const isEscape = next !== '' && escapes(shell, quote, char, next);
    if (isEscape || (doubles && char === quote && next === quote)) {
      text += next;
      at += 1;
    } else if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    else text += char;
  }
  return { text, quote };
}

function escapes(shell: Shell, quote: string, char: string, next: string): boolean {
  const { escape, within } = RULES[shell];
  if (char !== escape) return false;
  const escapable = quote === '' ? null : (within[quote] ?? null);
  return escapable === null || escapable.includes(next);
}

/** Writes a candidate the way a shell's script reads it, fit for the place where the word is typed. */
export function toShellLine(shell: Shell, quote: string, { value, description }: ShellLine): string {
  if (shell === 'bash') return quoteForBash(value, quote);
  // _describe parts the two at the first colon that is not escaped.
  if (shell === 'zsh') return `${value.replaceAll(/[\\:]/g, '\\$&')}${description === '' ? '' : `:${description}`}`;
  return description === '' ? value : `${value}\t${description}`;
}

interface ShellLine {
  readonly value: string;
  readonly description: string;
}

/** The other shells quote what they complete; bash puts it on the line as it comes. */
function quoteForBash(value: string, quote: string): string {
  if (quote === "'") return value.replaceAll("'", `'\\''`);
  if (quote === '"') return value.replaceAll(/["\\$`]/g, '\\$&');
  return value.replaceAll(/[\s!"#$&'()*;<>?[\\\]^`{|}~]/g, '\\$&');
}
