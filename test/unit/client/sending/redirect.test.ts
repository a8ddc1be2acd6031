import { expect, test } from 'vitest';
import { nextHop } from '../../../../src/client/sending/redirect.ts';
import type { Answer } from '../../../../src/client/sending/send-once.ts';

function hop(location: string | undefined, answer: Partial<Answer> = {}, hops = 0) {
  const headers = { ...(location === undefined ? {} : { location }), 'x-request-id': 'r1' };
  const given = { method: 'GET', status: 302, url: new URL('https://wf.test/api/apps'), headers, ...answer };
  return nextHop(given as Answer, hops)?.href ?? null;
}

test.each([301, 302, 303, 307, 308])('a GET or HEAD follows %i within the origin', (status) => {
  expect(hop('/api/apps/', { status })).toBe('https://wf.test/api/apps/');
  expect(hop('https://wf.test/x', { status, method: 'HEAD' })).toBe('https://wf.test/x');
});

test.each([
  [200, '/x'],
  [304, '/x'],
  [302, undefined],
])('%i with location %s is no redirect', (status, location) => {
  expect(hop(location, { status })).toBeNull();
});

const ANSWERS = 'https://wf.test answers GET /api/apps with 302: it ';

test.each([
  ['http://[', {}, 0, `${ANSWERS}redirects to "http://[", which is not an address.`, []],
  [
    'https://evil.test/api/apps',
    {},
    0,
    `${ANSWERS}redirects to another origin, https://evil.test; the key is not sent there.`,
    ['If that is the right service: wf config set base_url https://evil.test', 'wf config list'],
  ],
  [
    '/x',
    { method: 'POST' },
    0,
    'https://wf.test answers POST /api/apps with 302: it redirects a write to /x; wf does not send a write twice.',
    ['wf config list'],
  ],
  ['/x', {}, 5, `${ANSWERS}redirects more than 5 times.`, ['wf config list']],
])('a redirect to %s with %j after %i is refused', (location, answer, hops, message, nextSteps) => {
  expect(() => hop(location, answer, hops)).toThrow(
    expect.objectContaining({ code: 'WF_UNEXPECTED_ANSWER', message, nextSteps, status: 302, requestId: 'r1' }),
  );
});

test('five redirects are followed', () => {
  expect(hop('/x', {}, 4)).toBe('https://wf.test/x');
});
