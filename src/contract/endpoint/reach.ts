/** Kinds of records that belong to an app. */
export type OwnedKind =
  | 'app'
  | 'artifact'
  | 'base'
  | 'case'
  | 'evaluation'
  | 'evaluator'
  | 'human evaluation'
  | 'test set'
  | 'test set revision'
  | 'variant';

/**
 * What a key of some apps gets from an endpoint:
 *
 * - `open`: the same as a key of all apps, because nothing belongs to an app.
 * - `all apps`: 403, because the effect is not limited to an app.
 * - `its apps`: only what belongs to its apps. The operation selects it by the caller's `appIds`.
 * - `its bundles`: only bundles that its apps use, or that it uploaded itself. Others count as not stored.
 * - an object: the fields of the request that name records. All of them must belong to its apps, else the answer is 404.
 *
 * It is plain data, so that the service need not load an endpoint's schemas to know it.
 */
export type Reach<Field extends string = string> =
  | 'open'
  | 'all apps'
  | 'its apps'
  | 'its bundles'
  | NamedRecords<Field>
  | TypedRecords<Field>;

/** Fields with ids of records, by the kind of record; they are checked in this order. A field that is left out names none. */
export type NamedRecords<Field extends string = string> = {
  readonly [Kind in OwnedKind]?: Field | readonly Field[] | { readonly commaSeparated: Field };
} & {
  /** The request also names bundles, which the operation checks. */
  readonly bundles?: 'its bundles';
};

/** Fields of a request that says by a field of which kind its ids are. */
export interface TypedRecords<Field extends string = string> {
  readonly kindIn: Field;
  /** The kind of record for each value of that field. */
  readonly kinds: Readonly<Record<string, OwnedKind>>;
  readonly ids: Field;
}
