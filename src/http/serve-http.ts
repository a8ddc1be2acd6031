import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import {
  type ConnectionLimits,
  readDescriptorLimit,
  toConnectionLimits,
  WAIT_LIMITS,
  type WaitLimits,
} from './connection-limits.ts';
import { type Refusal, toRefusalResponse } from './exchange.ts';
import { type LimitedConnections, limitConnections } from './limit-connections.ts';
import { KEEP_ALIVE_SECONDS } from '../foundation/keep-alive.ts';
import { UserError } from '../foundation/errors/wf-error.ts';
import { StreamedResponse } from './streamed-response.ts';
import { REQUEST_HEADERS } from '../foundation/sizes.ts';

/** The connection that a request came by. */
export interface Caller {
  /** Calls back when the answer was sent whole, or the caller has left. */
  onEnd(this: void, listener: () => void): void;
}

export interface ServeHttpOptions {
  /** Answers each request, whose `signal` fires when the client disconnects. */
  readonly fetch: (request: Request, caller: Caller) => Response | Promise<Response>;
  /** @defaultValue as many as the system's limit of open files allows, also of one address; on a socket, no limits */
  readonly connections?: ConnectionLimits;
  /** @defaultValue {@link WAIT_LIMITS} */
  readonly waits?: Partial<WaitLimits>;
  /** Answers whether a request is answered when all connections are in use. @defaultValue requests of health */
  readonly isKept?: (request: Request) => boolean | Promise<boolean>;
  /** @defaultValue `127.0.0.1` */
  readonly host?: string;
  /** 0 for any free port. @defaultValue 0 */
  readonly port?: number;
  /** A Unix socket or named pipe to listen on instead of a host and port. */
  readonly path?: string;
  /** Descriptor of a socket that already listens, instead of all of these. */
  readonly descriptor?: number;
  /** How long an idle connection stays open. @defaultValue 75 seconds */
  readonly keepAliveMs?: number;
  /** Time that `close` gives open requests to finish. @defaultValue 5000 */
  readonly graceMs?: number;
}

export interface HttpServer extends AsyncDisposable {
  /** Where it listens: `http://127.0.0.1:4000`, or the socket's path; empty for a descriptor. */
  readonly url: string;
  /** The port, or `null` on a socket. */
  readonly port: number | null;
  /** Accepts no more requests, waits for open ones, then closes the remaining connections. */
  close(): Promise<void>;
}

/**
 * Starts a server with a fetch handler.
 *
 * @throws {WF_CONFLICT} when the port is taken
 */
export async function serveHttp({ graceMs = 5000, ...options }: ServeHttpOptions): Promise<HttpServer> {
  const { keepAliveMs = KEEP_ALIVE_SECONDS * 1000 } = options;
  let connections: LimitedConnections | undefined;
  const fetch = (request: Request, { incoming, outgoing }: HttpBindings) => {
    const onEnd = (listener: () => void) => void (outgoing.closed ? listener() : outgoing.once('close', listener));
    const caller: Caller = { onEnd };
    const refusal = connections?.whyRefused(incoming.socket) ?? null;
    return refusal === null ? options.fetch(request, caller) : answerKept(request, caller, refusal, options);
  };
  // Only HTTP/2 options create another kind of server, and other bindings.
  const server = createAdaptorServer({
    fetch: (request, env) => fetch(request, env as HttpBindings),
    serverOptions: { maxHeaderSize: REQUEST_HEADERS.most, ServerResponse: StreamedResponse },
  }) as Server;
  server.keepAliveTimeout = keepAliveMs;
  // Of the next request on a connection, whose time may begin with the end of the one before.
  server.headersTimeout = Math.max(server.headersTimeout, keepAliveMs + HEADERS_MARGIN_MS);
  if (options.path === undefined && options.descriptor === undefined) {
    // The callers of a self-hosted workflow come from one service, or through one proxy.
    const limits = options.connections ?? { ...toConnectionLimits(readDescriptorLimit()), perAddress: null };
    connections = limitConnections(server, limits, { ...WAIT_LIMITS, ...options.waits });
  }
  const sockets = trackSockets(server);
  await listen(server, options);
  const close = createClose(server, sockets, graceMs);
  return { ...addressOf(server), close, [Symbol.asyncDispose]: close };
}

const HEADERS_MARGIN_MS = 5000;

async function answerKept(
  request: Request,
  caller: Caller,
  refusal: Refusal,
  { fetch, isKept = isHealth }: ServeHttpOptions,
): Promise<Response> {
  return (await isKept(request)) ? await fetch(request, caller) : toRefusalResponse(refusal);
}

/** Answers whether a request asks for the server's health. */
export function isHealth({ url }: Request): boolean {
  return /^\/health(\/ready)?$/.test(new URL(url).pathname);
}

function listen(server: Server, { host = '127.0.0.1', port = 0, path, descriptor }: ServeHttpOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Not once: where no file can be opened any more, a connection that cannot be accepted is an error, too.
  server.on('error', (error) => reject(toListenError(error, path ?? `${host}:${port}`)));
  const where = path === undefined ? { host, port } : { path };
  server.listen(descriptor === undefined ? where : { fd: descriptor }, resolve);
  return promise;
}

const ANOTHER_PORT = 'Pass another port, or 0 for any free one: --port 0';
const ANOTHER_HOST =
  "Pass an address of this machine: --host 127.0.0.1 for this machine's own calls, --host 0.0.0.0 for everybody's";

/** Why a server cannot listen, and what to change. */
const REFUSALS: Readonly<Record<string, readonly [reason: string, nextStep: string]>> = {
  EADDRINUSE: ['another program already listens there', ANOTHER_PORT],
  EACCES: ['the system does not allow it', ANOTHER_PORT],
  EADDRNOTAVAIL: ['this machine has no such address', ANOTHER_HOST],
  ENOTFOUND: ['the host name is unknown', ANOTHER_HOST],
};

function toListenError(error: NodeJS.ErrnoException, address: string): Error {
  const [reason, nextStep] = REFUSALS[String(error.code)] ?? [error.message, ANOTHER_PORT];
  return new UserError({
    code: error.code === 'EADDRINUSE' ? 'WF_CONFLICT' : 'WF_FAILED',
    message: `Cannot listen on ${address}: ${reason}.`,
    nextSteps: [nextStep],
    cause: error,
  });
}

function addressOf(server: Server): { url: string; port: number | null } {
  const address = server.address();
  // It listens on a descriptor.
  if (address === null) return { url: '', port: null };
  if (typeof address === 'string') return { url: address, port: null };
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${host}:${address.port}`, port: address.port };
}

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function createClose(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      // A connection becomes idle only when its request ends; watching each request would slow all of them.
      const sweep = setInterval(() => server.closeIdleConnections(), 10);
      server.close(() => {
        clearTimeout(timer);
        clearInterval(sweep);
        resolve();
      });
      // Browsers open spare connections. Node treats a connection without a request as busy.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
    return closing;
  };
}
