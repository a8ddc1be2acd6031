/** An object whose fields are not known, such as JSON of others. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object with named fields: neither a list nor `null`. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object, or an empty one in place of anything else. */
export function toRecord(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

/** Leaves out the fields that are undefined. */
export function omitUndefined<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  // Without undefined values, the rest has the types of the claim.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

/** Reads a field; `undefined` if the value is not an object or has no such field of its own. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A type whose fields and lists cannot be changed, at any depth. */
export type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
