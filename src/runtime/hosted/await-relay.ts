import type { Socket } from 'node:net';

/** The relay's first byte when it has connected; otherwise, its bytes are the reason. */
const CONNECTED = 0x2b;

/**
 * Keeps a socket from being connected until the relay has reached the destination.
 *
 * @param socket - connects to the relay, and has written the destination
 */
export function awaitRelay(socket: Socket, destination: string): void {
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
