import { expect, test } from 'vitest';
import { createBackoff } from '../../../../src/service/hosting/bundles/create-backoff.ts';

test('the first restart is immediate, and the delay of further ones doubles up to half a minute', () => {
  const backoff = createBackoff(() => 1000);
  const delays = Array.from({ length: 9 }, (_, index) => {
    backoff.noteFailure(`failure ${index}`);
    return backoff.remainingMs();
  });
  expect(delays).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(backoff.lastReason).toBe('failure 8');
});

test('a delay runs out, and a success ends it', () => {
  let now = 1000;
  const backoff = createBackoff(() => now);
  expect([backoff.remainingMs(), backoff.lastReason]).toEqual([0, '']);
  backoff.noteFailure('a');
  backoff.noteFailure('b');
  now += 499;
  expect(backoff.remainingMs()).toBe(1);
  now += 2;
  expect(backoff.remainingMs()).toBe(0);
  backoff.noteFailure('c');
  expect(backoff.remainingMs()).toBe(1000);
  backoff.noteSuccess();
  expect(backoff.remainingMs()).toBe(0);
  backoff.noteFailure('d');
  expect(backoff.remainingMs()).toBe(0);
  backoff.noteFailure('e');
  expect(backoff.remainingMs()).toBe(500);
});
