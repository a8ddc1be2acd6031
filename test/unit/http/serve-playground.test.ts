import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { servePlayground } from '../../../src/http/serve-playground.ts';
import { tempProject } from '../../helpers/temp-project.ts';

const HTML = '<link href="/page/style-A1.css"><script type="module" src="/page/page-B2.js"></script>';
const FILES = {
  'index.html': HTML,
  'style-A1.css': 'a{}',
  'page-B2.js': '1',
  'secret.txt': 'no',
  'page-B2.js.map': 'no',
};

async function ask(path: string, init: RequestInit = {}): Promise<Response | null> {
  await using folder = await tempProject(FILES);
  const serve = servePlayground({ assetsDir: folder.root });
  return await serve(new Request(`http://127.0.0.1:8700${path}`, { headers: { accept: 'text/html,*/*' }, ...init }));
}

test('a browser gets the page, limited to its own scripts and without frames', async () => {
  const response = await ask('/');
  expect(await response?.text()).toBe(HTML);
  expect(response?.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response?.headers.get('cache-control')).toBe('no-cache');
  const policy = response?.headers.get('content-security-policy')?.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]),
  );
  expect(policy?.join()).not.toMatch(/unsafe|\*|https?:/);
});

test('no other page learns of it, opens it or embeds it', async () => {
  const headers = (await ask('/'))?.headers;
  expect(headers?.get('referrer-policy')).toBe('no-referrer');
  expect(headers?.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers?.get('cross-origin-resource-policy')).toBe('same-origin');
});

test("browsers cache the page's files forever", async () => {
  const [script, style] = [await ask('/page/page-B2.js'), await ask('/page/style-A1.css')];
  expect(script?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(style?.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(script?.headers.get('cache-control')).toContain('immutable');
  expect(script?.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  '/page/secret.txt',
  '/page/page-B2.js.map',
  '/page/index.html',
  '/page/',
  '/page/..%2fsecret.txt',
  '/page/../secret.txt',
  '/page//etc/passwd',
  '/index.html',
  '/apps',
])('%s is not part of the page', async (path) => {
  expect(await ask(path)).toBeNull();
});

test('requests for JSON and writes do not get the page', async () => {
  expect(await ask('/', { headers: { accept: 'application/json' } })).toBeNull();
  expect(await ask('/', { headers: {} })).toBeNull();
  expect(await ask('/', { method: 'POST' })).toBeNull();
});

test.each(['gzip', 'br, GZIP;q=0.8', '*'])('a browser that accepts %s gets the page compressed', async (encoding) => {
  const headers = { accept: 'text/html', 'accept-encoding': encoding };
  const response = await ask('/', { headers });
  expect(response?.headers.get('content-encoding')).toBe('gzip');
  expect(response?.headers.get('vary')).toBe('accept-encoding');
  expect(gunzipSync((await response?.arrayBuffer()) ?? '').toString()).toBe(HTML);
});

test.each(['', 'br', 'gzip;q=0', 'identity, gzip;q=0.0'])(
  'a browser that accepts %j gets it uncompressed',
  async (encoding) => {
    const response = await ask('/', { headers: { accept: 'text/html', 'accept-encoding': encoding } });
    expect(response?.headers.get('content-encoding')).toBeNull();
    expect(await response?.text()).toBe(HTML);
  },
);

test('HEAD answers without a body', async () => {
  const response = await ask('/', { method: 'HEAD' });
  expect(response?.status).toBe(200);
  expect(await response?.text()).toBe('');
});

test('a page that is built later is found', async () => {
  await using folder = await tempProject();
  const serve = servePlayground({ assetsDir: folder.root });
  const request = () => new Request('http://localhost/', { headers: { accept: 'text/html' } });
  await expect(serve(request())).rejects.toThrow('ENOENT');
  await writeFile(folder.path('index.html'), '<p>');
  expect((await serve(request()))?.status).toBe(200);
});
