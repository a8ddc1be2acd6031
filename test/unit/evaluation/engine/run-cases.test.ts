import { describe, expect, test } from 'vitest';
import type { Parameters } from '../../../../src/contract/variants/variant.ts';
import type { CallAttempt } from '../../../../src/evaluation/engine/evaluation-case.ts';
import type { CaseEvaluator } from '../../../../src/evaluation/engine/score-case.ts';
import { casesOf, memoryStore, shout } from '../../../helpers/memory-store.ts';

const BOOM: CallAttempt = { kind: 'failed', error: { message: 'boom' }, cost: 0 };

describe('an evaluation', () => {
  test('stores each case with its output, cost, latency and scores', async () => {
    const store = memoryStore();
    await store.run({ cases: casesOf(['a', 'b']) });
    expect([...store.rows.values()].toSorted((x, y) => x.index - y.index)).toEqual([
      {
        ...casesOf(['a', 'b'])[0],
        cellKey: '{"text":"a"}',
        outcome: { error: null, output: 'A', cost: 0.01, latency: 0.2 },
        isCached: false,
        scores: [{ type: 'bool', value: true }],
        newScores: [],
        judging: { calls: 0, cost: 0 },
      },
      expect.objectContaining({ index: 1, scores: [{ type: 'bool', value: true }] }),
    ]);
  });

  test('makes no call for a stored answer', async () => {
    const store = memoryStore();
    await store.run({ cases: casesOf(['a', 'b']) });
    await store.run({ cases: casesOf(['b', 'c', 'a']) });
    expect(new Set(store.calls)).toEqual(new Set(['a', 'b', 'c']));
    expect(store.calls).toHaveLength(3);
    expect(store.rows.get(0)).toMatchObject({ isCached: true, outcome: { output: 'B', latency: 0.2 } });
  });

  test('makes one call for equal inputs on consecutive pages', async () => {
    const store = memoryStore();
    // The first is stored after the next page was looked up, before the last of that page is processed.
    const cases = casesOf(Array.from({ length: 900 }, (_, at) => (at === 299 || at === 599 ? 'same' : `${at}`)));
    const callRoute = async (input: Parameters) => {
      await new Promise((resolve) => setImmediate(resolve));
      return await shout(input);
    };
    await store.run({ cases, callRoute });
    expect(store.calls).toHaveLength(899);
  });

  test('makes one call for equal inputs, near or far apart', async () => {
    const store = memoryStore();
    const texts = Array.from({ length: 1500 }, (_, index) => `t${index % 10}`);
    await store.run({ cases: casesOf(texts) });
    expect(store.calls).toHaveLength(10);
    expect(store.rows.size).toBe(1500);
  });

  test('scores a failed call as an error', async () => {
    const store = memoryStore();
    await store.run({ cases: casesOf(['a']), callRoute: async () => BOOM });
    expect(store.rows.get(0)).toMatchObject({
      outcome: { error: { message: 'boom' } },
      scores: [{ type: 'error', value: null, error: { message: 'There is no output to score: boom' } }],
    });
  });

  test('retries a failed call in the next run', async () => {
    const store = memoryStore();
    await store.run({ cases: casesOf(['a']), callRoute: async () => BOOM });
    await store.run({ cases: casesOf(['a']) });
    expect(store.rows.get(0)).toMatchObject({ outcome: { output: 'A' } });
  });

  test('keeps finished cases when stopped, and computes the others later', async () => {
    const store = memoryStore();
    const controller = new AbortController();
    const cases = casesOf(Array.from({ length: 100 }, (_, index) => `t${index}`));
    const stopped = store.run({
      cases,
      signal: controller.signal,
      callRoute: async (input) => {
        if (store.calls.length === 40) controller.abort(new Error('stopping'));
        return shout(input);
      },
    });
    await expect(stopped).rejects.toThrow(expect.objectContaining({ message: 'stopping' }));
    const finished = store.rows.size;
    expect(finished).toBeGreaterThanOrEqual(36);
    expect(finished).toBeLessThan(100);
    await store.run({ cases: cases.filter(({ index }) => !store.rows.has(index)) });
    expect(store.rows.size).toBe(100);
    expect(store.calls.length - new Set(store.calls).size).toBeLessThanOrEqual(4);
  });

  test('stops when it cannot store', async () => {
    const store = memoryStore();
    const save = async () => {
      throw new Error('disk full');
    };
    const texts = Array.from({ length: 2000 }, (_, index) => `t${index}`);
    await expect(store.run({ cases: casesOf(texts), save })).rejects.toThrow(
      expect.objectContaining({ message: 'disk full' }),
    );
    expect(store.calls.length).toBeLessThan(2000);
  });

  test('reads its cases on demand', async () => {
    let read = 0;
    let most = 0;
    function* source() {
      for (const one of casesOf(Array.from({ length: 5000 }, (_, index) => `t${index}`))) {
        read += 1;
        yield one;
      }
    }
    const store = memoryStore();
    await store.run({
      cases: source(),
      save: async (finished) => {
        for (const { index } of finished) store.rows.set(index, finished[0]!);
        most = Math.max(most, read - store.rows.size);
      },
    });
    expect(store.rows.size).toBe(5000);
    expect(most).toBeLessThan(2000);
  });
});

describe('expensive scores', () => {
  const judge = (asked: unknown[]): CaseEvaluator => ({
    score: async ({ output }) => {
      asked.push(output);
      return output === 'BAD' ? { type: 'error', value: null, error: { message: 'no' } } : { type: 'number', value: 1 };
    },
    scoreKey: ({ output }) => `judge ${String(output)}`,
  });

  test('are computed once per content, across runs', async () => {
    const store = memoryStore();
    const asked: unknown[] = [];
    const cases = casesOf(['a', 'b', 'a', 'a', 'b']);
    await store.run({ cases, evaluators: [judge(asked)] });
    await store.run({ cases: [...cases, ...casesOf(['c'])], evaluators: [judge(asked)] });
    expect(asked.map(String).toSorted()).toEqual(['A', 'B', 'C']);
    expect([...store.scores.keys()].toSorted()).toEqual(['judge A', 'judge B', 'judge C']);
    expect(store.calls).toHaveLength(3);
  });

  test('cost an unknown sum where one cost is unknown', async () => {
    const store = memoryStore();
    const judges = [0.25, null, 0.5].map((cost, index): CaseEvaluator => ({
      score: async () => ({ type: 'number', value: index, cost, calls: 2 }),
      scoreKey: () => `judge ${index}`,
    }));
    await store.run({ cases: casesOf(['a']), evaluators: judges });
    expect(store.rows.get(0)?.judging).toEqual({ calls: 6, cost: null });
  });

  test('are retried where they failed', async () => {
    const store = memoryStore();
    const asked: unknown[] = [];
    for (let run = 0; run < 2; run += 1) await store.run({ cases: casesOf(['bad']), evaluators: [judge(asked)] });
    expect([asked, store.scores.size]).toEqual([['BAD', 'BAD'], 0]);
  });
});

test('each repetition is a separate call, made once', async () => {
  const store = memoryStore();
  const cases = [0, 1, 2].map((repeat) => ({ ...casesOf(['a'])[0]!, index: repeat, repeat }));
  const cellKey = (input: Parameters, repeat: number) => JSON.stringify([input, repeat]);
  await store.run({ cases, cellKey });
  await store.run({ cases, cellKey });
  expect(store.calls).toEqual(['a', 'a', 'a']);
});
