import { expect, test } from 'vitest';
import {
  dropClaim,
  lockClaims,
  noteClaim,
  readClaims,
  renewClaim,
} from '../../../../../src/service/jobs/queries/cell-claims.ts';
import { openBare } from '../../../../helpers/open-bare.ts';
import { recordingPostgres } from '../../../../helpers/recording-postgres.ts';

const [BEFORE, NOW, LATER] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
const claim = (owner: string, cells: readonly string[], expiresAt = LATER, code = 'x') => ({
  owner,
  code,
  cells,
  expiresAt,
});

test('work is claimed that another run of the same code does now', async () => {
  const { db } = await openBare();
  await noteClaim(db, claim('own', ['a']));
  await noteClaim(db, claim('other', ['b', 'c', 'b'], NOW));
  await noteClaim(db, claim('ended', ['d']));
  await noteClaim(db, claim('expired', ['e'], BEFORE));
  await noteClaim(db, claim('elsewhere', ['f'], LATER, 'y'));
  const isGone = (owner: string) => owner === 'ended';
  const isClaimed = await readClaims(db, { code: 'x', besides: 'own', now: NOW, isGone });
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'b c'].filter(isClaimed)).toEqual(['b', 'c']);
});

const stored = async (db: Awaited<ReturnType<typeof openBare>>['db']) =>
  await db.selectFrom('cell_claims').selectAll().orderBy('owner').execute();

test('a claim replaces an earlier one of its run, is renewed and dropped', async () => {
  const { db } = await openBare();
  await noteClaim(db, claim('one', ['a', 'b']));
  await noteClaim(db, claim('two', ['c'], NOW));
  await noteClaim(db, claim('one', ['d', 'e', 'd'], NOW));
  const row = (owner: string, cells: string, expires_at: string) => ({ owner, code: 'x', cells, expires_at });
  expect(await stored(db)).toEqual([row('one', 'd e', NOW), row('two', 'c', NOW)]);
  await renewClaim(db, { owner: 'two', expiresAt: LATER });
  expect(await stored(db)).toEqual([row('one', 'd e', NOW), row('two', 'c', LATER)]);
  await noteClaim(db, claim('three', ['f'], BEFORE));
  await dropClaim(db, 'two', NOW);
  expect(await stored(db)).toEqual([row('one', 'd e', NOW)]);
});

test('on PostgreSQL, runs of the same code wait for each other', async () => {
  const { db, statements } = recordingPostgres();
  await lockClaims(db, 'sqlite', 'x');
  await lockClaims(db, 'postgres', 'x');
  expect(statements).toEqual([['select pg_advisory_xact_lock(hashtextextended($1, 7205759406))', 'x']]);
});
