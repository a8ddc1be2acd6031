/** Where text goes: the part of a process's output stream the command line uses. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
}
