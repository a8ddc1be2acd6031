import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import { isRecord } from '../../foundation/record.ts';
import { awaitRelay } from './await-relay.ts';

/** What `net` and `tls` accept as arguments, in all their forms, converted to options and a callback. */
type Normalized = readonly [Options, (() => void) | null];

interface Options {
  readonly host?: string;
  readonly port?: number;
  readonly path?: string | null;
  readonly socket?: unknown;
  readonly onread?: unknown;
  /** Ours: whether the relay's answer would disturb what reads the connection. */
  readonly [WITHOUT_ANSWER]?: true;
}

const WITHOUT_ANSWER = Symbol('without answer');

/**
 * Routes the connections of this process through the service's relay: the system gives it no network of its own, so code
 * that bypasses this function reaches nothing.
 *
 * @param relay - path of the relay's socket
 */
export function routeConnections(relay: string): void {
  // All forms of arguments are passed on.
  const connect = Reflect.get(net.Socket.prototype, 'connect') as (this: net.Socket, ...args: unknown[]) => net.Socket;
  net.Socket.prototype.connect = function routed(this: net.Socket, ...args: unknown[]): net.Socket {
    const [options, onConnect] = normalize(args);
    if (options.path != null || options.port === undefined) return connect.call(this, ...args);
    if (onConnect !== null) this.once('connect', onConnect);
    connect.call(this, { path: relay });
    const isAnswered = options.onread === undefined && options[WITHOUT_ANSWER] === undefined;
    const host = (options.host ?? 'localhost').replace(/^\[|\]$/g, '');
    // Its first bytes: the caller gets the socket only after this.
    this.write(`${host} ${options.port}${isAnswered ? '' : ' -'}\n`);
    if (isAnswered) awaitRelay(this, `${host}:${options.port}`);
    return this;
  };
  // As above.
  const connectTls = tls.connect as (...args: unknown[]) => tls.TLSSocket;
  const routedTls = (...args: unknown[]): tls.TLSSocket => {
    const [given, onSecure] = normalize(args);
    const options: Options = { ...args.find(isRecord), ...given };
    if (options.socket != null || options.path != null) return connectTls(...args);
    const { host = 'localhost', port } = options;
    // TLS reads the connection itself, and its handshake is the answer.
    const target = { host, port, [WITHOUT_ANSWER]: true } as net.NetConnectOpts;
    return connectTls({ ...options, host, socket: net.connect(target) }, onSecure ?? undefined);
  };
  tls.connect = routedTls;
  syncBuiltinESMExports();
}

/** `net.connect` passes its arguments on as one list. */
function normalize(args: readonly unknown[]): Normalized {
  // Not documented, but there since Node 0.8, and used by packages that trace connections.
  const { _normalizeArgs } = net as unknown as { _normalizeArgs: (args: readonly unknown[]) => Normalized };
  return Array.isArray(args[0]) ? (args[0] as unknown as Normalized) : _normalizeArgs(args);
}
