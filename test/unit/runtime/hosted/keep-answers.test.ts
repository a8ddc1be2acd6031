import { expect, test } from 'vitest';
import { keepAnswers } from '../../../../src/runtime/hosted/keep-answers.ts';

const ANSWER = { status: 422, headers: { 'content-type': 'application/json', 'retry-after': '3' }, body: '{"long":1}' };

test('a stored answer is fetched once, with its status and headers', async () => {
  const { keep, fetch } = keepAnswers({ fetch: async () => new Response('the app') });
  const { keptAs = '', ...told } = keep(7, ANSWER);
  expect(told).toEqual({ id: 7, status: 422, text: '', retryAfter: '3' });
  const take = async (name: string) => await fetch(new Request(`http://bundle/.wf/answers/${name}`));
  // The number of a call can be guessed by other clients of the bundle.
  expect((await take('7')).status).toBe(410);
  const taken = await take(keptAs);
  expect([taken.status, taken.headers.get('retry-after'), await taken.text()]).toEqual([422, '3', '{"long":1}']);
  expect((await take(keptAs)).status).toBe(410);
});

test('other requests are answered by the app', async () => {
  const { fetch } = keepAnswers({ fetch: async () => new Response('the app') });
  expect(await (await fetch(new Request('http://bundle/run'))).text()).toBe('the app');
});
