/** Sends calls over keep-alive connections on request, and answers with their time in milliseconds. */
import { Pool } from 'undici';

/** Calls to make. */
export interface LoadOrder {
  readonly port: number;
  /** @defaultValue `POST` */
  readonly method?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly calls: number;
  /** Concurrent calls, each on its own connection. */
  readonly connections: number;
  /** Answers with this percentile of the calls' times. Left out: with their total time. */
  readonly percentile?: number;
}

/** Not `fetch` or `node:http`: a slow client would measure itself. */
const pools = new Map<string, Pool>();

function poolFor({ port, connections }: LoadOrder): Pool {
  const name = `${port} ${connections}`;
  const found = pools.get(name) ?? new Pool(`http://127.0.0.1:${port}`, { connections });
  pools.set(name, found);
  return found;
}

function call(pool: Pool, { method = 'POST', path, headers, body }: LoadOrder): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let status = 0;
  pool.dispatch(
    { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: body === '' ? null : body },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => void (status = statusCode),
      onResponseData: () => undefined,
      onResponseEnd: () => (status === 200 ? resolve() : reject(new Error(`The route answered ${status}.`))),
      onResponseError: (_controller, error) => reject(error),
    },
  );
  return promise;
}

async function load(order: LoadOrder): Promise<void> {
  const pool = poolFor(order);
  const started = performance.now();
  const times: number[] = [];
  let left = order.calls;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      const sent = performance.now();
      await call(pool, order);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: order.connections }, connection));
  const total = performance.now() - started;
  process.send?.(order.percentile === undefined ? total : percentileOf(times, order.percentile));
}

function percentileOf(times: readonly number[], percentile: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percentile) / 100))] ?? 0;
}

// Only our parent process sends messages.
process.on('message', (order) => void load(order as LoadOrder));
process.once('disconnect', () => process.kill(process.pid));
process.send?.(0);
