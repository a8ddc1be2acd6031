import { describe, expect, test } from 'vitest';
import { createClaimSize } from '../../../../../src/service/jobs/claims/claim-size.ts';

/** Claims as many as allowed, again and again, and returns the counts. */
function claimAll(passes: readonly number[], hasPauses = false): number[] {
  let time = 0;
  const pace = createClaimSize({ concurrency: 10, hasPauses }, () => time);
  return passes.map((passedMs) => {
    time += passedMs;
    const most = pace.most();
    pace.note(most);
    return most;
  });
}

describe('a run claims', () => {
  test('twice its concurrency at first', () => {
    expect(claimAll([0])).toEqual([20]);
  });

  test('whole pages for a fast target', () => {
    expect(claimAll([0, 5, 30])).toEqual([20, 500, 500]);
  });

  test("one second's calls for a target in between", () => {
    expect(claimAll([0, 100, 900])).toEqual([20, 100, 100]);
  });

  test('no more than at first for a slow target, even if it was fast before', () => {
    expect(claimAll([0, 1500, 3000])).toEqual([20, 20, 20]);
    expect(claimAll([0, 5, 500_000])).toEqual([20, 500, 20]);
  });

  test('one batch when it pauses between batches', () => {
    expect(claimAll([0, 1, 1], true)).toEqual([10, 10, 10]);
  });

  test('as before when little was left to claim, which says nothing about the rate', () => {
    const pace = createClaimSize({ concurrency: 10, hasPauses: false }, () => 0);
    pace.note(3);
    expect(pace.most()).toBe(20);
  });
});
