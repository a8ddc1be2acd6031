import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWER, type OpenedView, openView, RUN } from '../../../helpers/page/open-view.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const LOST = 'The service does not answer. The page tries again until it does.';
const SLOW = 'The service is slow to answer.';
const gone = new TypeError('Failed to fetch');

const notice = (page: OpenedView) => page.names('status').at(-1);
const pass = (page: OpenedView, ms: number) => page.settle(() => vi.advanceTimersByTime(ms));
const asked = (page: OpenedView) => page.sent.filter((one) => one === 'GET /').length;

test.each<[string, unknown, string]>([
  ['an answer', [], ''],
  ['a refusal', new Response('x', { status: 404 }), ''],
  ['a failure', new Response('x', { status: 500 }), ''],
  // The service says so itself, and answers other requests.
  ['a service that is busy', new Response('x', { status: 503 }), ''],
  ['a proxy without a service', new Response('x', { status: 502 }), LOST],
  ['a proxy whose service is slow', new Response('x', { status: 504 }), LOST],
  ['no answer', gone, LOST],
  ['a request that the page cancelled', new DOMException('The view was left', 'AbortError'), ''],
])('%s is told apart', async (_, answer, text) => {
  await using page = await openView('evaluations', { 'GET /evaluations': answer });
  expect(notice(page)).toBe(text);
});

test('a service that is gone is asked until it has the page again', async () => {
  await using page = await openView('evaluations', { 'GET /evaluations': gone, 'GET /': gone });
  await pass(page, 1499);
  expect(asked(page)).toBe(0);
  await pass(page, 1);
  page.browser.answer({ 'GET /': new Response('starting', { status: 503 }) });
  await pass(page, 1500);
  expect([asked(page), notice(page)]).toEqual([2, LOST]);
  const script = '<html><script type="module" src="/page/page-A.js"></script></html>';
  page.browser.answer({ 'GET /': new Response(script), 'GET /evaluations': [] });
  await pass(page, 1500);
  expect([asked(page), notice(page), page.names('alert')]).toEqual([3, '', []]);
  await pass(page, 60_000);
  expect(asked(page)).toBe(3);
});

test('requests are slow after eight seconds, until all of them have ended', async () => {
  const held = [Promise.withResolvers(), Promise.withResolvers()] as const;
  await using page = await openView('variants', {
    'GET /evaluations': () => held[0].promise,
    'GET /human-evaluations': () => held[1].promise,
  });
  await page.click('Evaluations');
  await page.click('Votes');
  await pass(page, 7999);
  const notices = [notice(page)];
  await pass(page, 1);
  notices.push(notice(page));
  for (const { resolve } of held) {
    await page.settle(() => resolve([]));
    notices.push(notice(page));
  }
  expect(notices).toEqual(['', SLOW, SLOW, '']);
});

test('a call of a route takes its time, and is never slow', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await using page = await openView('routes', { [RUN]: () => promise });
  await page.enter('question', 'x');
  await page.click('Run');
  await pass(page, 60_000);
  expect(notice(page)).toBe('');
  await page.settle(() => resolve(ANSWER));
  expect(page.read('Answer')).toBe('blue');
});
