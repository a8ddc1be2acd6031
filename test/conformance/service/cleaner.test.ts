import { testedDatabase } from '../../helpers/tested-database.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createArtifactStorage } from '../../../src/service/hosting/artifacts/artifact-storage.ts';
import { createCleaner } from '../../../src/service/retention/create-cleaner.ts';
import { createRetention } from '../../../src/service/retention/create-retention.ts';
import { type RunningService, startService } from '../../helpers/start-service.ts';

const MINUTE = 60_000;

async function storeLine({ store }: RunningService, created_at: string): Promise<void> {
  const row = { output: 'x', cost: null, latency: null, usage: null, warm_up: null, call_group: null };
  await store.db
    .insertInto('cells')
    .values({ hash: created_at, created_at, ...row })
    .execute();
}

/** A cleaner whose clocks stand still until they are moved. */
function openCleaner({ store }: RunningService, keepSeconds: number | null = 86_400) {
  const clock = { wallMs: Date.parse('2026-11-24T00:00:00Z'), elapsedMs: 0 };
  const problems: unknown[] = [];
  const cleaner = createCleaner({
    store,
    retention: createRetention({ store, artifacts: createArtifactStorage(null) }),
    keepSeconds,
    now: () => new Date(clock.wallMs),
    elapsedMs: () => clock.elapsedMs,
    onProblem: (error) => problems.push(error),
    everyMs: 3_600_000,
  });
  return { clock, problems, cleaner };
}

const hashesOf = async ({ store }: RunningService) =>
  (await store.db.selectFrom('cells').select('hash').orderBy('hash').execute()).map(({ hash }) => hash);

describe('a cleaner', () => {
  test('a round prunes what is too old, says so in the audit log, and pauses for an hour', async () => {
    await using running = await startService({ database: testedDatabase() });
    const { cleaner, problems } = openCleaner(running);
    await using _ = cleaner;
    await storeLine(running, '2026-11-01T00:00:00.000Z');
    await storeLine(running, '2026-11-23T12:00:00.000Z');
    await cleaner.look();
    expect(await hashesOf(running)).toEqual(['2026-11-23T12:00:00.000Z']);
    const entries = (await (await running.send('GET', '/audit-log?tail=1')).json()) as unknown[];
    expect(entries).toEqual([
      expect.objectContaining({ request_id: 'wf', action: 'prune', summary: 'pruned 1 outputs' }),
    ]);
    await storeLine(running, '2026-11-02T00:00:00.000Z');
    for (let minute = 1; minute < 60; minute += 1) await cleaner.look();
    expect(await hashesOf(running)).toHaveLength(2);
    await cleaner.look();
    expect([await hashesOf(running), problems]).toEqual([['2026-11-23T12:00:00.000Z'], []]);
  });

  test('without an age, a round prunes only what a rule names', async () => {
    await using running = await startService({ database: testedDatabase() });
    const { cleaner, problems } = openCleaner(running, null);
    await using _ = cleaner;
    await storeLine(running, '2026-11-01T00:00:00.000Z');
    await storeLine(running, '2026-11-23T12:00:00.000Z');
    await cleaner.look();
    expect(await hashesOf(running)).toHaveLength(2);
    await running.send('PUT', '/retention', { body: { keep: { outputs: 7 * 86_400 } } });
    for (let minute = 0; minute < 60; minute += 1) await cleaner.look();
    expect([await hashesOf(running), problems]).toEqual([['2026-11-23T12:00:00.000Z'], []]);
  });

  test('a busy minute is left out, but not for a whole day', async () => {
    await using running = await startService({ database: testedDatabase() });
    const { cleaner } = openCleaner(running);
    await using _ = cleaner;
    await storeLine(running, '2026-11-01T00:00:00.000Z');
    const lookBusy = async () => {
      for (let request = 0; request < 100; request += 1) cleaner.note();
      await cleaner.look();
    };
    for (let minute = 0; minute < 24 * 60; minute += 1) await lookBusy();
    expect(await hashesOf(running)).toHaveLength(1);
    await lookBusy();
    expect(await hashesOf(running)).toEqual([]);
  });

  test('a round that fails is a problem, and is tried again a minute later', async () => {
    await using running = await startService({ database: testedDatabase() });
    const { cleaner, problems } = openCleaner(running);
    await using _ = cleaner;
    await storeLine(running, '2026-11-01T00:00:00.000Z');
    await sql`alter table cells rename to elsewhere`.execute(running.store.db);
    await cleaner.look();
    expect(problems).toHaveLength(1);
    await sql`alter table elsewhere rename to cells`.execute(running.store.db);
    await cleaner.look();
    expect([await hashesOf(running), problems.length]).toEqual([[], 1]);
  });

  test('a clock that jumps ahead prunes nothing', async () => {
    await using running = await startService({ database: testedDatabase() });
    const { cleaner, clock, problems } = openCleaner(running);
    await using _ = cleaner;
    await storeLine(running, '2026-11-23T12:00:00.000Z');
    clock.elapsedMs += MINUTE;
    clock.wallMs += MINUTE + 400 * 86_400_000;
    await cleaner.look();
    expect(await hashesOf(running)).toHaveLength(1);
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('jumped ahead') })]);
  });
});
