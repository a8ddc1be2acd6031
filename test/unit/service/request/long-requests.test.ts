import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type RunningService, startService } from '../../../helpers/start-service.ts';

const MIB = 1024 * 1024;

const upload = async (running: RunningService, bytes: number) => {
  const body = new Uint8Array(bytes).fill(bytes % 251);
  return await running.send('PUT', `/artifacts/${createHash('sha256').update(body).digest('hex')}`, { body });
};

const store = async (running: RunningService, rows: number) => {
  const csvdata = Array.from({ length: rows }, (_, index) => ({ text: `${index}` }));
  return await running.send('POST', '/testsets', { body: { name: `${rows} rows`, csvdata } });
};

test.each([
  ['a bundle of 20 MiB is stored', upload, 20 * MIB, 10],
  ['a test set of 50,000 rows is stored', store, 50_000, 100],
])('others are answered while %s', async (_, request, size, others) => {
  await using running = await startService();
  // Loads the code for it, which takes turns of its own.
  expect((await request(running, 1)).status).toBe(200);
  const answering = new AbortController();
  const long = request(running, size).finally(() => answering.abort());
  let answered = 0;
  for (; !answering.signal.aborted; answered += 1) {
    await setImmediate();
    expect((await running.send('GET', '/apps')).status).toBe(200);
  }
  expect((await long).status).toBe(200);
  // A service that does it all in one turn would answer one or two.
  expect(answered).toBeGreaterThan(others);
});
