import { expect, test } from 'vitest';
import { dropSlots, renewSlots, takeSlots } from '../../../../../src/service/jobs/queries/evaluation-slots.ts';
import { recordingPostgres } from '../../../../helpers/recording-postgres.ts';

const WANTED = { evaluationId: 'e', owner: 'chunk', now: 'now', expiresAt: 'later' };

/** The calls that a chunk takes, and the values that are stored for it. */
async function take(inUse: number | null, total: number, most: number) {
  const { db, statements } = recordingPostgres([{}, {}, { rows: [{ calls: inUse }] }]);
  const taken = await takeSlots(db, { ...WANTED, total, most });
  const stored = statements.flatMap(([text, ...values]) => (text.startsWith('insert') ? [values] : []));
  return { taken, stored, texts: statements.map(([text]) => text.split(' ', 2).join(' ')) };
}

test.each([
  ['all when none are in use', null, 5, 9, 5],
  ['its share when more are free', null, 5, 3, 3],
  ['what is left', 3, 5, 9, 2],
  ['the last one', 4, 5, 1, 1],
])('a chunk takes %s', async (_, inUse, total, most, taken) => {
  expect(await take(inUse, total, most)).toEqual({
    taken,
    stored: [['chunk', 'e', taken, 'later']],
    texts: ['select pg_advisory_xact_lock(hashtextextended($1,', 'delete from', 'select sum("calls")', 'insert into'],
  });
});

test.each([5, 6])('a chunk takes nothing while %i of 5 are in use', async (inUse) => {
  expect(await take(inUse, 5, 9)).toMatchObject({ taken: 0, stored: [] });
});

test('expired calls and those of an earlier attempt are released first', async () => {
  const { db, statements } = recordingPostgres([{}, {}, { rows: [{ calls: null }] }]);
  await takeSlots(db, { ...WANTED, total: 1, most: 1 });
  expect(statements[1]).toEqual([
    'delete from "evaluation_slots" where "evaluation_id" = $1 and ("expires_at" < $2 or "owner" = $3)',
    'e',
    'now',
    'chunk',
  ]);
});

test.each([
  [1n, true],
  [0n, false],
])('an owner with %i rows renews: %s', async (affected, isRenewed) => {
  const { db, statements } = recordingPostgres([{ affected }]);
  expect(await renewSlots(db, 'chunk', 'later')).toBe(isRenewed);
  expect(statements).toEqual([
    ['update "evaluation_slots" set "expires_at" = $1 where "owner" = $2', 'later', 'chunk'],
  ]);
});

test('an owner releases only its own calls', async () => {
  const { db, statements } = recordingPostgres();
  await dropSlots(db, 'chunk');
  expect(statements).toEqual([['delete from "evaluation_slots" where "owner" = $1', 'chunk']]);
});
