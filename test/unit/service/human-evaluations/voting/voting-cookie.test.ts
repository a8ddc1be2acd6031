import { expect, test } from 'vitest';
import { readVotingCookie, toVotingCookie } from '../../../../../src/service/human-evaluations/voting/voting-cookie.ts';

test.each([
  ['c-1', false, 'wf_vote=c-1; Path=/voting/e%2F1; Max-Age=7776000; HttpOnly; SameSite=Strict'],
  ['c-1', true, 'wf_vote=c-1; Path=/voting/e%2F1; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure'],
  [null, false, 'wf_vote=; Path=/voting/e%2F1; Max-Age=0; HttpOnly; SameSite=Strict'],
])('the code %j, by https %j, becomes %s', (code, isHttps, cookie) => {
  expect(toVotingCookie('e/1', code, isHttps)).toBe(cookie);
});

test.each([
  ['wf_vote=c-1', 'c-1'],
  ['a=b; wf_vote=c-1; c=d', 'c-1'],
  ['not_wf_vote=c-1', null],
  ['a=b', null],
])('the cookies %s contain %j', (cookie, code) => {
  expect(readVotingCookie(new Request('http://host/', { headers: { cookie } }))).toBe(code);
});

test('without cookies there is no code', () => {
  expect(readVotingCookie(new Request('http://host/'))).toBeNull();
});
