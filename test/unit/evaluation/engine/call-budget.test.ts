import { expect, test } from 'vitest';
import type { CellOutcome } from '../../../../src/evaluation/engine/evaluation-case.ts';
import {
  createCallBudget,
  createSpendingLedger,
  type SpentBefore,
} from '../../../../src/evaluation/engine/call-budget.ts';

const NOTHING: SpentBefore = { cost: 0, dearest: 0, judgeCost: 0, dearestJudged: 0, before: 0, lostCalls: 0 };
const answered = (cost: number | null) => ({ error: null, cost }) as CellOutcome;
const failed = (cost: number | null): CellOutcome => ({ error: { message: 'No.' }, cost });

const open = (max: number, spent: Partial<SpentBefore> = {}) =>
  createCallBudget({ max, ledger: createSpendingLedger({ ...NOTHING, ...spent }) });

type Turn = NonNullable<Awaited<ReturnType<ReturnType<typeof createCallBudget>['enter']>>>;

/** Runs one case from beginning to end. */
async function pay(budget: ReturnType<typeof createCallBudget>, cost: number | null, judged?: number | null) {
  const turn = await budget.enter('call');
  turn?.called(answered(cost));
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
  [{ cost: 0.5, dearest: 0.5 }, true],
  [{ cost: 0.6, dearest: 0.6 }, false],
  [{ cost: 0.6, dearest: 0.3 }, true],
  [{ judgeCost: 0.5, dearestJudged: 0.5 }, true],
  [{ judgeCost: 0.6, dearestJudged: 0.6 }, false],
  [{ cost: 0.3, dearest: 0.3, judgeCost: 0.3, dearestJudged: 0.3 }, false],
  [{ cost: 0.2, dearest: 0.2, judgeCost: 0.3, dearestJudged: 0.3 }, true],
  // Lost calls are assumed to cost as much as the dearest, with its judges.
  [{ cost: 0.2, dearest: 0.2, lostCalls: 3 }, true],
  [{ cost: 0.2, dearest: 0.2, lostCalls: 4 }, false],
  [{ cost: 0.1, dearest: 0.1, judgeCost: 0.1, dearestJudged: 0.1, lostCalls: 3 }, true],
  [{ cost: 0.1, dearest: 0.1, judgeCost: 0.1, dearestJudged: 0.1, lostCalls: 4 }, false],
  [{ lostCalls: 9 }, true],
])('after a run that spent %j of 1, there is room: %s', async (spent, hasRoom) => {
  expect((await open(1, spent).enter('call')) !== null).toBe(hasRoom);
});

test('a judge alone is expected to cost what judges cost', async () => {
  const budget = open(1, { cost: 0.6, dearest: 0.6, judgeCost: 0.2, dearestJudged: 0.2 });
  expect(await budget.enter('judging')).not.toBeNull();
  expect(await open(1, { judgeCost: 0.6, dearestJudged: 0.6 }).enter('judging')).toBeNull();
});

test('the first case is alone; the next ones wait where the dearest might be too much together', async () => {
  const budget = open(1);
  const first = (await budget.enter('call')) as Turn;
  const second = budget.enter('call');
  expect(await isWaiting(second)).toBe(true);
  first.called(answered(0.3));
  expect(await isWaiting(second)).toBe(true);
  first.end();
  const turn = (await second) as Turn;
  const third = (await budget.enter('call')) as Turn;
  const fourth = budget.enter('call');
  // 0.3 is spent, and 0.6 may be.
  expect(await isWaiting(fourth)).toBe(true);
  turn.called(answered(0.1));
  turn.end();
  expect(await isWaiting(fourth)).toBe(false);
  third.end();
  expect(budget.refusal).toBeNull();
});

test.each([
  ['answered', answered(null)],
  ['failed', failed(null)],
])('an unknown cost of a call that %s ends the budget', async (_, outcome) => {
  const budget = open(1);
  const turn = (await budget.enter('call')) as Turn;
  turn.called(outcome);
  turn.end();
  expect([budget.refusal, await budget.enter('call')]).toEqual(['unknown cost', null]);
});

