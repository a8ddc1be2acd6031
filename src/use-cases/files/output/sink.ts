/** Where the bytes of a result go. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the output: afterwards, all of it is there. */
  finish(): Promise<void>;
  /** Discards incomplete output. Does nothing after `finish`. */
  discard(): Promise<void>;
}
