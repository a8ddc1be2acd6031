import { syncBuiltinESMExports } from 'node:module';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { isRecord } from '../../foundation/record.ts';

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

/** The relay's first byte when it has connected; otherwise, its bytes are the reason. */
const CONNECTED = 0x2b;

/** Keeps a socket from being connected until the relay has reached the destination. */
function awaitRelay(socket: Socket, destination: string): void {
  // Writing has added the listener that sends the destination: it must run, and no other.
  const send = socket.rawListeners('connect').at(-1);
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean;
  const push = socket.push.bind(socket);
  let reason = '';
  const finish = (): void => {
    socket.emit = emit;
    socket.push = push;
  };
  socket.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event === 'ready') return false;
    if (event !== 'connect') return emit(event, ...args);
    send?.call(socket);
    // A reader already waits for the event.
    socket._read(0);
    return true;
  };
  socket.push = (chunk: Buffer | null): boolean => {
    if (chunk === null) {
      finish();
      socket.destroy(toError(reason, destination));
      return false;
    }
    if (reason !== '' || chunk[0] !== CONNECTED) {
      reason += chunk.toString('utf8');
      return true;
    }
    finish();
    socket.emit('connect');
    socket.emit('ready');
    return chunk.length > 1 ? socket.push(chunk.subarray(1)) : true;
  };
}

function toError(text: string, destination: string): Error {
  const [word = '', ...words] = text.split(' ');
  const code = word || 'ECONNRESET';
  const reason = words.join(' ') || 'the service closed the connection';
  const facts = { code, syscall: 'connect', destination, reason };
  return Object.assign(new Error(`connect ${code} ${destination}: ${reason}`), facts);
}
