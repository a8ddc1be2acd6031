/** One character each, so that alignment is kept. */
const SIGNS: Readonly<Record<string, string>> = {
  '✓': '+',
  '✗': 'x',
  '●': '*',
  '○': 'o',
  '·': '.',
  '…': '~',
  '→': '>',
  '−': '-',
  '–': '-',
  '“': '"',
  '”': '"',
  '█': '#',
  '▒': '=',
  '░': '.',
  '▁': '_',
  '▂': '.',
  '▃': ',',
  '▄': '-',
  '▅': '=',
  '▆': '+',
  '▇': '*',
  '─': '-',
  '│': '|',
  '├': '|',
  '┤': '|',
  '┼': '+',
  '↑': '^',
  '↓': 'v',
  // A single character would change the meaning.
  '≥': '>=',
  '≤': '<=',
};

const OWN_SIGNS = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'gu');
const TURNING = /[\u2800-\u28ff]/gu;

/** Replaces the characters that wf draws with, but not the users' own text. */
export function toAscii(text: string): string {
  return text.replaceAll(OWN_SIGNS, (sign) => SIGNS[sign] ?? sign).replaceAll(TURNING, '*');
}

/**
 * Returns whether a terminal shows Unicode: its locale is UTF-8, or no locale is set, as in most containers.
 *
 * @source POSIX, "Environment Variables", 8.2: the first of these that is set decides
 */
export function hasUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['TERM'] === 'linux') return false;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((name) => name !== undefined && name !== '');
  return locale === undefined || /utf-?8/i.test(locale);
}
