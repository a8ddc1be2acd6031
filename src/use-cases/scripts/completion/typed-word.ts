import type { Shell } from './shell-scripts.ts';

/** A word of a command line without its quotes. */
export interface TypedWord {
  readonly text: string;
  /** The open quote; empty outside quotes. */
  readonly quote: string;
}

interface Rules {
  /** Escapes the next character. */
  readonly escape: string;
  /** Characters that can be escaped within each quote; `null`: any. */
  readonly within: Readonly<Record<string, string | null>>;
  /** Whether a doubled quote within quotes is a literal quote. */
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
 * Unquotes a word as the shell would, even while it is being typed.
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

/** Formats a candidate for a shell's script, escaped for the word being typed. */
export function toShellLine(shell: Shell, quote: string, { value, description }: ShellLine): string {
  if (shell === 'bash') return quoteForBash(value, quote);
  // _describe splits value and description at the first unescaped colon.
  if (shell === 'zsh') return `${value.replaceAll(/[\\:]/g, '\\$&')}${description === '' ? '' : `:${description}`}`;
  return description === '' ? value : `${value}\t${description}`;
}

interface ShellLine {
  readonly value: string;
  readonly description: string;
}

/** Other shells quote completions themselves; bash inserts them as they are. */
function quoteForBash(value: string, quote: string): string {
  if (quote === "'") return value.replaceAll("'", `'\\''`);
  if (quote === '"') return value.replaceAll(/["\\$`]/g, '\\$&');
  return value.replaceAll(/[\s!"#$&'()*;<>?[\\\]^`{|}~]/g, '\\$&');
}
