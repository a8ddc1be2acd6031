import { expect, test } from 'vitest';
import { createPageSessions } from '../../../../src/service/serve/page-sessions.ts';
import { servePage } from '../../../../src/service/serve/serve.ts';
import { type RunningService, startService } from '../../../helpers/start-service.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const START = Date.parse('2026-11-20T12:00:00Z');

function open(running: RunningService, clock = { now: START }) {
  const sessions = createPageSessions({ store: running.store, mode: 'serve', now: () => new Date(clock.now) });
  const send = async (method: string, body?: unknown, cookie?: string) => {
    const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await sessions.fetch(new Request('http://127.0.0.1:8700/session', init));
    if (response === null) throw new Error('The request was not handled');
    return response;
  };
  return { sessions, send };
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

test('a code signs in once, by a cookie that no script and no other site can use', async () => {
  await using running = await startService();
  const { sessions, send } = open(running);
  const code = await sessions.issueCode();

  const first = await send('POST', { code });
  expect(first.status).toBe(200);
  expect(first.headers.get('set-cookie')).toMatch(
    /^wf_session=\w{8}\.[0-9a-f]{64}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(await (await send('GET', undefined, cookieOf(first))).json()).toEqual({
    signed_in: true,
    owner: 'local',
    mode: 'serve',
  });
  const second = await send('POST', { code });
  expect([second.status, await second.json()]).toEqual([
    403,
    { detail: 'This sign-in address was already used, or is older than ten minutes. Type a key instead.' },
  ]);
  const other = await send('POST', { key: 'guessed' });
  expect([other.status, await other.json()]).toEqual([403, { detail: 'The key is unknown, revoked or expired.' }]);
});

test('behind https, browsers never send the cookie without', async () => {
  await using running = await startService();
  const sessions = createPageSessions({ store: running.store, mode: 'serve', isHttps: true });
  const body = JSON.stringify({ code: await sessions.issueCode() });
  const headers = { 'content-type': 'application/json' };
  const signedIn = await sessions.fetch(new Request('http://host/session', { method: 'POST', body, headers }));
  expect(signedIn?.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
});

test('behind a proxy that speaks https, too, as the browser says', async () => {
  await using running = await startService();
  const sessions = createPageSessions({ store: running.store, mode: 'serve' });
  const body = JSON.stringify({ code: await sessions.issueCode() });
  const headers = { 'content-type': 'application/json', origin: 'https://wf.example.com' };
  const signedIn = await sessions.fetch(new Request('http://127.0.0.1/session', { method: 'POST', body, headers }));
  expect(signedIn?.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
});

test('the session gives access to the service', async () => {
  await using running = await startService();
  const { sessions, send } = open(running, { now: Date.now() });
  const cookie = cookieOf(await send('POST', { code: await sessions.issueCode() }));

  expect((await running.send('GET', '/apps', { key: null, headers: { cookie } })).status).toBe(200);
  expect((await running.send('GET', '/apps', { key: null })).status).toBe(401);
});

test('signing out ends only the session', async () => {
  await using running = await startService();
  const { sessions, send } = open(running, { now: Date.now() });
  const cookie = cookieOf(await send('POST', { code: await sessions.issueCode() }));
  const gone = await send('DELETE', undefined, cookie);
  await send('DELETE', undefined, `wf_session=${running.keys.viewer}`);

  expect(gone.headers.get('set-cookie')).toMatch(/^wf_session=; Path=\/; Max-Age=0;/);
  expect(await (await send('GET', undefined, cookie)).json()).toEqual({ signed_in: false, owner: null, mode: 'serve' });
  expect((await running.send('GET', '/apps', { key: running.keys.viewer })).status).toBe(200);
});

test('a key signs in with its own role', async () => {
  await using running = await startService();
  const { send } = open(running, { now: Date.now() });
  const cookie = cookieOf(await send('POST', { key: ` ${running.keys.viewer}\n` }));

  expect((await running.send('GET', '/apps', { key: null, headers: { cookie } })).status).toBe(200);
  expect(
    (await running.send('POST', '/apps', { key: null, headers: { cookie }, body: { app_name: 'x' } })).status,
  ).toBe(403);
});

test('a session opens no other, which would outlive its key', async () => {
  await using running = await startService();
  const { send } = open(running, { now: Date.now() });
  const [, session] = cookieOf(await send('POST', { key: running.keys.viewer })).split('=');
  const second = await send('POST', { key: session });
  expect([second.status, await second.json()]).toEqual([403, { detail: 'The key is unknown, revoked or expired.' }]);
});

test('a session ends with its key', async () => {
  await using running = await startService();
  const clock = { now: Date.now() };
  const { send } = open(running, clock);
  const expires_at = new Date(clock.now + 3600_000).toISOString();
  const made = await running.send('POST', '/keys', { body: { name: 'short', role: 'viewer', expires_at } });
  const cookie = cookieOf(await send('POST', { key: await made.json() }));
  clock.now += 3_599_000;
  expect(await (await send('GET', undefined, cookie)).json()).toMatchObject({ signed_in: true });
  clock.now += 1000;
  expect(await (await send('GET', undefined, cookie)).json()).toMatchObject({ signed_in: false });
});

test('a code expires after ten minutes, a session after twelve hours', async () => {
  await using running = await startService();
  const clock = { now: START };
  const { sessions, send } = open(running, clock);
  const [late, early] = [await sessions.issueCode(), await sessions.issueCode()];
  clock.now = START + 9 * 60_000;
  const cookie = cookieOf(await send('POST', { code: early }));
  clock.now = START + 10 * 60_000;
  expect((await send('POST', { code: late })).status).toBe(403);
  clock.now = START + 13 * 3600_000;
  expect(await (await send('GET', undefined, cookie)).json()).toMatchObject({ signed_in: false });
});

test.each([
  [{ code: 'guessed' }, 403],
  [{ key: 'guessed' }, 403],
  [{ code: '' }, 403],
  [{}, 422],
  [{ code: 1 }, 422],
  [{ code: 'a', key: 'b' }, 422],
  [[], 422],
])('%j does not sign in', async (body, status) => {
  await using running = await startService();
  const { send } = open(running);
  const response = await send('POST', body);
  expect(response.status).toBe(status);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('other methods are refused, and other addresses are not handled', async () => {
  await using running = await startService();
  const { sessions, send } = open(running);
  expect((await send('PUT', {})).status).toBe(405);
  expect(await sessions.fetch(new Request('http://127.0.0.1:8700/sessions'))).toBeNull();
});

const NO_SESSIONS = { issueCode: async () => '', fetch: async () => null };

async function ask(headers: Record<string, string>, path = '/apps'): Promise<Response> {
  await using folder = await tempProject({ 'index.html': '<p>the page' });
  const fetch = servePage({
    assetsDir: folder.root,
    sessions: NO_SESSIONS,
    isLoopback: true,
    parts: [async (request) => (request.url.endsWith('/dev') ? new Response('a part') : null)],
    rest: async () => new Response('<script>alert(1)</script>', { headers: { 'content-type': 'text/html' } }),
  });
  const request = new Request(`http://127.0.0.1:8700${path}`, { headers: { host: '127.0.0.1:8700', ...headers } });
  return await fetch(request, { onEnd: () => {} });
}

test('the page answers first, then the parts, then the service', async () => {
  expect(await (await ask({ accept: 'text/html' }, '/')).text()).toBe('<p>the page');
  expect(await (await ask({}, '/dev')).text()).toBe('a part');
  expect(await (await ask({})).text()).toContain('script');
});

test("a bundle's answer cannot act as a page of this origin", async () => {
  const response = await ask({ accept: 'text/html' });
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([{ host: 'attacker.test' }, { origin: 'https://attacker.test' }])('%j reaches nothing', async (headers) => {
  for (const path of ['/', '/dev', '/apps', '/session']) {
    const response = await ask({ accept: 'text/html', ...headers }, path);
    expect(response.status).toBeGreaterThanOrEqual(403);
    expect(Object.keys(await response.json())).toEqual(['detail']);
  }
});