test('calls that are paid for and fail stop at the limit', async () => {
  const budget = open(0.03);
  let calls = 0;
  for (let turn = await budget.enter('call'); turn !== null; turn = await budget.enter('call')) {
    calls += 1;
    turn.called(failed(0.0075));
    turn.end();
  }
  expect([calls, budget.refusal]).toEqual([4, 'spent']);
});

test('calls that fail before they cost anything leave the first paid one alone', async () => {
  const budget = open(1);
  const first = (await budget.enter('call')) as Turn;
  first.called(failed(0));
  first.end();
  const second = (await budget.enter('call')) as Turn;
  expect(await isWaiting(budget.enter('call'))).toBe(true);
  second.end();
});

test('attempts before an answer, and calls that the end of the run cut short, are paid for', async () => {
  const budget = open(1);
  const turn = (await budget.enter('call')) as Turn;
  turn.called({ ...answered(0.1), failed: { cost: 0.2 } } as CellOutcome);
  turn.end();
  const other = (await budget.enter('call')) as Turn;
  other.abandoned('call', { cost: 0.3 });
  other.end();
  expect(budget.spent).toBeCloseTo(0.6, 12);
});

test('what nobody knows of calls that the end of one evaluation cut short does not end the others', async () => {
  const ledger = createSpendingLedger(NOTHING);
  const [one, two] = [createCallBudget({ max: 1, ledger }), createCallBudget({ max: 1, ledger })];
  await pay(one, 0.1, 0.1);
  const turn = (await one.enter('call')) as Turn;
  turn.abandoned('call', { cost: null });
  turn.end();
  const other = (await one.enter('call')) as Turn;
  other.called(answered(0.1));
  other.abandoned('judging', { cost: null });
  other.end();
  // Each is assumed to cost as much as the dearest, with its judges.
  expect([two.assumed, two.spent].map((cost) => Number(cost.toFixed(9)))).toEqual([0.4, 0.7]);
  expect([await pay(two, 0.1, 0.1), two.refusal]).toEqual([true, null]);
  expect([await two.enter('call'), two.refusal]).toEqual([null, 'spent']);
});

test('the evaluations of a run share what it may spend, and what is reserved', async () => {
  const ledger = createSpendingLedger(NOTHING);
  const [one, two] = [createCallBudget({ max: 1, ledger }), createCallBudget({ max: 1, ledger })];
  const first = (await one.enter('call')) as Turn;
  const waiting = two.enter('call');
  expect(await isWaiting(waiting)).toBe(true);
  first.called(answered(0.5));
  first.end();
  const second = (await waiting) as Turn;
  expect(await isWaiting(one.enter('call'))).toBe(true);
  second.called(answered(0.5));
  second.end();
  expect([await two.enter('call'), two.refusal, two.spent]).toEqual([null, 'spent', 1]);
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
  turn.called(answered(0.5));
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
  const budget = open(9, { cost: 0.5, judgeCost: 0.25, before: 1 });
  expect(budget.spent).toBe(1.75);
  await pay(budget, 0.5, 0.125);
  await pay(budget, 0);
  expect(budget.spent).toBe(2.375);
});

test('a case that was called but not judged still reserves what judging it may cost', async () => {
  const budget = open(1);
  await pay(budget, 0.1, 0.3);
  const turn = (await budget.enter('call')) as Turn;
  turn.called(answered(0.1));
  // 0.5 is spent, 0.3 may be for judging it, and 0.4 for another case.
  const next = budget.enter('call');
  expect(await isWaiting(next)).toBe(true);
  turn.judged({ calls: 1, cost: 0.1 });
  turn.end();
  expect(await isWaiting(next)).toBe(false);
});

test('the dearest of earlier runs counts', async () => {
  const budget = open(1, { cost: 0.4, dearest: 0.2 });
  await pay(budget, 0.1);
  const turns = [budget.enter('call'), budget.enter('call'), budget.enter('call')];
  expect(await Promise.all(turns.map(isWaiting))).toEqual([false, false, true]);
  for (const turn of turns.slice(0, 2)) (await turn)?.end();
  expect(await turns[2]).not.toBeNull();
});
