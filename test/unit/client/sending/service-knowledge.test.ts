import { expect, test } from 'vitest';
import { learnFrom } from '../../../../src/client/sending/service-knowledge.ts';

const JSON_ANSWER = { 'content-type': 'application/json' };

test.each([
  [200, JSON_ANSWER, false, true],
  [299, {}, false, true],
  [300, JSON_ANSWER, false, false],
  [199, JSON_ANSWER, false, false],
  [200, { 'content-type': 'text/HTML; charset=utf-8' }, false, false],
  [404, { 'wf-version': '0.1.0' }, true, false],
  [200, { 'wf-version': '0.1.0', ...JSON_ANSWER }, true, true],
])('an answer %i with %j shows extensions: %s, success: %s', (status, headers, isExtended, hasSucceeded) => {
  const knowledge = { isExtended: false, hasSucceeded: false };
  learnFrom(knowledge, { status, headers });
  expect(knowledge).toEqual({ isExtended, hasSucceeded });
});

test('what was shown once stays known', () => {
  const knowledge = { isExtended: true, hasSucceeded: true };
  learnFrom(knowledge, { status: 500, headers: {} });
  expect(knowledge).toEqual({ isExtended: true, hasSucceeded: true });
});
