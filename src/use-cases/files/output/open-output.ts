import { constants, type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../../../foundation/errors/wf-error.ts';
import { describedBy } from './output-error.ts';
import { replaceFile, type Sink, writeToDescriptor } from './replace-file.ts';
import { pipeline } from 'node:stream/promises';

/** Merges small parts into pieces of about this size. */
const PIECE = 256 * 1024;

/**
 * Opens a file for a result. A regular file is replaced when the stream has ended, and stays as it was if that fails.
 * Devices, named pipes and sockets are written to.
 *
 * @param mode - permission bits of a new file, before the umask
 * @throws {WF_INVALID_INPUT} when it cannot be written
 */
export async function openOutput(file: string, cwd: string, mode = 0o666): Promise<Writable> {
  const told = describedBy(file);
  const sink = await told(openSink(file, cwd, mode));
  const settle = (done: (error?: Error | null) => void, work: Promise<void>) =>
    void told(work).then(() => done(), done);
  return new Writable({
    highWaterMark: PIECE,
    write: (chunk: Buffer, _, done) => settle(done, sink.write(chunk)),
    writev: (parts, done) => settle(done, sink.write(Buffer.concat(parts.map(({ chunk }) => chunk as Buffer)))), // never objects
    final: (done) => settle(done, sink.finish()),
    destroy: (error, done) => void sink.discard().finally(() => done(error)),
  });
}

async function openSink(file: string, cwd: string, mode: number): Promise<Sink> {
  const path = resolve(cwd, file);
  const inherited = descriptorOf(path);
  if (inherited !== null) return { write: writeToDescriptor(inherited), finish: nothing, discard: nothing };
  const found = await stat(path).catch(missing);
  if (found?.isDirectory() === true || /[/\\]$/.test(file)) throw Object.assign(new Error(), { code: 'EISDIR' });
  if (found === null || found.isFile()) return await replaceFile(await followLinks(path), found, mode);
  if (found.isSocket()) return await openSocket(path);
  return fromHandle(found.isFIFO() ? await openPipe(path) : await open(path, constants.O_WRONLY));
}

/** A shell's `>(command)` and `/dev/stderr` name an open descriptor; opening one anew would lose its position. */
function descriptorOf(path: string): number | null {
  const [, number, name] = /^\/dev\/(?:fd\/(\d+)|(stdout|stderr))$/.exec(path) ?? [];
  if (number !== undefined) return Number(number);
  return name === undefined ? null : ['stdin', 'stdout', 'stderr'].indexOf(name);
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const RETRY_MS = 20;

/** Waits for a reader. A blocking `open` would keep the process from ending on Ctrl-C. */
async function openPipe(path: string): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!hasCode(error, 'ENXIO')) throw error;
    }
    await sleep(RETRY_MS);
  }
}

function fromHandle(handle: FileHandle): Sink {
  const close = () => handle.close();
  return { write: writeToDescriptor(handle.fd), finish: close, discard: () => close().catch(() => undefined) };
}

async function openSocket(path: string): Promise<Sink> {
  const socket = connect(path);
  const { promise, resolve: connected, reject } = Promise.withResolvers<void>();
  socket.once('connect', () => connected());
  socket.once('error', reject);
  await promise;
  const settle = (act: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((done, fail) => act((error) => (error ? fail(error) : done())));
  return {
    write: (bytes) => settle((done) => socket.write(bytes, done)),
    finish: () => settle((done) => socket.end(() => done())),
    discard: async () => void socket.destroy(),
  };
}

async function nothing(): Promise<void> {
  // An inherited descriptor stays open: it is not ours.
}

/**
 * Follows symbolic links to the file that they name, which may not exist yet.
 *
 * @throws `ELOOP` when the links form a circle
 */
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    const target = await readlink(path).catch(() => null);
    return target === null ? path : await followLinks(resolve(dirname(path), target));
  }
}

/** Streams text to a file, as `openOutput` opens it. @throws {WF_INVALID_INPUT} when it cannot be written */
export async function writeOutput(file: string, cwd: string, parts: AsyncIterable<string>): Promise<void> {
  // Open it first: reading may be expensive, and a wrong path should fail at once.
  const output = await openOutput(file, cwd);
  await pipeline(Readable.from(parts), output);
}
