import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { startHttpServer } from './start-http-server.ts';

export interface PackageSource {
  readonly manifest: PackageManifest;
  /** By path in the package, `package.json` included. */
  readonly files: Readonly<Record<string, Uint8Array | string>>;
  /** Paths of programs. */
  readonly programs?: ReadonlySet<string>;
}

/** The fields that the lock file of a project needs. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

export interface PackageRegistry extends AsyncDisposable {
  readonly url: string;
  /** npm's lock file of a project that depends on all packages. */
  readonly lock: string;
}

/** Serves packages as npm's registry does. */
export async function startPackageRegistry(sources: readonly PackageSource[]): Promise<PackageRegistry> {
  const packed = await Promise.all(sources.map(packSource));
  const byPath = new Map(packed.map((one) => [one.path, one.bytes]));
  const server = await startHttpServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    const bytes = byPath.get(path);
    const named = packed.filter(({ manifest }) => path === `/${manifest.name}`);
    // Another test's server may get this address.
    response.setHeader('cache-control', 'no-store');
    if (bytes !== undefined) response.end(bytes);
    else if (named.length > 0) response.end(JSON.stringify(describe(server.url, named)));
    else response.writeHead(404).end('{}');
  });
  return { url: server.url, lock: toLock(packed), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Reads an installed package. */
export async function installedPackage(name: string): Promise<PackageSource> {
  const folder = join('node_modules', name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const),
  );
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageManifest; // npm wrote it
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode));
  const programs = paths.filter((_, index) => ((modes[index] ?? 0) & 0o111) !== 0);
  return {
    manifest,
    files: Object.fromEntries(files),
    programs: new Set(programs.map((path) => path.slice(folder.length + 1))),
  };
}

type Packed = Awaited<ReturnType<typeof packSource>>;

async function packSource({ manifest, files, programs }: PackageSource) {
  const archive = pack();
  for (const [path, content] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    const mode = programs?.has(path) === true ? 0o755 : 0o644;
    archive.entry({ name: `package/${path}`, mode }, Buffer.from(content));
  }
  archive.finalize();
  const bytes = gzipSync(await buffer(archive), { level: 1 });
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return { manifest, bytes, integrity, path: `/${manifest.name}/-/${manifest.version}.tgz` };
}

function describe(url: string, packed: readonly Packed[]) {
  const versions = packed.map(({ manifest, integrity, path }) => [
    manifest.version,
    { ...manifest, dist: { tarball: `${url}${path}`, integrity } },
  ]);
  const { name, version } = packed.at(-1)?.manifest ?? {};
  // Package managers refuse versions that are too new.
  const time = Object.fromEntries(packed.map(({ manifest }) => [manifest.version, '2026-01-01T00:00:00.000Z']));
  return { name, 'dist-tags': { latest: version }, versions: Object.fromEntries(versions), time };
}

function toLock(packed: readonly Packed[]): string {
  const entries = packed.map(({ manifest, integrity }) => {
    const { name, version, scripts, dependencies, optionalDependencies, os, cpu } = manifest;
    const entry = {
      version,
      integrity,
      dependencies,
      optionalDependencies,
      os,
      cpu,
      hasInstallScript: scripts?.['install'] !== undefined,
    };
    return [`node_modules/${name}`, entry];
  });
  return JSON.stringify({ name: 'project', lockfileVersion: 3, packages: { '': {}, ...Object.fromEntries(entries) } });
}
