import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Bucket, BucketPlace } from './bucket.ts';
import { explainBucketError, isMissingObject } from './explain-bucket-error.ts';

const CONNECT_MS = 5000;
const ANSWER_MS = 30_000;
const ATTEMPTS = 3;

/**
 * Opens Amazon S3, or a compatible server, by the usual variables: `AWS_ENDPOINT_URL`, `AWS_REGION`,
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, or a role of the machine.
 *
 * @source AWS SDKs and Tools Reference Guide, "Environment variables list"
 */
export function openS3Bucket(env: Readonly<Record<string, string | undefined>>): Bucket {
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
  const at = endpoint === null ? '' : ` at ${withoutPassword(endpoint)}`;
  const ask = async <T>({ bucket }: BucketPlace, what: () => Promise<T>): Promise<T> => {
    try {
      return await what();
    } catch (error) {
      throw explainBucketError(error, `The bucket ${bucket}${at}`);
    }
  };
  return {
    put: async (place, bytes) =>
      await ask(place, async () => {
        await client.send(new PutObjectCommand({ Bucket: place.bucket, Key: place.key, Body: bytes }));
      }),
    get: async (place) =>
      await ask(place, async () => {
        const answer = await found(client.send(new GetObjectCommand({ Bucket: place.bucket, Key: place.key })));
        return (await answer?.Body?.transformToByteArray()) ?? null;
      }),
    has: async (place) =>
      await ask(place, async () => {
        const answer = await found(client.send(new HeadObjectCommand({ Bucket: place.bucket, Key: place.key })));
        return answer !== null;
      }),
    remove: async (place) =>
      await ask(place, async () => {
        await client.send(new DeleteObjectCommand({ Bucket: place.bucket, Key: place.key }));
      }),
    close: () => client.destroy(),
  };
}

function readCredentials(env: Readonly<Record<string, string | undefined>>) {
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'] ?? '', env['AWS_SECRET_ACCESS_KEY'] ?? ''];
  if (accessKeyId === '' || secretAccessKey === '') return null;
  const sessionToken = env['AWS_SESSION_TOKEN'] ?? '';
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}

async function found<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw error;
  }
}

function withoutPassword(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'AWS_ENDPOINT_URL';
}
