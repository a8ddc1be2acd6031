import { expect } from 'vitest';
import type { LargeRequest } from './large-requests.ts';

/**
 * Longest work that a request may cause in one turn of the service's loop, in processor time. Twenty times the budget of
 * 50 ms, which `npm run bench -- large-bodies` measures: neither a collection of garbage nor a slow machine takes so
 * long, and work that grows with the body in one turn takes seconds.
 */
export const HELD_UP_MS = 1000;

/** Expects right answers, and no turn of the service's loop that is longer. */
export async function expectNobodyHeldUp(requests: AsyncIterable<LargeRequest>): Promise<void> {
  const wrong: LargeRequest[] = [];
  for await (const request of requests) if (!request.isExpected || request.ms > HELD_UP_MS) wrong.push(request);
  expect(wrong).toEqual([]);
}
