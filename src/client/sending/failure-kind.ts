/** Why a request got no complete answer. */
export type FailureKind =
  | 'refused'
  | 'unknown-host'
  | 'no-route'
  | 'proxy'
  | 'proxy-sign-in'
  | 'connect-timeout'
  | 'tls'
  | 'not-http'
  | 'closed'
  | 'truncated'
  | 'too-large'
  | 'timeout'
  | 'interrupted'
  | 'other';
