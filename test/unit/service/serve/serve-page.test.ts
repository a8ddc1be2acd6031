import { expect, test } from 'vitest';
import { servePage } from '../../../../src/service/serve/serve-page.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

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
  return await fetch(new Request(`http://127.0.0.1:8700${path}`, { headers: { host: '127.0.0.1:8700', ...headers } }));
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
