import { expect, test } from 'vitest';
import { takeAnswer } from '../../../../src/service/hosting/bundles/call-bundle.ts';
import { createBackoff } from '../../../../src/service/hosting/bundles/create-backoff.ts';
import { answeredEarly, fakeHost } from '../../../helpers/fake-host.ts';

const answer = { status: 200, text: 'early', retryAfter: null };

function failedTwice() {
  const backoff = createBackoff(() => 0);
  for (let failure = 0; failure < 2; failure += 1) backoff.noteFailure('it does not start');
  return backoff;
}

test('an answer that is there is taken, and says that its process works', () => {
  const [host, backoff] = [fakeHost(), failedTwice()];
  const process = { running: host, noteCall: () => undefined };
  expect(takeAnswer({ host, call: answeredEarly(null) }, { process, backoff })).toBeNull();
  expect(backoff.remainingMs()).toBeGreaterThan(0);
  expect(takeAnswer({ host, call: answeredEarly(answer) }, { process, backoff })).toBe(answer);
  expect(backoff.remainingMs()).toBe(0);
});

test('an answer of a process that has ended does not say that the next one starts', () => {
  const backoff = failedTwice();
  const process = { running: null, noteCall: () => undefined };
  expect(takeAnswer({ host: fakeHost(), call: answeredEarly(answer) }, { process, backoff })).toBe(answer);
  expect(backoff.remainingMs()).toBeGreaterThan(0);
});
