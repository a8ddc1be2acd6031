/** A request that was answered, as logs and metrics tell of it. It holds no query, header or body: those may hold secrets. */
export interface ServedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Template of the path, as in `/apps/{app_id}`: there are few of them. */
  readonly route: string;
  readonly path: string;
  readonly status: number;
  /** Until the answer began. */
  readonly ms: number;
  /** Id of the key; `null` when none was needed, or it was refused. */
  readonly keyId: string | null;
}
