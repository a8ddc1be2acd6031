import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/service/store/open-store.ts';

let template: Promise<Uint8Array> | undefined;

/** Writes an SQLite file with the newest schema and no rows, without waiting for migrations. */
export async function writeMigratedFile(file: string): Promise<void> {
  template ??= migrateOnce();
  await writeFile(file, await template, { mode: 0o600 });
}

async function migrateOnce(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-template-'));
  try {
    const file = join(folder, 'wf.db');
    await (await openStore({ file })).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
