/** One sign for each, so that what was aligned stays aligned. */
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
  // Shorter would say something else.
  '≥': '>=',
  '≤': '<=',
};

const OWN_SIGNS = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'gu');
/** The frames of what turns while one waits. */
const TURNING = /[\u2800-\u28ff]/gu;

/** Replaces the signs that wf draws with; what people wrote in their own script is theirs. */
export function toAscii(text: string): string {
  return text.replaceAll(OWN_SIGNS, (sign) => SIGNS[sign] ?? sign).replaceAll(TURNING, '*');
}

/**
 * Answers whether a terminal shows more than ASCII: its locale says so, or nothing at all, as in most containers.
 *
 * @source POSIX, "Environment Variables", 8.2: the first of these that is set decides
 */
export function hasUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['TERM'] === 'linux') return false;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((name) => name !== undefined && name !== '');
  return locale === undefined || /utf-?8/i.test(locale);
}
