import { expect, test } from 'vitest';
import type { CellOutcome } from '../../../../src/evaluation/engine/evaluation-case.ts';
import { createCallBudget, type SpentBefore } from '../../../../src/evaluation/engine/call-budget.ts';

const NOTHING: SpentBefore = { calls: 0, cost: 0, judged: 0, judgeCost: 0, before: 0 };
const answered = (cost: number | null) => ({ error: null, cost }) as CellOutcome;
const FAILED = { error: { message: 'No.' }, cost: null } as unknown as CellOutcome;

const open = (max: number, spent: Partial<SpentBefore> = {}) =>
  createCallBudget({ max, spent: { ...NOTHING, ...spent } });

type Turn = NonNullable<Awaited<ReturnType<ReturnType<typeof createCallBudget>['enter']>>>;

/** Runs one case from beginning to end. */
async function pay(budget: ReturnType<typeof createCallBudget>, cost: number | null, judged?: number | null) {
  const turn = await budget.enter('call');
  turn?.answered(answered(cost));
  if (judged !== undefined) turn?.judged({ calls: 1, cost: judged });
  turn?.end();
  return turn !== null;
}

/** Whether a case would have to wait. */
async function isWaiting(entering: Promise<unknown>): Promise<boolean> {
  const waiting = Symbol('waiting');
  const settled = new Promise((resolve) => setImmediate(() => resolve(waiting)));
  return (await Promise.race([entering, settled])) === waiting;
}

test.each([
  [1, 0.4, 2],
  [1, 0.5, 2],
  [1, 0.51, 1],
  [0.3, 0.1, 3],
  [0, 0.1, 0],
])('of a budget of %d, cases that cost %d each are paid %i times', async (max, cost, times) => {
  const budget = open(max);
  let paid = 0;
  while (paid < 9 && (await pay(budget, cost))) paid += 1;
  expect([paid, budget.refusal]).toEqual([times, 'spent']);
});

test.each<[Partial<SpentBefore>, boolean]>([
  [{ before: 0.6 }, true],
  [{ before: 1 }, true],
  [{ before: 1.1 }, false],
  [{ calls: 1, cost: 0.5 }, true],
  [{ calls: 1, cost: 0.6 }, false],
  [{ calls: 2, cost: 0.6 }, true],
  [{ judged: 1, judgeCost: 0.5 }, true],
  [{ judged: 1, judgeCost: 0.6 }, false],
  [{ calls: 1, cost: 0.3, judged: 1, judgeCost: 0.3 }, false],
  [{ calls: 1, cost: 0.2, judged: 1, judgeCost: 0.3 }, true],
])('after a run that spent %j of 1, there is room: %s', async (spent, hasRoom) => {
  expect((await open(1, spent).enter('call')) !== null).toBe(hasRoom);
});

test('a judge alone is expected to cost what judges cost', async () => {
  const budget = open(1, { calls: 1, cost: 0.6, judged: 1, judgeCost: 0.2 });
  expect(await budget.enter('judging')).not.toBeNull();
  expect(await open(1, { judged: 1, judgeCost: 0.6 }).enter('judging')).toBeNull();
});

test('the first case is alone; the next ones wait where the dearest might be too much together', async () => {
  const budget = open(1);
  const first = (await budget.enter('call')) as Turn;
  const second = budget.enter('call');
  expect(await isWaiting(second)).toBe(true);
  first.answered(answered(0.3));
  expect(await isWaiting(second)).toBe(true);
  first.end();
  const turn = (await second) as Turn;
  const third = (await budget.enter('call')) as Turn;
  const fourth = budget.enter('call');
  // 0.3 is spent, and 0.6 may be.
  expect(await isWaiting(fourth)).toBe(true);
  turn.answered(answered(0.1));
  turn.end();
  expect(await isWaiting(fourth)).toBe(false);
  third.end();
  expect(budget.refusal).toBeNull();
});

test('an unknown cost ends the budget, unless the call failed', async () => {
  const budget = open(1);
  const turn = (await budget.enter('call')) as Turn;
  turn.answered(FAILED);
  turn.end();
  expect(budget.refusal).toBeNull();
  await pay(budget, null);
  expect([budget.refusal, await budget.enter('call')]).toEqual(['unknown cost', null]);
});

test('judges are paid from the same budget, and one of unknown cost ends it', async () => {
  const budget = open(1);
  await pay(budget, 0.2, 0.2);
  await pay(budget, 0.2, 0.2);
  expect([await budget.enter('call'), budget.refusal]).toEqual([null, 'spent']);
  const other = open(1);
  await pay(other, 0.1, null);
  expect(other.refusal).toBe('unknown cost');
});

test('a row that no judge called a model for costs nothing', async () => {
  const budget = open(1);
  const turn = (await budget.enter('call')) as Turn;
  turn.answered(answered(0.5));
  turn.judged({ calls: 0, cost: null });
  turn.end();
  expect(budget.refusal).toBeNull();
  expect(await budget.enter('call')).not.toBeNull();
});

test('a sum may exceed the budget by a rounding error only', async () => {
  const hasRoom = async (before: number) => (await open(1e-9, { before }).enter('call')) !== null;
  expect([await hasRoom(2e-9), await hasRoom(2.1e-9)]).toEqual([true, false]);
});

test('what was spent is the sum of all costs, those of earlier runs included', async () => {
  const budget = open(9, { calls: 2, cost: 0.5, judged: 1, judgeCost: 0.25, before: 1 });
  expect(budget.spent).toBe(1.75);
  await pay(budget, 0.5, 0.125);
  await pay(budget, 0);
  expect(budget.spent).toBe(2.375);
});

test('a case that was called but not judged still reserves what judging it may cost', async () => {
  const budget = open(1);
  await pay(budget, 0.1, 0.3);
  const turn = (await budget.enter('call')) as Turn;
  turn.answered(answered(0.1));
  // 0.5 is spent, 0.3 may be for judging it, and 0.4 for another case.
  const next = budget.enter('call');
  expect(await isWaiting(next)).toBe(true);
  turn.judged({ calls: 1, cost: 0.1 });
  turn.end();
  expect(await isWaiting(next)).toBe(false);
});

test('the dearest of earlier runs is assumed to cost their mean', async () => {
  const budget = open(1, { calls: 2, cost: 0.4 });
  await pay(budget, 0.1);
  const turns = [budget.enter('call'), budget.enter('call'), budget.enter('call')];
  expect(await Promise.all(turns.map(isWaiting))).toEqual([false, false, true]);
  for (const turn of turns.slice(0, 2)) (await turn)?.end();
  expect(await turns[2]).not.toBeNull();
});
