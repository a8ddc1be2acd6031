import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { servePlayground } from '../../../src/http/serve-playground.ts';
import { tempProject } from '../../helpers/temp-project.ts';

const HTML =
  '<link href="/page/style-A1.css"><link href="/page/icon-C3.svg"><a href="/page/terms-D4.txt"></a><script type="module" src="/page/page-B2.js"></script>';
const FILES: Record<string, string> = {
  'index.html': HTML,
  'style-A1.css': 'a{}',
  'page-B2.js': 'import{a}from"./chunk-E5.js";b=()=>import(`./view-F6.js`)',
  'chunk-E5.js': '2',
  'view-F6.js': 'import"./chunk-E5.js";import{c}from"./chunk-G7.js"',
  'chunk-G7.js': '3',
  'icon-C3.svg': '<svg/>',
  'terms-D4.txt': 'terms',
  'secret.txt': 'no',
  'page-B2.js.map': 'no',
};

async function ask(path: string, init: RequestInit = {}): Promise<Response | null> {
  await using folder = await tempProject(FILES);
  const serve = servePlayground({ assetsDir: folder.root });
  return await serve(new Request(`http://127.0.0.1:8700${path}`, { headers: { accept: 'text/html,*/*' }, ...init }));
}

/** Each keeps other pages, hosts and inline scripts away. */
const SAFETY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

test('a browser gets the page, which no other page embeds, opens or learns of', async () => {
  const response = await ask('/');
  expect(await response?.text()).toBe(HTML);
  expect(Object.fromEntries(response?.headers ?? [])).toEqual({
    ...SAFETY,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  });
});

test.each([
  ['page-B2.js', 'text/javascript; charset=utf-8'],
  ['chunk-E5.js', 'text/javascript; charset=utf-8'],
  ['view-F6.js', 'text/javascript; charset=utf-8'],
  ['chunk-G7.js', 'text/javascript; charset=utf-8'],
  ['style-A1.css', 'text/css; charset=utf-8'],
  ['icon-C3.svg', 'image/svg+xml'],
  ['terms-D4.txt', 'text/plain'],
])('browsers cache %s forever', async (name, type) => {
  const response = await ask(`/page/${name}`);
  expect(await response?.text()).toBe(FILES[name]);
  expect(Object.fromEntries(response?.headers ?? [])).toEqual({
    ...SAFETY,
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
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

test('a folder without a page fails only requests for the page', async () => {
  const serve = servePlayground({ assetsDir: '/nowhere' });
  expect(await serve(new Request('http://127.0.0.1:8700/apps'))).toBeNull();
  await expect(serve(new Request('http://127.0.0.1:8700/page/a.js'))).rejects.toThrow('ENOENT');
});
