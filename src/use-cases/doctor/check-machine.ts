import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';
import { SERVE_PORT } from '../serve/default-ports.ts';
import { failed, type Finding, ok, warning } from '../../contract/develop/finding.ts';

const NEEDED_MAJOR = 24;

export function checkNode(version: string = process.versions.node): Finding {
  const major = Number(version.split('.')[0]);
  if (major >= NEEDED_MAJOR) return ok('node', `Node ${version}.`);
  return failed('node', `Node ${version} is older than ${NEEDED_MAJOR}.`, `npm install node@${NEEDED_MAJOR}`);
}

/** Checks what would confine deployed code on this machine. */
export function judgeSandbox(kind: SandboxKind): Finding {
  if (kind === 'bubblewrap') return ok('sandbox', 'bubblewrap confines deployed code.');
  if (kind === 'namespaces') return ok('sandbox', 'Namespaces confine deployed code.');
  return warning('sandbox', 'Only Node confines deployed code.', 'wf help security');
}

const MEGABYTE = 1024 * 1024;
const LITTLE = 500 * MEGABYTE;
const TOO_LITTLE = 20 * MEGABYTE;

/** Checks the free disk space for the database and bundles. */
export function checkDisk(folder: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(existingFolder(folder));
    return judgeDisk(folder, bavail * bsize);
  } catch (error) {
    const reason = messageOf(error);
    return warning('disk', `Cannot read the free space at ${folder}: ${reason}.`, `Check ${folder}.`);
  }
}

/** @param free - bytes available to an ordinary user */
export function judgeDisk(folder: string, free: number): Finding {
  const room = `${Math.round(free / MEGABYTE).toLocaleString('en')} MB are free at ${folder}.`;
  if (free < TOO_LITTLE) return failed('disk', room, 'Free space on this disk.');
  return free < LITTLE ? warning('disk', room, 'Free space on this disk.') : ok('disk', room);
}

/** Finds the nearest folder that exists: a folder itself, or one above it. */
export function existingFolder(folder: string): string {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? folder : existingFolder(parent);
}

/**
 * Checks whether `wf serve` could listen on its default port.
 *
 * @param baseUrl - URL of the configured service, which may be the one listening there
 */
export async function checkPort(baseUrl: string | null, port = SERVE_PORT): Promise<Finding> {
  const server = createServer();
  const code = await new Promise<string | null>((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => done(null)));
  });
  if (code === null) return ok('port', `Port ${port}, the default of wf serve, is free.`);
  if (code !== 'EADDRINUSE') return warning('port', `Port ${port} cannot be used: ${code}.`, 'wf serve --port 0');
  if (isHere(baseUrl, port)) return ok('port', `The configured service listens on port ${port}.`);
  return warning('port', `Something listens on port ${port}, the default of wf serve.`, 'wf serve --port 0');
}

function isHere(baseUrl: string | null, port: number): boolean {
  const url = baseUrl === null ? null : URL.parse(baseUrl);
  return url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) && url.port === String(port);
}
