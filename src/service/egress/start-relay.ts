import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { connect, createServer, isIP, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { BundlePlaces } from './relay-places.ts';
import { describeRefusal, EgressRefusal, type EgressRules, lookUp } from './egress-rules.ts';

interface RelayOptions {
  /** Path of its socket, in a folder that only the bundle and the service may enter. */
  readonly path: string;
  readonly rules: EgressRules;
  readonly places: BundlePlaces;
  /** Called with the reason when the rules refuse a connection, or there is no place for it. */
  readonly onRefused: (reason: string) => void;
}

/** The way out of a held process that has no network. */
export interface Relay {
  close(this: void): void;
}

const CONNECT_MS = 10_000;
/** The first byte to a process whose connection is made. */
const CONNECTED = '+';

/**
 * Connects a process without a network of its own: each connection names its destination in its first line. The rules
 * are checked here, outside of the process, for the very address that is connected to.
 */
export async function startRelay({ path, rules, places, onRefused }: RelayOptions): Promise<Relay> {
  const open = new Set<Socket>();
  // One side may still send when the other has ended.
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (inner) => {
    // It is closed after an error; there is no caller left to inform.
    inner.on('error', () => inner.destroy());
    const refusal = places.take();
    if (refusal !== null) {
      inner.destroy();
      return onRefused(`ECONNRESET ${refusal}`);
    }
    open.add(inner);
    inner.once('close', () => open.delete(inner));
    // The place is free when both descriptors are.
    void relay(inner, rules, onRefused).then(async (outer) => {
      await Promise.all([untilClosed(inner), untilClosed(outer)]);
      places.leave();
    });
  });
  server.listen(path);
  await once(server, 'listening');
  // Where no file can be opened any more, a connection that cannot be accepted is an error.
  server.on('error', () => undefined);
  // The bundle may run as another user. It has not started yet, so nobody can replace the socket.
  await chmod(path, 0o666);
  return {
    close: () => {
      server.close();
      for (const inner of open) inner.destroy();
    },
  };
}

async function untilClosed(socket: Socket | null): Promise<void> {
  if (socket === null || socket.closed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  await promise;
}

/** @returns the connection to the destination; `null`: there is none */
async function relay(inner: Socket, rules: EgressRules, onRefused: RelayOptions['onRefused']): Promise<Socket | null> {
  const target = await readDestination(inner);
  if (target === null) {
    inner.destroy();
    return null;
  }
  try {
    const outer = await connectTo(target, rules);
    if (inner.destroyed) return outer.destroy();
    if (target.isAnswered) inner.write(CONNECTED);
    pipeline(inner, outer, () => outer.destroySoon());
    pipeline(outer, inner, () => inner.destroySoon());
    return outer;
  } catch (error) {
    if (error instanceof EgressRefusal) onRefused(reasonOf(error));
    if (target.isAnswered) inner.end(reasonOf(error));
    else inner.destroy();
    return null;
  }
}

/** @returns the code of a system error, and its message */
function reasonOf(error: unknown): string {
  if (error instanceof EgressRefusal) return `EACCES ${describeRefusal('the workflow', error)}`;
  const { code } = error as NodeJS.ErrnoException; // no other error is thrown
  return `${code ?? 'ECONNRESET'} the connection failed`;
}

async function connectTo({ host, port }: RelayTarget, rules: EgressRules): Promise<Socket> {
  if (isIP(host) !== 0 && !rules({ host, address: host, port })) throw new EgressRefusal(host, port);
  const outer = connect({ host, port, lookup: lookUp(rules, port), allowHalfOpen: true, noDelay: true });
  outer.setTimeout(CONNECT_MS, () => outer.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })));
  await once(outer, 'connect');
  outer.setTimeout(0);
  return outer;
}

interface RelayTarget {
  /** A name or an address, lower case. */
  readonly host: string;
  readonly port: number;
  /** Whether the process waits for an answer. */
  readonly isAnswered: boolean;
}

/** Longest name of a host, and a port. @source RFC 1035 §2.3.4 */
const MAX_LENGTH = 264;
const TIMEOUT_MS = 10_000;
const NEWLINE = 0x0a;
const FORM = /^(?<host>[a-z0-9._:%-]+) (?<port>\d{1,5})(?<quiet> -)?$/;

/**
 * Reads the first line of a paused connection; what follows stays unread.
 *
 * @returns `null` when it ends, is late, or the line is not `HOST PORT` or `HOST PORT -`
 */
async function readDestination(socket: Socket): Promise<RelayTarget | null> {
  const line = await readLine(socket);
  const { host, port, quiet } = FORM.exec(line.toLowerCase())?.groups ?? {};
  const number = Number(port);
  return host === undefined || number < 1 || number > 65_535
    ? null
    : { host, port: number, isAnswered: quiet === undefined };
}

function readLine(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let read = Buffer.alloc(0);
  const timer = setTimeout(() => finish(''), TIMEOUT_MS);
  const finish = (line: string): void => {
    clearTimeout(timer);
    socket.off('readable', onReadable).off('close', onClose);
    resolve(line);
  };
  const onClose = (): void => finish('');
  const onReadable = (): void => {
    const chunk = socket.read() as Buffer | null; // it has no encoding
    if (chunk === null) return;
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf(NEWLINE);
    if (end === -1 && read.length <= MAX_LENGTH) return;
    if (end !== -1 && end < read.length - 1) socket.unshift(read.subarray(end + 1));
    finish(end === -1 ? '' : read.toString('latin1', 0, end));
  };
  socket.on('readable', onReadable).once('close', onClose);
  return promise;
}
