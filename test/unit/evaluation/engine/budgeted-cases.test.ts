import { describe, expect, test } from 'vitest';
import type { CallAttempt } from '../../../../src/evaluation/engine/evaluation-case.ts';
import { createCallBudget, createSpendingLedger } from '../../../../src/evaluation/engine/call-budget.ts';
import type { CaseEvaluator } from '../../../../src/evaluation/engine/score-case.ts';
import { casesOf, memoryStore, shout } from '../../../helpers/memory-store.ts';

const NOTHING_SPENT = { cost: 0, dearest: 0, judgeCost: 0, dearestJudged: 0, before: 0, lostCalls: 0 };

describe('a budget', () => {
  const run = async (max: number, callRoute = shout) => {
    const store = memoryStore();
    const budget = createCallBudget({ max, ledger: createSpendingLedger(NOTHING_SPENT) });
    const texts = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await store.run({ cases: casesOf(texts), concurrency: 1, budget, callRoute });
    return { done: store.rows.size, refusal: budget.refusal, spent: Number(budget.spent.toFixed(6)) };
  };

  test('allows calls until the next would exceed it', async () => {
    expect(await run(0.2)).toEqual({ done: 20, refusal: 'spent', spent: 0.2 });
    expect(await run(0.205)).toEqual({ done: 20, refusal: 'spent', spent: 0.2 });
    expect(await run(0)).toEqual({ done: 0, refusal: 'spent', spent: 0 });
    expect(await run(1)).toEqual({ done: 50, refusal: null, spent: 0.5 });
  });

  test('ends at a call of unknown cost', async () => {
    const free = async (): Promise<CallAttempt> => ({ kind: 'answered', output: 'A', cost: null, latency: 0.1 });
    expect(await run(1, free)).toEqual({ done: 1, refusal: 'unknown cost', spent: 0 });
  });

  test('goes on for other evaluations when one is cancelled while its judge is asked', async () => {
    const ledger = createSpendingLedger(NOTHING_SPENT);
    const controller = new AbortController();
    const hanging: CaseEvaluator = {
      score: async () => {
        controller.abort(new Error('cancelled'));
        throw controller.signal.reason;
      },
      scoreKey: () => 'judge',
    };
    const options = { cases: casesOf(['a', 'b']), concurrency: 1 };
    const cancelled = memoryStore().run({
      ...options,
      evaluators: [hanging],
      budget: createCallBudget({ max: 1, ledger }),
      signal: controller.signal,
    });
    await expect(cancelled).rejects.toThrow('cancelled');
    const store = memoryStore();
    const budget = createCallBudget({ max: 1, ledger });
    await store.run({ ...options, budget });
    expect([store.rows.size, budget.refusal]).toEqual([2, null]);
  });

  test('begins with one call, because nobody knows what it costs', async () => {
    const store = memoryStore();
    const budget = createCallBudget({ max: 0.05, ledger: createSpendingLedger(NOTHING_SPENT) });
    const cases = casesOf(Array.from({ length: 50 }, (_, index) => `t${index}`));
    await store.run({ cases, concurrency: 16, budget });
    expect([store.calls.length, budget.refusal, Number(budget.spent.toFixed(6))]).toEqual([5, 'spent', 0.05]);
    const dear = createCallBudget({ max: 0.05, ledger: createSpendingLedger(NOTHING_SPENT) });
    const another = memoryStore();
    const callRoute = async (): Promise<CallAttempt> => ({ kind: 'answered', output: 'A', cost: 0.2, latency: 0.1 });
    await another.run({ cases, concurrency: 16, budget: dear, callRoute });
    expect([another.rows.size, dear.spent]).toEqual([1, 0.2]);
  });

  test('is exceeded at most by what calls in flight cost more than the dearest before', async () => {
    const costs = [0.01, 0.02, 0.01, 0.05, 0.01, 0.03, 0.01, 0.04, 0.01, 0.05];
    let made = 0;
    const callRoute = async (): Promise<CallAttempt> => {
      const cost = costs[made % costs.length] ?? 0;
      made += 1;
      await Promise.resolve();
      return { kind: 'answered', output: 'A', cost, latency: 0.1 };
    };
    for (let cents = 1; cents <= 40; cents += 1) {
      const budget = createCallBudget({ max: cents / 100, ledger: createSpendingLedger(NOTHING_SPENT) });
      const cases = casesOf(Array.from({ length: 50 }, (_, index) => `t${index}`));
      made = 0;
      await memoryStore().run({ cases, concurrency: 4, budget, callRoute });
      expect(budget.refusal).toBe('spent');
      expect(budget.spent).toBeLessThanOrEqual(cents / 100 + 4 * (0.05 - 0.01) + 1e-9);
      expect(budget.spent).toBeGreaterThan(cents / 100 - 0.05);
    }
  });

  test('does not prevent judging stored answers', async () => {
    const store = memoryStore();
    await store.run({ cases: casesOf(['a', 'b']) });
    const budget = createCallBudget({ max: 0, ledger: createSpendingLedger(NOTHING_SPENT) });
    expect(await store.run({ cases: casesOf(['c', 'a', 'b']), budget })).toEqual({ elsewhere: null });
    expect(store.calls).toHaveLength(2);
  });
});

describe('a budget with judges', () => {
  /** Costs 0.02 for each score that is not stored. */
  const judge: CaseEvaluator = {
    score: async ({ output }) => ({ type: 'number', value: String(output).length, cost: 0.02, calls: 2 }),
    scoreKey: ({ output, row }) => JSON.stringify([output, row]),
    judge: 'dear',
  };
  const texts = Array.from({ length: 50 }, (_, index) => `t${index}`);

  test('counts their cost, and stops before a judged call would exceed it', async () => {
    const store = memoryStore();
    const budget = createCallBudget({ max: 0.3, ledger: createSpendingLedger(NOTHING_SPENT) });
    await store.run({ cases: casesOf(texts), concurrency: 1, budget, evaluators: [judge] });
    expect([store.rows.size, budget.refusal]).toEqual([10, 'spent']);
    expect(budget.spent).toBeCloseTo(0.3, 12);
    expect(store.rows.get(0)?.judging).toEqual({ calls: 2, cost: 0.02 });
  });

  test('leaves stored answers unjudged when nothing is left, and uses stored scores for free', async () => {
    const store = memoryStore();
    await store.run({ cases: casesOf(texts) });
    const run = async (max: number) => {
      const budget = createCallBudget({ max, ledger: createSpendingLedger(NOTHING_SPENT) });
      store.rows.clear();
      await store.run({ cases: casesOf(texts), concurrency: 1, budget, evaluators: [judge] });
      return store.rows.size;
    };
    expect(await run(0.2)).toBe(10);
    expect(store.calls).toHaveLength(50);
    expect(await run(0)).toBe(10);
    expect(await run(0.8)).toBe(50);
    expect([...store.rows.values()].filter(({ judging }) => judging.calls === 0)).toHaveLength(10);
  });

  test('ends at a judge of unknown cost', async () => {
    const store = memoryStore();
    const budget = createCallBudget({ max: 9, ledger: createSpendingLedger(NOTHING_SPENT) });
    const unknown: CaseEvaluator = {
      ...judge,
      score: async () => ({ type: 'number', value: 1, cost: null, calls: 1 }),
    };
    await store.run({ cases: casesOf(texts), concurrency: 1, budget, evaluators: [unknown] });
    expect([store.rows.size, budget.refusal]).toEqual([1, 'unknown cost']);
  });
});
