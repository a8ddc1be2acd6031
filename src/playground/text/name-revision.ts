/** Letters that are written from right to left: Hebrew, Arabic and their kin. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Names a revision of a variant for people: `tuned@3`. */
export function nameRevision(name: string, revision: string | number): string {
  return `${isolate(name)}@${revision}`;
}

/** Names a revision from its reference, which is for machines: `tuned@3`. */
export function nameReference(reference: string): string {
  const end = reference.lastIndexOf('@');
  return end === -1 ? isolate(reference) : nameRevision(reference.slice(0, end), reference.slice(end + 1));
}

/** Keeps a name that is written from right to left from pulling what follows to its other side. */
function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
