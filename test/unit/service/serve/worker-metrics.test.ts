import { expect, test } from 'vitest';
import { createWorkerMetrics } from '../../../../src/service/serve/serve-worker.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const CHUNK = { evaluationId: 'e-1', from: 0, to: 9 };

async function read(answer: Promise<Response | null>): Promise<string[]> {
  const text = (await (await answer)?.text()) ?? '';
  return text.split('\n').filter((line) => line.startsWith('wf_chunk'));
}

test('chunks are counted by how each ended, and their seconds added up', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  const metrics = createWorkerMetrics({ store, now: () => new Date(), dataDir: folder.path('.') });
  const ask = () => metrics.fetch(new Request('http://wf.test/metrics'));
  expect(await read(ask())).toEqual(['wf_chunk_seconds_total 0']);
  metrics.note({ ...CHUNK, end: 'done', ms: 1500 });
  metrics.note({ ...CHUNK, end: 'done', ms: 500 });
  metrics.note({ ...CHUNK, end: 'given up', ms: 250 });
  expect(await read(ask())).toEqual([
    'wf_chunks_total{end="done"} 2',
    'wf_chunks_total{end="given up"} 1',
    'wf_chunk_seconds_total 2.25',
  ]);
});

test('the state of database and process is included, without names', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  const metrics = createWorkerMetrics({ store, now: () => new Date(), dataDir: folder.path('.') });
  metrics.note({ ...CHUNK, end: 'done', ms: 1 });
  const answer = await metrics.fetch(new Request('http://wf.test/metrics'));
  expect(answer?.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = (await answer?.text()) ?? '';
  expect(text).toMatch(/^wf_database_up 1$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).not.toContain('e-1');
});

test.each([
  ['POST', '/metrics'],
  ['GET', '/metrics/more'],
])('%s %s is not handled', async (method, path) => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  expect(
    await createWorkerMetrics({ store, now: () => new Date(), dataDir: folder.path('.') }).fetch(
      new Request(`http://wf.test${path}`, { method }),
    ),
  ).toBeNull();
});
