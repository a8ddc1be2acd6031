import { expect, test } from 'vitest';
import type { Change } from '../../../../src/service/operation/change.ts';
import { addLabels, changeMetadata, type MarkedRecord } from '../../../../src/service/labels/change-metadata.ts';
import { readLabels } from '../../../../src/service/labels/queries.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const RECORD: MarkedRecord = {
  id: 't',
  kind: 'testset',
  archivedAt: null,
  change: { kind: 'testset', id: 't', name: 'cases' },
};

/** A test set with two labels, and a function that changes it and returns what is answered, stored and logged. */
async function openTestset() {
  const { db } = await openBare();
  await insertBare(db, 'testsets', [{ id: 't', name: 'cases' }]);
  await insertBare(db, 'testset_labels', [
    { record_id: 't', name: 'owner', value: 'ana' },
    { record_id: 't', name: 'team', value: 'search' },
  ]);
  return async (body: Parameters<typeof changeMetadata>[1], record: Partial<MarkedRecord> = {}) => {
    const logged: (Change | null)[] = [];
    const context = { db, now: 'now', record: (change: Change | null) => void logged.push(change) };
    const answer = await changeMetadata({ ...RECORD, ...record }, body, context);
    const [stored] = await db.selectFrom('testsets').select('archived_at').execute();
    return { answer, logged, archivedAt: stored?.archived_at };
  };
}

const LABELS = { owner: 'ana', team: 'search' };

test('a change without effect is not logged', async () => {
  const change = await openTestset();
  const nothing = { answer: { labels: LABELS, archived_at: null }, logged: [null], archivedAt: null };
  expect(await change({})).toEqual(nothing);
  expect(await change({ archived: false, labels: { team: 'search' }, unset: ['none'] })).toEqual(nothing);
});

test('a record is archived with what changes of its labels', async () => {
  const change = await openTestset();
  expect(await change({ archived: true, labels: { team: 'billing', zone: 'eu' }, unset: ['owner'] })).toEqual({
    answer: { labels: { team: 'billing', zone: 'eu' }, archived_at: 'now' },
    logged: [{ ...RECORD.change, summary: 'archived, label team=billing, label zone=eu, no label owner' }],
    archivedAt: 'now',
  });
});

test('a record is taken back; archiving it again changes nothing', async () => {
  const change = await openTestset();
  expect(await change({ archived: false }, { archivedAt: 'before' })).toEqual({
    answer: { labels: LABELS, archived_at: null },
    logged: [{ ...RECORD.change, summary: 'taken back' }],
    archivedAt: null,
  });
  expect(await change({ archived: true }, { archivedAt: 'before' })).toEqual({
    answer: { labels: LABELS, archived_at: 'before' },
    logged: [null],
    archivedAt: null,
  });
});

test('only archiving requires that a record is unused', async () => {
  const change = await openTestset();
  const requireUnused = async () => {
    throw new Error('It is in use.');
  };
  await expect(change({ archived: true }, { requireUnused })).rejects.toThrow('It is in use.');
  expect((await change({ archived: true }, { requireUnused, archivedAt: 'before' })).logged).toEqual([null]);
  expect((await change({ archived: false }, { requireUnused, archivedAt: 'before' })).logged).toHaveLength(1);
});

test('the labels of a new record are stored, and described for the audit log', async () => {
  const { db } = await openBare();
  await insertBare(db, 'testsets', [{ id: 't', name: 'cases' }]);
  for (const none of [null, undefined, {}]) expect(await addLabels(db, 'testset_labels', 't', none)).toBe('');
  expect(await addLabels(db, 'testset_labels', 't', { a: '1', b: '2' })).toBe(', label a=1, label b=2');
  expect(await readLabels(db, 'testset_labels', ['t'])).toEqual(new Map([['t', { a: '1', b: '2' }]]));
});
