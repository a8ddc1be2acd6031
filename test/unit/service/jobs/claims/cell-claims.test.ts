import { expect, test } from 'vitest';
import type { WantedCells } from '../../../../../src/evaluation/engine/look-up-cells.ts';
import { createWorkStore } from '../../../../../src/service/evaluations/queries/evaluation-work.ts';
import { fromCell, openCellClaims } from '../../../../../src/service/jobs/claims/cell-claims.ts';
import { noteClaim } from '../../../../../src/service/jobs/queries/cell-claims.ts';
import type { StoredCell } from '../../../../../src/service/evaluations/evaluation-rows.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
/** Keys that differ in their beginnings, as hashes do. */
const key = (name: string) => name.repeat(64).slice(0, 64);
const part = (name: string) => name.repeat(16);
const cell = (name: string): StoredCell => ({
  hash: key(name),
  output: { type: 'text', value: `output ${name}` },
  cost: 0.5,
  latency: 2,
});

async function openRun(stored: readonly string[] = []) {
  const store = await openBare();
  const work = createWorkStore();
  await work.save(store.db, { id: 'e', scenarios: [], cells: stored.map(cell), scores: [], instant: 'now' });
  const claims = openCellClaims({ store, work, now: () => NOW }, 'code');
  const find = async (wanted: Partial<WantedCells>) =>
    await claims.find({ keys: [], inHand: new Set(), judges: [], ...wanted });
  const noted = async () => await store.db.selectFrom('cell_claims').selectAll().execute();
  const claimElsewhere = async (...cells: string[]) => {
    const expiresAt = '2026-01-02T00:00:00.000Z';
    await noteClaim(store.db, { owner: 'elsewhere', code: 'code', cells, expiresAt });
  };
  return { claims, find, noted, claimElsewhere };
}

test('stored outputs are found, and the missing ones claimed until the run ends', async () => {
  const { claims, find, noted } = await openRun(['a']);
  expect(await find({ keys: [key('a'), key('b')] })).toEqual({
    stored: new Map([[key('a'), { error: null, output: 'output a', cost: 0.5, latency: 2 }]]),
    elsewhere: new Set(),
    looked: 2,
  });
  const claim = { owner: expect.any(String), code: 'code', cells: part('b'), expires_at: '2026-01-01T00:00:15.000Z' };
  expect(await noted()).toEqual([claim]);
  await claims[Symbol.asyncDispose]();
  expect(await noted()).toEqual([]);
});

test('a claim names the call that is missing, each score, and what is in hand', async () => {
  const { find, noted } = await openRun(['a']);
  await find({ keys: [key('a'), key('b')], judges: [key('j')], inHand: new Set([key('h')]) });
  const [h, a, b, j] = ['h', 'a', 'b', 'j'].map(part);
  expect((await noted())[0]?.cells).toBe([h, `${h}:${j}`, `${a}:${j}`, b, `${b}:${j}`].join(' '));
});

test('what needs no work is not claimed, and an earlier claim is replaced', async () => {
  const { find, noted } = await openRun(['a']);
  await find({ keys: [key('a')] });
  expect(await noted()).toEqual([]);
  await find({ keys: [key('b')] });
  await find({ keys: [key('a')] });
  expect((await noted()).map(({ cells }) => cells)).toEqual(['']);
});

test('outputs that another run works on are left to it', async () => {
  const { find, noted, claimElsewhere } = await openRun(['a', 'c']);
  await claimElsewhere(part('b'), `${part('c')}:${part('j')}`);
  const found = await find({ keys: [key('a'), key('b'), key('c')], judges: [key('j')] });
  expect([[...found.stored.keys()], found.elsewhere, found.looked]).toEqual([
    [key('a')],
    new Set([key('b'), key('c')]),
    3,
  ]);
  expect((await noted()).map(({ cells }) => cells).toSorted()).toEqual(
    [`${part('a')}:${part('j')}`, `${part('b')} ${part('c')}:${part('j')}`].toSorted(),
  );
});

test('a stored cell is an outcome, with what is known of its call', () => {
  const bare = { hash: 'x', output: { type: 'text', value: null }, cost: null, latency: null } as StoredCell;
  const outcome = { error: null, output: null, cost: null, latency: null };
  expect(fromCell(bare)).toEqual(outcome);
  const usage = [{ model: 'm', calls: 1 }] as unknown as StoredCell['usage'] & object;
  expect(fromCell({ ...bare, usage, warm_up: 'first', call_group: 'g' })).toEqual({
    ...outcome,
    usage,
    warmUp: 'first',
    callGroup: 'g',
  });
});
