/** Limits of a transport's connections. */
export interface ConnectionLimits {
  /** Connections kept open to one service, 1 or more. @defaultValue 64 */
  readonly connections: number;
  /** Time limit for opening a connection, in milliseconds, above 0. @defaultValue 10000 */
  readonly connectTimeoutMs: number;
}
