/** Records that belong to an app. */
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

/** A record that a request names. */
export interface RecordRef {
  readonly kind: OwnedKind;
  /** For an artifact, its hash. */
  readonly id: string;
}

/** Creates references to records of one kind; ids that a request leaves out name none. */
export function refs(kind: OwnedKind, ...ids: readonly (string | null | undefined)[]): RecordRef[] {
  return ids.flatMap((id) => (id == null ? [] : [{ kind, id }]));
}
