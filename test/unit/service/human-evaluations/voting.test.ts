import { expect, test } from 'vitest';
import { CHOICES } from '../../../../src/contract/human-evaluations/voting.ts';
import { readVotingCookie, toVotingCookie } from '../../../../src/service/human-evaluations/voting/serve-voting.ts';
import {
  isSwapped,
  seenOrder,
  toChoice,
  toVote,
} from '../../../../src/service/human-evaluations/voting/voting-cases.ts';

test('a stored choice is shown as it was made, in either order', () => {
  for (const seen of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    for (const choice of [...CHOICES, null]) expect(toChoice(toVote(choice, seen), seen)).toBe(choice);
  }
});

test("about half of a voter's cases are swapped, others than another voter's", () => {
  const cases = Array.from({ length: 1000 }, (_, index) => `case ${index}`);
  const swapped = cases.filter((id) => seenOrder(['a', 'b'], 'ana', id)[0] === 'b');
  expect(Math.abs(swapped.length - 500)).toBeLessThan(80);
  expect(cases.filter((id) => isSwapped('ben', id))).not.toEqual(swapped);
});

test('the order in which a voter sees a case never changes', () => {
  const swapped = Array.from({ length: 8 }, (_, index) => isSwapped('ana', `case ${index}`));
  expect(swapped).toEqual([true, true, true, false, false, false, true, true]);
});

test('the cookie is sent to the voting pages of its evaluation only', () => {
  expect(toVotingCookie('e/1', 'c-1', false)).toBe(
    'wf_vote=c-1; Path=/voting/e%2F1; Max-Age=7776000; HttpOnly; SameSite=Strict',
  );
});

test.each([
  ['wf_vote=c-1', 'c-1'],
  ['a=b; wf_vote=c-1; c=d', 'c-1'],
  ['not_wf_vote=c-1', null],
  ['a=b', null],
  ['', null],
])('the cookies "%s" contain the code %j', (cookie, code) => {
  expect(readVotingCookie(new Request('http://host/', { headers: { cookie } }))).toBe(code);
});
