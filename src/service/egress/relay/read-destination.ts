import type { Socket } from 'node:net';

/** The destination of a connection. */
export interface RelayTarget {
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
export async function readDestination(socket: Socket): Promise<RelayTarget | null> {
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
