import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, toRefusalAnswer } from './exchange.ts';
import { type ConnectionLimits, toGroup, type WaitLimits } from './connection-limits.ts';

/** Slowest body, in bytes per second. */
const MIN_RATE = 4096;

interface Connection {
  readonly address: string;
  readonly openedAt: number;
  /** Why only requests with a kept place are answered; `null`: all are. */
  over: 'all' | 'address' | null;
  /** Requests without a whole answer. */
  open: number;
  request: IncomingMessage | null;
  /** Bytes that had arrived when the wait for the body began. */
  before: number;
  waitedMs: number;
}

export interface LimitedConnections {
  /** Returns why a request on this connection is refused, unless a place is kept for it; `null`: it is not. */
  whyRefused(socket: Socket): Refusal | null;
}

/**
 * Limits a server's connections, in all and per address, and what each may wait for. When places are short, connections
 * without a request make room: first those that never sent one, then idle ones, the oldest first.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, waits: WaitLimits): LimitedConnections {
  const connections = new Map<Socket, Connection>();
  /** In the order in which they came. */
  const fresh = new Set<Socket>();
  const idle = new Set<Socket>();
  const counts = new Map<string, number>();
  const whyOver = ({ address }: Connection): Connection['over'] => {
    if (connections.size > limits.total) return 'all';
    const isOver =
      limits.perAddress !== null && !limits.exempt.includes(address) && (counts.get(address) ?? 0) > limits.perAddress;
    return isOver ? 'address' : null;
  };
  const makeRoom = (address: string | null, newcomer: Socket): boolean => {
    for (const set of [fresh, idle])
      for (const socket of set) {
        if (socket === newcomer || (address !== null && connections.get(socket)?.address !== address)) continue;
        end(socket, null);
        return true;
      }
    return false;
  };
  const forget = (socket: Socket): void => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connections.delete(socket);
    fresh.delete(socket);
    idle.delete(socket);
    const rest = (counts.get(connection.address) ?? 1) - 1;
    if (rest === 0) counts.delete(connection.address);
    else counts.set(connection.address, rest);
  };
  const accept = (socket: Socket): void => {
    const address = toGroup(socket.remoteAddress);
    const connection: Connection = { address, openedAt: performance.now(), ...NO_REQUEST };
    connections.set(socket, connection);
    fresh.add(socket);
    counts.set(address, (counts.get(address) ?? 0) + 1);
    socket.once('close', () => forget(socket));
    for (let over = whyOver(connection); over !== null; over = whyOver(connection))
      if (!makeRoom(over === 'address' ? address : null, socket)) {
        connection.over = over;
        break;
      }
    if (connections.size > limits.total + limits.kept) socket.destroy();
  };
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    fresh.delete(socket);
    idle.delete(socket);
    if (connection.over !== null) connection.over = whyOver(connection);
    connection.open += 1;
    Object.assign(connection, { request, before: socket.bytesRead, waitedMs: 0 });
    response.once('close', () => {
      connection.open -= 1;
      if (connection.open > 0 || !connections.has(socket)) return;
      connection.request = null;
      idle.add(socket);
    });
  };
  const end = (socket: Socket, refusal: Refusal | null): void => {
    forget(socket);
    endWith(socket, refusal);
  };
  const sweep = (): void => {
    const now = performance.now();
    for (const socket of fresh) {
      const { openedAt = now } = connections.get(socket) ?? {};
      if (now - openedAt < waits.firstRequestMs) break;
      end(socket, socket.bytesRead === 0 ? null : LATE_REQUEST);
    }
    for (const [socket, connection] of connections) if (isSlow(socket, connection, waits)) end(socket, LATE_BODY);
  };
  server.on('connection', accept);
  // Before the handler, which asks what is known of the connection.
  server.prependListener('request', begin);
  server.setTimeout(waits.stalledMs, (socket) => {
    const isWorking = (connections.get(socket)?.open ?? 0) > 0 && socket.writableLength === 0;
    // A call may take long: only who does not take the answer is left.
    if (!isWorking) socket.destroy();
  });
  const timer = setInterval(sweep, waits.sweepMs).unref();
  server.once('close', () => clearInterval(timer));
  return {
    whyRefused: (socket) => {
      const over = connections.get(socket)?.over ?? null;
      return over === null ? null : refusalOf(over, limits);
    },
  };
}

const NO_REQUEST = { over: null, open: 0, request: null, before: 0, waitedMs: 0 };

/** Only the time in which the body is read counts, so no caller pays for our own delays. */
function isSlow(socket: Socket, connection: Connection, { bodyMs, sweepMs }: WaitLimits): boolean {
  const { request, before } = connection;
  if (request === null || request.complete || request.readableFlowing !== true) return false;
  connection.waitedMs += sweepMs;
  if (connection.waitedMs < bodyMs) return false;
  if (socket.bytesRead - before < (bodyMs / 1000) * MIN_RATE) return true;
  Object.assign(connection, { before: socket.bytesRead, waitedMs: 0 });
  return false;
}

const LATE_REQUEST: Refusal = { status: 408, detail: 'The request did not arrive in time.' };
const LATE_BODY: Refusal = {
  status: 408,
  detail: `The body arrived too slowly: at least ${MIN_RATE / 1024} KiB per second are expected.`,
};

/** Ends a connection, and says why: its request has no response yet that could. */
function endWith(socket: Socket, refusal: Refusal | null): void {
  if (refusal === null) return void socket.destroy();
  const { body } = toRefusalAnswer(refusal);
  const head = `HTTP/1.1 ${refusal.status} Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\n`;
  socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}

function refusalOf(over: 'all' | 'address', { total, perAddress }: ConnectionLimits): Refusal {
  const headers = { 'retry-after': '1', connection: 'close' };
  return over === 'all'
    ? {
        status: 503,
        headers,
        detail: `All ${total} connections that this server takes are in use. Try again in a second.`,
      }
    : {
        status: 429,
        headers,
        detail: `All ${perAddress} connections that one address may have are in use. Try again in a second.`,
      };
}
