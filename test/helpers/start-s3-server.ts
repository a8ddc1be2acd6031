import { readdir, rm, writeFile } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';
import { tempFolder } from './temp-folder.ts';

/** An S3-compatible server with one bucket. */
export interface S3Server extends AsyncDisposable {
  /** The bucket's address, for `--artifacts`. */
  readonly address: string;
  /** Environment variables of a client. */
  readonly env: Readonly<Record<string, string>>;
  /** Keys of the objects in the bucket. */
  keys(): Promise<string[]>;
  /** Deletes an object, to simulate a loss. */
  lose(key: string): Promise<void>;
  /** Replaces an object's content. */
  damage(key: string, content?: string): Promise<void>;
  /** Deletes what was noted with an object. */
  forgetNotes(key: string): Promise<void>;
}

const CONTENT = '._S3rver_object';
const NOTES = '._S3rver_metadata.json';

export async function startS3Server(): Promise<S3Server> {
  const folder = await tempFolder();
  const place = { address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false };
  const server = new S3rver({ ...place, directory: folder.root, configureBuckets: [{ name: 'bundles' }] });
  const { port } = await server.run();
  const files = async () => await readdir(folder.path('bundles'), { recursive: true });
  return {
    address: 's3://bundles/wf',
    env: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    keys: async () =>
      (await files())
        .filter((name) => name.endsWith(CONTENT))
        .map((name) => name.slice(0, -CONTENT.length))
        .toSorted(),
    lose: async (key) => {
      for (const name of await files()) if (name.startsWith(`${key}.`)) await rm(folder.path('bundles', name));
    },
    damage: async (key, content = 'something else') =>
      await writeFile(folder.path('bundles', `${key}${CONTENT}`), content),
    forgetNotes: async (key) => await writeFile(folder.path('bundles', `${key}${NOTES}`), '{}'),
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
