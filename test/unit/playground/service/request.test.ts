import { afterEach, expect, test, vi } from 'vitest';
import { INTERFACE_VERSION } from '../../../../src/contract/endpoint/interface-version.ts';
import { send, sendForPage } from '../../../../src/playground/service/request.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Calls of `fetch`, all of which are answered alike. */
function fakeFetch(answer: Response): { url: string; init: RequestInit }[] {
  fakeBrowser();
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return answer.clone();
  });
  return calls;
}

test('a request has its path, its query and what it accepts', async () => {
  const calls = fakeFetch(Response.json([{ id: 1 }]));
  const input = { app_id: 'a/b c', base_name: undefined, search: 'x&y', limit: 5, archived: null, label: ['a=b', 'c'] };
  expect(await send('GET /apps/{app_id}/variants', input as never)).toEqual([{ id: 1 }]);
  expect(calls.map(({ url }) => url)).toEqual(['/apps/a%2Fb%20c/variants?search=x%26y&limit=5&label=a%3Db&label=c']);
  expect(calls[0]?.init).toMatchObject({
    method: 'GET',
    headers: { accept: 'application/json', 'wf-version': INTERFACE_VERSION },
  });
  expect(calls[0]?.init).not.toHaveProperty('body');
  expect(calls[0]?.init.headers).not.toHaveProperty('content-type');
});

test('a body is sent as JSON, and an empty answer is none', async () => {
  const calls = fakeFetch(new Response(null, { status: 204 }));
  expect(await send('POST /evaluators/{evaluator_key}/run', { evaluator_key: 'k', body: { a: 1 } } as never)).toBe(
    undefined,
  );
  expect(calls[0]).toMatchObject({
    url: '/evaluators/k/run',
    init: { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
  });
});

test.each([
  [401, ['wf-session-end']],
  [403, []],
])('a refusal with status %i is thrown, and may end the session', async (status, events) => {
  fakeFetch(Response.json({ detail: 'No.' }, { status }));
  const heard: string[] = [];
  addEventListener('wf-session-end', ({ type }) => heard.push(type));
  await expect(send('GET /apps', {})).rejects.toMatchObject({ name: 'RefusedRequest', message: 'No.', status });
  expect(heard).toEqual(events);
});

test.each([
  [{}, { cursor: null, total: null }],
  [{ link: '</list?cursor=c%3D&limit=2>; rel="next"' }, { cursor: 'c=', total: null }],
  [
    { link: '</list?cursor=c>; rel=next', 'wf-total-count': '12' },
    { cursor: 'c', total: 12 },
  ],
  [
    { link: '</list?cursor=c>; rel="prev"', 'wf-total-count': '0' },
    { cursor: null, total: 0 },
  ],
  [{ link: '</list>; rel="next"' }, { cursor: null, total: null }],
])('the page of a list with the headers %j leads on: %j', async (headers, page) => {
  fakeFetch(Response.json([1, 2], { headers }));
  expect(await sendForPage('GET /apps', {})).toEqual({ items: [1, 2], ...page });
});
