import { UserError } from '../../../foundation/errors/wf-error.ts';
import { loadOnce } from '../../../foundation/load-once.ts';
import type { BucketPlace, StoredObject } from './s3-bucket.ts';

/** Storage of bundles outside of the database. Each access throws WF_STORAGE when the bucket refuses or cannot be reached. */
export interface ArtifactStorage {
  /** Returns the location of a new bundle; `null`: the database. */
  locate(sha256: string): string | null;
  put(location: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /** Reads what the bucket tells without the content. @returns `null` when nothing is stored there */
  describe(location: string): Promise<StoredObject | null>;
  /** Remembers that content is damaged, whatever the bucket notes of it, so that a deploy looks at it and replaces it. */
  doubt(location: string): void;
  /** @returns `null` when nothing is stored there */
  get(location: string): Promise<Uint8Array | null>;
  remove(location: string): Promise<void>;
}

export interface OpenArtifactStorage extends ArtifactStorage, Disposable {
  /** @throws {WF_STORAGE} when a bundle could not be stored and read back */
  check(): Promise<void>;
}

/**
 * Creates the storage of bundles. A bundle's row contains its location, so that earlier bundles stay readable when new ones
 * go elsewhere. It connects on first use.
 *
 * @param address - location of new bundles, as in `s3://bucket/prefix`; `null`: the database
 * @param env - names the server and its credentials
 * @throws {WF_INVALID_INPUT} when the address is invalid
 */
export function createArtifactStorage(
  address: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): OpenArtifactStorage {
  const folder = address === null ? null : requireAddress(address);
  const bucket = loadOnce(async () => (await import('./s3-bucket.ts')).openS3Bucket(env));
  const doubted = new Set<string>();
  const put = async (location: string, bytes: Uint8Array, sha256: string | null) =>
    await (await bucket.get()).put(toBucketPlace(location), bytes, sha256);
  const get = async (location: string) => await (await bucket.get()).get(toBucketPlace(location));
  return {
    locate: (sha256) => (folder === null ? null : `${folder}${sha256}`),
    put: async (location, bytes, sha256) => {
      await put(location, bytes, sha256);
      doubted.delete(location);
    },
    describe: async (location) => {
      const told = await (await bucket.get()).describe(toBucketPlace(location));
      return told === null || !doubted.has(location) ? told : { ...told, sha256: null };
    },
    doubt: (location) => void doubted.add(location),
    get,
    remove: async (location) => await (await bucket.get()).remove(toBucketPlace(location)),
    check: async () => {
      if (folder === null) return;
      // Without this check, missing read access would show only when a route is called.
      await put(`${folder}wf-check`, new TextEncoder().encode('written by wf serve when it starts\n'), null);
      if ((await get(`${folder}wf-check`)) === null) throw notReadBack(folder);
    },
    [Symbol.dispose]: () => void bucket.ifLoaded().then((opened) => opened?.close()),
  };
}

/** Bucket names are those of a host. @source Amazon S3 user guide, "General purpose bucket naming rules" */
const ADDRESS = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<key>[\w!\-.*'()/]*))?$/;

/** Ends with a slash. */
function requireAddress(address: string): string {
  const groups = ADDRESS.exec(address)?.groups;
  if (groups === undefined) {
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: `--artifacts is ${JSON.stringify(address)}; expected a bucket with an optional prefix, as in s3://my-bucket/wf.`,
      nextSteps: ['wf serve --artifacts s3://my-bucket/wf'],
    });
  }
  const prefix = (groups['key'] ?? '').split('/').filter((part) => part !== '');
  return ['s3:/', groups['bucket'], ...prefix, ''].join('/');
}

function notReadBack(folder: string): UserError {
  return new UserError({
    code: 'WF_STORAGE',
    message: `What was stored at ${folder}wf-check cannot be read back.`,
  });
}

/** Only locations that `requireAddress` began are stored. */
function toBucketPlace(location: string): BucketPlace {
  const { bucket = '', key = '' } = ADDRESS.exec(location)?.groups ?? {};
  return { bucket, key };
}
