/** An answered request, for logs and metrics. It has no query, headers or body: those may contain secrets. */
export interface ServedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Template of the path, as in `/apps/{app_id}`: there are few of them. */
  readonly route: string;
  readonly path: string;
  readonly status: number;
  /** Milliseconds until the answer began. */
  readonly ms: number;
  /** Id of the key; `null` when none was needed, or it was refused. */
  readonly keyId: string | null;
}
