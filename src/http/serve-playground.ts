import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { loadOnce } from '../foundation/load-once.ts';

export interface ServePlaygroundOptions {
  /** Folder of the built page: `index.html` and the files it names. */
  readonly assetsDir: string;
}

/** A part of a server: answers its own requests, and `null` for all others. */
export type FetchPart = (request: Request) => Promise<Response | null>;

/**
 * Serves the page at `/` to clients that accept HTML, and its script and style below `/page/`.
 *
 * Reads the files once, by the names in the page itself and in its scripts: no path of a request reaches the disk.
 */
export function servePlayground({ assetsDir }: ServePlaygroundOptions): FetchPart {
  // The page may be under construction by a build: the next request tries again.
  const assets = loadOnce(() => readAssets(assetsDir));
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    if (pathname === '/' ? !wantsHtml(request) : !pathname.startsWith('/page/')) return null;
    const asset = (await assets.get()).get(pathname);
    if (asset === undefined) return null;
    const isPacked = takesGzip(request);
    const headers = { ...SAFETY_HEADERS, ...asset.headers, ...(isPacked ? { 'content-encoding': 'gzip' } : {}) };
    const body = request.method === 'HEAD' ? null : isPacked ? asset.packed : asset.bytes;
    return new Response(body, { status: 200, headers });
  };
}

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, compressed by gzip to a third. */
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const index = await readAsset(join(folder, 'index.html'), 'no-cache');
  const assets = new Map([['/', index]]);
  const names = new Set(namesIn(index, /"\/page\/([\w.-]+)"/g));
  for (const name of names) {
    // The name contains a hash of the content: a new page has new names.
    const asset = await readAsset(join(folder, name), 'public, max-age=31536000, immutable');
    assets.set(`/page/${name}`, asset);
    if (extname(name) === '.js') for (const part of namesIn(asset, IMPORTS)) names.add(part);
  }
  return assets;
}

/** The imports of a built script: of its parts, and of views that are loaded when they are first seen. */
const IMPORTS = /(?:from|import\(?)\s*["`]\.\/([\w.-]+\.js)["`]/g;

function namesIn({ bytes }: Asset, pattern: RegExp): string[] {
  return [...new TextDecoder().decode(bytes).matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

async function readAsset(file: string, caching: string): Promise<Asset> {
  const bytes = new Uint8Array(await readFile(file));
  const packed = new Uint8Array(await promisify(gzip)(bytes));
  const type = TYPES[extname(file)] ?? 'text/plain';
  return { bytes, packed, headers: { 'content-type': type, 'cache-control': caching, vary: 'accept-encoding' } };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Allows only the page's own scripts, no other host, no frame around the page, and no `Referer`. */
const SAFETY_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** @source RFC 9110 §12.5.3 */
function takesGzip(request: Request): boolean {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map((part) => part.trim());
  return accepted.some((part) => /^(gzip|\*)\s*(;|$)/i.test(part) && !/;\s*q=0(\.0*)?$/i.test(part));
}

function wantsHtml(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') === true;
}
