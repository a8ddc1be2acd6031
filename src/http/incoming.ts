/** What is read of a request to answer it. A web `Request` is one; a caller in the same process need not make one. */
export interface Incoming {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly signal: AbortSignal;
  arrayBuffer(): Promise<ArrayBuffer>;
}
