/** A call of the sources has been answered. */
export interface CallEnd {
  readonly type: 'call-end';
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  /** In US dollars; `null` when it is unknown, or no model was called. */
  readonly cost: number | null;
  /** Why it failed; `null`: it did not. */
  readonly message: string | null;
  /** Where the author's code threw, below the project's folder; `null` if that is unknown. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly frame: string | null;
}
