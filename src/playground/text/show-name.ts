/** Nothing that can be seen: spaces, controls, and what is drawn with no width. */
const UNSEEN = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** Writes a name that nobody can see by its characters, in quotes: `"\u200b"`. Any other is as it is. */
export function showName(name: string): string {
  if (!UNSEEN.test(name)) return name;
  const codes = Array.from(name, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
  return `"${codes.join('')}"`;
}
