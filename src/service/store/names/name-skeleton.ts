/**
 * Returns the same text for names that look alike: `tuned`, `tuпed` with a Cyrillic letter for another, `ｔuned`.
 *
 * @source UTS #39 §4, with a table of our own: letters of scripts that resemble Latin ones, and 0, 1, I and | among ASCII
 */
export function toSkeleton(name: string): string {
  const plain = name
    .normalize('NFKC')
    .normalize('NFD')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
  const mapped = Array.from(plain, (character) => PROTOTYPES.get(character) ?? character).join('');
  return mapped.replaceAll(/\s+/gu, ' ').normalize('NFD');
}

/** Characters of ASCII that look like another one, as the database replaces them. */
export const ASCII_PROTOTYPES = { '1': 'l', I: 'l', '|': 'l', '0': 'O' } as const;

/** What looks like the key in common fonts. */
const LOOKALIKES = {
  A: 'ΑАᎪꓮ',
  B: 'ΒВᏴꓐ',
  C: 'СϹᏟⅭⲤꓚ',
  D: 'Ꭰꓓ',
  E: 'ΕЕᎬⴹꓰ',
  F: 'Ϝꓝ',
  G: 'ԌᏀꓖ',
  H: 'ΗНᎻⲎꓧ',
  J: 'ЈͿᎫꓙ',
  K: 'ΚКᏦⲔꓗ',
  L: 'ᏞⳐꓡ',
  M: 'ΜМᎷϺⲘꓟ',
  N: 'ΝⲚꓠ',
  O: 'ΟОՕⲞꓳ〇',
  P: 'ΡРᏢⲢꓑ',
  Q: 'Ԛ',
  R: 'ᎡᏒꓣ',
  S: 'ЅՏᏕꓢ',
  T: 'ΤТᎢⲦꓔ',
  U: 'Սꓴ',
  V: 'ѴᏙꓦ',
  W: 'ԜᎳꓪ',
  X: 'ΧХⲬꓫ',
  Y: 'ΥҮⲨꓬ',
  Z: 'ΖᏃꓜ',
  a: 'аɑα',
  b: 'Ьᖯ',
  c: 'сϲⲥ',
  d: 'ԁᏧ',
  e: 'еҽ',
  f: 'ք',
  g: 'ɡցᶃ',
  h: 'һհᏂ',
  i: 'іıɩιᎥ',
  j: 'јϳ',
  k: 'κк',
  l: 'ІӀΙⲒӏᛁׁוןⵏꓲ∣ǀ',
  n: 'ո',
  o: 'оοօσⲟ',
  p: 'рρⲣ',
  q: 'ԛզ',
  r: 'гᴦⲅ',
  s: 'ѕꜱ',
  u: 'υսʋ',
  v: 'ѵνᴠ',
  w: 'ԝѡա',
  x: 'хⅹ',
  y: 'уүγ',
  z: 'ᴢ',
  '3': 'ЗӠƷȜ',
  '6': 'б',
  '-': '‐‑‒–—−﹣―ー',
  _: 'ˍ',
  '.': '․·۔',
  ',': '‚،',
  ':': '։׃܃∶꞉',
  "'": '‘’ʼʹ′',
  '"': '“”″',
  '/': '⁄∕',
} as const;

const PROTOTYPES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LOOKALIKES).flatMap(([letter, alike]) => Array.from(alike, (one) => [one, letter] as const)),
  ...Object.entries(ASCII_PROTOTYPES),
]);
