import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { BugError } from '../../../foundation/errors/wf-error.ts';

/** A socket that already listens. The process that inherits it needs no folder to create one in. */
export interface ListeningSocket {
  readonly descriptor: number;
  /** Closes the service's own copy: who connects later then learns that the process has ended. */
  close(this: void): void;
}

/** Creates a socket at a path and lets it listen. Connections wait until a process that inherits it accepts them. */
export async function openListeningSocket(path: string): Promise<ListeningSocket> {
  const server = createServer();
  // A server that closes removes the path that it was given, and only that.
  const given = `${path}.new`;
  server.listen(given);
  await once(server, 'listening');
  await rename(given, path);
  return { descriptor: descriptorOf(server), close: () => void server.close() };
}

/** Not documented, but there since Node 0.6: the only way to let another program inherit a socket that listens. */
function descriptorOf(server: object): number {
  const { _handle: handle } = server as { readonly _handle?: { readonly fd?: unknown } | null };
  if (typeof handle?.fd !== 'number') throw new BugError('Node does not tell the descriptor of a socket.');
  return handle.fd;
}
