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
  /** What a call of a deployed route ran; `null`: it was another request, or ran nothing. */
  readonly hosted: HostedLabels | null;
  /** Why a call of a deployed route failed, in its workflow's own words. Left out: it did not, or gave no reason. */
  readonly error?: string;
}

export interface HostedLabels {
  readonly app: string;
  readonly variant: string;
  /** Number of the variant's revision; `null`: the call brings its configuration. */
  readonly revision: number | null;
  /** `null`: the variant was named, or the call brings its configuration. */
  readonly environment: string | null;
  /** Path below the variant's address. */
  readonly route: string;
}
