import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder, removed with its contents. */
export interface TempFolder extends AsyncDisposable {
  readonly root: string;
  path(...parts: readonly string[]): string;
}

export async function tempFolder(): Promise<TempFolder> {
  const root = await mkdtemp(join(tmpdir(), 'wf-test-'));
  return {
    root,
    path: (...parts) => join(root, ...parts),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
