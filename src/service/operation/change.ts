/** A change, as an operation tells it. */
export interface Change {
  /** As in `environment`. */
  readonly kind: string;
  readonly id?: string | null;
  readonly name?: string | null;
  readonly appId?: string | null;
  /** Id of what the record was at. */
  readonly before?: string | null;
  /** Id of what it is at now. */
  readonly after?: string | null;
  /** In words. */
  readonly summary?: string | null;
}
