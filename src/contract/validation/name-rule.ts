// Without schemas: commands that list records start without zod.

import { APP_NAME_LENGTH, NAME_LENGTH } from '../../foundation/sizes.ts';

/** Longest name of a record, in UTF-16 code units. */
export const MAX_NAME_LENGTH = NAME_LENGTH.most;

/** Names of apps: letters of any script. */
export const APP_NAME = /^[\p{L}\p{M}\p{Nd}_-]+$/u;
export const APP_NAME_RULE = 'Use letters, digits, "-" and "_" in an app name';
export const MAX_APP_NAME_LENGTH = APP_NAME_LENGTH.most;

/** Brings a name into the form that is stored: NFC, without spaces at its ends. */
export function toStoredName(typed: string): string {
  return typed.normalize('NFC').trim();
}

/**
 * Describes what is wrong with a new name; `null`: nothing.
 *
 * @remarks Our choice: any script and emoji are welcome. What nobody sees is not, but for joiners where a script or an
 * emoji needs them: a zero-width joiner or non-joiner between letters of Arabic, Mongolian or Indic scripts, a joiner or
 * a variation selector after an emoji. Names are in NFC, so a test of equality is one of bytes.
 * @source UTS #39 §5.2 (words of one script), UAX #31 §2.3 (joiners); what else is ours
 */
export function findNameMistake(name: string): string | null {
  if (/@\p{Nd}+\s*$/u.test(name.normalize('NFKC')))
    return 'A name must not end in "@" and a number, which means a revision';
  if (FULL_ID.test(name)) return 'A name must not have the form of an id';
  if (name.startsWith('-')) return 'A name must not begin with "-", as options do';
  if (/^\.{1,2}$/.test(name)) return 'A name must not be "." or "..", which addresses leave out';
  const hidden = findHidden(name);
  if (hidden !== null) return `A name must not contain ${toCodePoint(hidden)}, which is not a visible character`;
  const mixed = findMixedWord(name);
  return mixed === null ? null : `Write the word ${JSON.stringify(mixed)} in one script: it mixes ${scriptsIn(mixed)}`;
}

/** Describes what keeps a name out of lists, as in `--variants A,B`, and out of `env:NAME`; `null`: nothing. */
export function findSeparator(name: string): string | null {
  if (/^(?:env|variant):/.test(name))
    return 'A name of this kind must not begin with "env:" or "variant:", which say what a name is of';
  return name.includes(',') ? 'A name of this kind must not contain ",", which separates names in a list' : null;
}

/** Writes a character as in `U+0430`. */
export function toCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns whether two texts are the same name: macOS types the names of files in NFD, and old records may have it. */
export function isSameName(one: string, other: string): boolean {
  return one === other || one.normalize('NFC') === other.normalize('NFC');
}

const FULL_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Format, private and unassigned characters, line and paragraph separators, and what is drawn as nothing. Control
 * characters have a rule of their own.
 */
const HIDDEN = /[\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const JOINED_SCRIPT =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Nkoo}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}' +
  '\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}]';

/** Finds a character that nobody sees; `null`: there is none. */
export function findHidden(name: string): string | null {
  const joiners = new RegExp(`(?<=${JOINED_SCRIPT}\\p{M}*)[\\u200c\\u200d](?=${JOINED_SCRIPT})`, 'gu');
  const emoji = /(?<=\p{Extended_Pictographic}\p{EMod}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu;
  const selectors = /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;
  return HIDDEN.exec(name.replaceAll(joiners, '').replaceAll(emoji, '').replaceAll(selectors, ''))?.[0] ?? null;
}

/** Scripts whose letters are drawn alike. Japanese, Chinese and Korean mix with Latin letters, and look like none. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'] as const;

function findMixedWord(name: string): string | null {
  // Plain ASCII has one script, and is what most names are.
  if (!/[^\0-\u007f]/.test(name)) return null;
  const words = name.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.find((word) => scriptNames(word).length > 1) ?? null;
}

function scriptNames(word: string): string[] {
  return ALIKE.filter((script) => new RegExp(`\\p{sc=${script}}`, 'u').test(word));
}

function scriptsIn(word: string): string {
  const [first = '', ...others] = scriptNames(word);
  const second = others[0] ?? '';
  const letterOf = (script: string) => toCodePoint(new RegExp(`\\p{sc=${script}}`, 'u').exec(word)?.[0] ?? '');
  return `${first} (${letterOf(first)}) and ${second} (${letterOf(second)})`;
}
