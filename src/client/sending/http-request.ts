import type { Method } from '../../contract/endpoint/endpoint.ts';

/** A request below the base URL, before credentials. */
export interface HttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
}
