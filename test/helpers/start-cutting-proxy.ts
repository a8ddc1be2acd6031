import { connect, type Socket } from 'node:net';
import type { Random } from '../../src/evaluation/statistics/random.ts';
import { startTcpServer } from './start-http-server.ts';

/** A proxy to a database that breaks connections. */
export interface CuttingProxy extends AsyncDisposable {
  /** The database's address through the proxy. */
  readonly url: string;
  /** Connections that broke during a statement. */
  readonly cuts: number;
  /** Starts breaking connections. */
  break(): void;
  /** Stops breaking connections. */
  mend(): void;
}

/**
 * Stands between a service and its database. Once it breaks, one of `oneIn` messages ends its connection: before the
 * database hears it, or after, so that its answer is lost.
 */
export async function startCuttingProxy(
  databaseUrl: string,
  { random, oneIn }: { readonly random: Random; readonly oneIn: number },
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  let [cuts, isBroken, left] = [0, false, random.below(oneIn)];
  /** Within each `oneIn` messages, so that it breaks some of any many. */
  const isNextCut = (): boolean => {
    left -= 1;
    if (left > 0) return false;
    left = 1 + random.below(oneIn);
    return true;
  };
  const serve = (near: Socket): void => {
    const far = connect(Number(port), hostname);
    const end = () => void [near.destroy(), far.destroy()];
    for (const socket of [near, far]) socket.on('error', () => undefined).on('close', end);
    far.pipe(near);
    near.on('data', (bytes) => {
      const isCut = isBroken && isNextCut();
      if (!isCut) return void far.write(bytes);
      cuts += 1;
      if (random.below(2) === 0) return end();
      far.unpipe(near);
      // The database executes the statement, but its answer is lost.
      far.resume().end(bytes);
    });
  };
  const server = await startTcpServer(serve);
  const url = new URL(databaseUrl);
  url.port = String(server.port);
  return {
    url: url.href,
    get cuts() {
      return cuts;
    },
    break: () => void (isBroken = true),
    mend: () => void (isBroken = false),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
