/** One reason why the value of a field is invalid. */
export interface FieldIssue {
  /** Where in the value: keys and indexes. */
  readonly path: readonly (string | number)[];
  readonly msg: string;
  /** Type of the item in a 422. */
  readonly type: string;
}

/** A value of the wrong type; `kind` is the code's word for it, and `name` the message's. */
export function wrongType(path: FieldIssue['path'], kind: string, name: string): FieldIssue {
  return { path, msg: `Input should be a valid ${name}`, type: `${kind}_type` };
}

export function missing(path: FieldIssue['path']): FieldIssue {
  return { path, msg: 'Field required', type: 'missing' };
}

export function invalidValue(path: FieldIssue['path'], msg: string): FieldIssue {
  return { path, msg, type: 'value_error' };
}

/** Checks that an object has no other keys. */
export function extraKeys(value: object, known: readonly string[], path: FieldIssue['path']): FieldIssue[] {
  const extra = Object.keys(value).filter((key) => !known.includes(key));
  return extra.map((key) => ({ path: [...path, key], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }));
}
