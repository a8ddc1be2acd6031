import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSealingKey } from '../../../src/service/secrets/queries.ts';
import { openSealed } from '../../helpers/open-sealed.ts';

test('secrets are sealed again while the service runs, and its next requests use the new key', async () => {
  await using world = await openSealed();
  const { folder, running, values } = world;
  const before = await values();
  const rotated = await world.rotate();
  expect(rotated).toMatchObject({ resealed: 2, unopened: 0, file: folder.path('secret.key') });
  expect(rotated.key).not.toBe(rotated.previous);
  const after = await values();
  expect(after.map((sealed) => sealed.split('.')[1])).toEqual([rotated.key, rotated.key]);
  expect(after).not.toEqual(before);
  expect(await world.opened()).toEqual({ A: 'sk-1' });
  await world.set('B', 'sk-2');
  expect(await world.opened()).toEqual({ A: 'sk-1', B: 'sk-2' });
  expect((await running.send('GET', '/health/ready')).status).toBe(200);
  const lines = (await readFile(folder.path('secret.key'), 'utf8')).trim().split('\n');
  expect([lines.length, (await stat(folder.path('secret.key'))).mode & 0o777]).toEqual([2, 0o600]);
  const log = await running.send('GET', '/audit-log?tail=5');
  expect(await log.text()).toContain(`sealing key, was ${rotated.previous}`);
});

test('a run that was killed after any step is continued, without a third key', async () => {
  await using world = await openSealed();
  const { folder } = world;
  const file = folder.path('secret.key');
  const old = await readFile(file, 'utf8');
  // Killed after the file was written.
  await writeFile(file, `${'ab'.repeat(32)}\n${old}`);
  const aborted = AbortSignal.abort(new Error('killed'));
  // Killed after the database named the new key.
  await expect(world.rotate({ signal: aborted })).rejects.toThrow('killed');
  const key = await world.running.store.readBeside(readSealingKey);
  const rotated = await world.rotate();
  expect(rotated).toMatchObject({ key, previous: key, resealed: 2 });
  expect(await readFile(file, 'utf8')).toBe(`${'ab'.repeat(32)}\n${old}`);
  expect(await world.opened()).toEqual({ A: 'sk-1' });
  // The next run is another rotation.
  expect((await world.rotate()).key).not.toBe(key);
});
