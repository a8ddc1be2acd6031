/** Kinds of records that the audit log names. */
export type RecordKind =
  | 'app'
  | 'artifact'
  | 'deployment'
  | 'environment'
  | 'evaluation'
  | 'evaluator'
  | 'human evaluation'
  | 'import'
  | 'key'
  | 'organization'
  | 'secret'
  | 'service'
  | 'testset'
  | 'trace'
  | 'variable'
  | 'variant'
  | 'voter'
  | 'workspace';

/** The verb by which the audit log describes a write. */
export type ChangeVerb =
  | 'abandoned'
  | 'cancelled'
  | 'changed'
  | 'created'
  | 'deleted'
  | 'exported'
  | 'extended'
  | 'finished'
  | 'imported'
  | 'opened'
  | 'pruned'
  | 'resumed'
  | 'revoked'
  | 'set'
  | 'started'
  | 'stored'
  | 'unset';

/** How the audit log describes a write that records no change of its own. */
export interface AuditDefault {
  readonly kind: RecordKind;
  readonly verb: ChangeVerb;
}

export interface Change {
  readonly kind: RecordKind;
  readonly id?: string | null;
  readonly name?: string | null;
  readonly appId?: string | null;
  /** Id of the state before the change. */
  readonly before?: string | null;
  /** Id of the state after the change. */
  readonly after?: string | null;
  /** A short phrase, as in `runs formal@3 as revision 2`. */
  readonly summary?: string | null;
}
