import { describe, expect, test } from 'vitest';
import { createClaimSize } from '../../../../../src/service/jobs/claims/claim-size.ts';

/** Claims as much as it may, again and again, and answers how much that was. */
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
  test('twice what it calls for at once, at first', () => {
    expect(claimAll([0])).toEqual([20]);
  });

  test('whole pages of a fast target', () => {
    expect(claimAll([0, 5, 30])).toEqual([20, 500, 500]);
  });

  test('what a second needs of one that is neither', () => {
    expect(claimAll([0, 100, 900])).toEqual([20, 100, 100]);
  });

  test('no more than at first of a slow one, also when it was fast before', () => {
    expect(claimAll([0, 1500, 3000])).toEqual([20, 20, 20]);
    expect(claimAll([0, 5, 500_000])).toEqual([20, 500, 20]);
  });

  test('what it calls for at once, when it rests between calls', () => {
    expect(claimAll([0, 1, 1], true)).toEqual([10, 10, 10]);
  });

  test('as before where little was to be claimed: all of it may only be on its way', () => {
    const pace = createClaimSize({ concurrency: 10, hasPauses: false }, () => 0);
    pace.note(3);
    expect(pace.most()).toBe(20);
  });
});
