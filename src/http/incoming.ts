/**
 * The parts of a request that are read to answer it. A web `Request` has them; a caller in the same process need not
 * create one.
 */
export interface Incoming {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly signal: AbortSignal;
  arrayBuffer(): Promise<ArrayBuffer>;
}
