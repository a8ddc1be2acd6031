import { expect, test } from 'vitest';
import { parseVoteAddress, toVoteLink } from '../../../../../src/playground/human-evaluations/voting/vote-address.ts';

const ID = '01932c5e-5555-7000-8000-000000000001';

test('a link is read as it is written', () => {
  const link = new URL(toVoteLink('http://wf.test', ID, 'a-B_9'));
  expect(parseVoteAddress(link.hash)).toEqual({ evaluationId: ID, code: 'a-B_9' });
});

test.each([
  [`#/vote/${ID}`, { evaluationId: ID, code: null }],
  ['#/apps/support/human-evaluations', null],
  ['#code=x', null],
  [`#vote=${ID}`, null],
  [`#vote=${ID}.a/../b`, null],
  ['', null],
])('%j leads to %j', (hash, address) => {
  expect(parseVoteAddress(hash)).toEqual(address);
});
