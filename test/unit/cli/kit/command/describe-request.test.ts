import { expect, test } from 'vitest';
import { describeRequest } from '../../../../../src/cli/kit/command/describe-request.ts';

const EVENT = {
  method: 'GET',
  url: 'http://wf.test/apps',
  status: 200,
  durationMs: 12.6,
  attempt: 1,
  requestId: null,
  failure: null,
} as const;

test('a request is described with its outcome, its time, its attempt and its id', () => {
  expect(describeRequest(EVENT)).toBe('GET http://wf.test/apps → 200 (13 ms)');
  expect(describeRequest({ ...EVENT, attempt: 2, requestId: 'r-1' })).toBe(
    'GET http://wf.test/apps → 200 (13 ms, attempt 2, request r-1)',
  );
});

test('a request without an answer is described by its failure', () => {
  expect(describeRequest({ ...EVENT, status: null, failure: 'timeout' })).toContain('→ timeout (');
  expect(describeRequest({ ...EVENT, status: null })).toContain('→ no response (');
});
