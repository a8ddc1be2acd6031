import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { fieldOf } from '../../../foundation/record.ts';

const CONNECT_MS = 5000;
const ANSWER_MS = 30_000;
const ATTEMPTS = 3;

/**
 * Opens Amazon S3, or a compatible server, by the usual variables: `AWS_ENDPOINT_URL`, `AWS_REGION`,
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, or a role of the machine.
 *
 * @source AWS SDKs and Tools Reference Guide, "Environment variables list"
 */
export function openS3Bucket(env: Readonly<Record<string, string | undefined>>) {
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'] ?? null;
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? (endpoint === null ? null : 'us-east-1');
  const credentials = readCredentials(env);
  const client = new S3Client({
    // Without keys the SDK looks further: a profile, a role of the machine.
    ...(credentials === null ? {} : { credentials }),
    ...(region === null ? {} : { region }),
    // Self-hosted servers have one host name, not one for each bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    // The signature covers the content already, and not every server knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  });
  const server = endpoint === null ? '' : ` at ${withoutPassword(endpoint)}`;
  const ask = async <T>({ bucket, key }: BucketPlace, send: (at: { Bucket: string; Key: string }) => Promise<T>) => {
    try {
      return await send({ Bucket: bucket, Key: key });
    } catch (error) {
      throw explainBucketError(error, `The bucket ${bucket}${server}`);
    }
  };
  return {
    put: async (place: BucketPlace, bytes: Uint8Array, sha256: string | null): Promise<void> =>
      await ask(place, async (at) => {
        const noted = sha256 === null ? {} : { Metadata: { sha256 } };
        await client.send(new PutObjectCommand({ ...at, Body: bytes, ...noted }));
      }),
    /** Asks for an object without its content. */
    describe: async (place: BucketPlace): Promise<StoredObject | null> =>
      await ask(place, async (at) => {
        const answer = await found(client.send(new HeadObjectCommand(at)));
        return answer === null
          ? null
          : { size: answer.ContentLength ?? null, sha256: answer.Metadata?.['sha256'] ?? null };
      }),
    get: async (place: BucketPlace): Promise<Uint8Array | null> =>
      await ask(place, async (at) => {
        const answer = await found(client.send(new GetObjectCommand(at)));
        return (await answer?.Body?.transformToByteArray()) ?? null;
      }),
    /** Does nothing when no object is there. */
    remove: async (place: BucketPlace): Promise<void> =>
      await ask(place, async (at) => void (await client.send(new DeleteObjectCommand(at)))),
    close: (): void => client.destroy(),
  };
}

function readCredentials(env: Readonly<Record<string, string | undefined>>) {
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'] ?? '', env['AWS_SECRET_ACCESS_KEY'] ?? ''];
  if (accessKeyId === '' || secretAccessKey === '') return null;
  const sessionToken = env['AWS_SESSION_TOKEN'] ?? '';
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}

async function found<T>(asking: Promise<T>): Promise<T | null> {
  return await asking.catch((error: unknown) => {
    // The answer to a HEAD contains no more than the status.
    if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return null;
    throw error;
  });
}

function withoutPassword(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'AWS_ENDPOINT_URL';
}

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

function statusOf(error: Error): number | null {
  const status = fieldOf(fieldOf(error, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' ? status : null;
}

export interface BucketPlace {
  readonly bucket: string;
  readonly key: string;
}

/** What a bucket tells of an object without its content; `null`: it does not say. */
export interface StoredObject {
  readonly size: number | null;
  /** As noted with the object when it was stored. */
  readonly sha256: string | null;
}

export type Bucket = ReturnType<typeof openS3Bucket>;
