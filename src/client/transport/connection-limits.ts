export interface ConnectionLimits {
  /** Connections kept open to one service, 1 or more. @defaultValue 64 */
  readonly connections: number;
  /** Time limit of opening a connection, in milliseconds. @defaultValue 10000 */
  readonly connectTimeoutMs: number;
}
