/** The methods of an output stream that commands use. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
}
