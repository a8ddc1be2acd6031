import { UserError } from '../../../foundation/errors/wf-error.ts';

/** Messages by the names of S3's refusals, of the SDK's errors and of connection errors. @source Amazon S3 API reference, "Error responses" */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'does not exist',
  AccessDenied: 'refuses these credentials (AccessDenied)',
  Forbidden: 'refuses these credentials',
  InvalidAccessKeyId: 'does not know the key in AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'refuses the secret in AWS_SECRET_ACCESS_KEY',
  ExpiredToken: 'refuses AWS_SESSION_TOKEN: it has expired',
  InvalidToken: 'refuses AWS_SESSION_TOKEN',
  RequestTimeTooSkewed: 'refuses requests of a machine whose clock is off',
  PermanentRedirect: 'is in another region: set AWS_REGION to its own',
  AuthorizationHeaderMalformed: 'is in another region: set AWS_REGION to its own',
  CredentialsProviderError: 'needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  SlowDown: 'refuses further requests for now',
  ServiceUnavailable: 'refuses requests for now',
  InternalError: 'failed (InternalError)',
  TimeoutError: 'does not answer in time',
  ECONNREFUSED: 'cannot be reached: nothing listens there',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached: there is no route to the host',
  ENOTFOUND: 'cannot be reached: the host name is unknown',
  EAI_AGAIN: 'cannot be reached: the host name cannot be looked up now',
  ETIMEDOUT: 'cannot be reached: it does not answer',
};

/** Turns an error of a bucket into a readable one. */
export function explainBucketError(error: unknown, label: string): UserError {
  return new UserError({
    code: 'WF_STORAGE',
    message: `${label} ${reasonOf(error)}.`,
    nextSteps: ['Check the address of --artifacts, AWS_ENDPOINT_URL, AWS_REGION and the credentials'],
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.message === 'Region is missing') return 'has no region: set AWS_REGION';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A host with several addresses reports the failure of each inside.
  const inner = error instanceof AggregateError ? error.errors[0] : undefined;
  const status = statusOf(error);
  return (
    REASONS[error.name] ??
    REASONS[code] ??
    (inner === undefined ? undefined : reasonOf(inner)) ??
    (status === 403 ? 'refuses these credentials' : undefined) ??
    (status === 301 ? REASONS['PermanentRedirect'] : undefined) ??
    `failed (${[error.name, status].filter((part) => part !== null).join(' ')})`
  );
}

/** Answers whether the bucket has no such object. The answer to a HEAD contains no more than the status. */
export function isMissingObject(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
}

function statusOf(error: Error): number | null {
  const metadata: unknown = '$metadata' in error ? error.$metadata : null;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
}
