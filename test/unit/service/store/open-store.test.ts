import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../../src/service/store/open-store.ts';

test.each([
  ['16 MB, the default for a server', {}, -16_384],
  ['the given size', { cacheMb: 4 }, -4096],
])('a SQLite database caches %s', async (_, options, kilobytes) => {
  const folder = await mkdtemp(join(tmpdir(), 'wf-store-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  await using store = await openStore({ file: join(folder, 'wf.db'), ...options });
  const { rows } = await sql<{ cache_size: number }>`pragma cache_size`.execute(store.db);
  expect(rows).toEqual([{ cache_size: kilobytes }]);
});
