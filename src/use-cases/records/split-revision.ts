/** A name with a revision number, as in `formal@3`. */
export interface NameWithRevision {
  readonly name: string;
  readonly revision: number;
}

/** Splits `NAME@REVISION`; `null` if the text does not end in `@` and a revision number. */
export function splitRevision(typed: string): NameWithRevision | null {
  const [, name, revision] = /^(.+)@([1-9]\d{0,8})$/.exec(typed) ?? [];
  return name === undefined ? null : { name, revision: Number(revision) };
}
