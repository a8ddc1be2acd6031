import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { startHttpServer } from '../helpers/start-http-server.ts';

/** A registry of npm packages. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
}

export interface RegistryOptions {
  /** The package to serve, as `npm pack` writes it. */
  readonly tarball: string;
  /** Its `package.json`. */
  readonly manifest: { readonly name: string; readonly version: string };
  /** The registry that has all other packages. */
  readonly upstream: string;
}

/** Starts a registry with one package; it sends requests for all others on. */
export async function startRegistry({ tarball, manifest, upstream }: RegistryOptions): Promise<Registry> {
  const { name, version } = manifest;
  const bytes = await readFile(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const file = `/${name}/-/${basename(tarball)}`;
  const server = await startHttpServer((request, response) => {
    const path = request.url ?? '/';
    if (path === file) response.end(bytes);
    else if (path === `/${name}`) response.end(JSON.stringify(describe()));
    else response.writeHead(307, { location: new URL(`.${path}`, upstream).href }).end();
  });
  const describe = () => ({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball: `${server.url}${file}`, integrity } } },
    time: { [version]: '2026-01-01T00:00:00.000Z' },
  });
  return { url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
