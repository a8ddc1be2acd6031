/** Sends calls over keep-alive connections on request, and answers with their time in milliseconds. */
import { Agent, request } from 'node:http';

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

const agent = new Agent({ keepAlive: true });

function call({ port, method = 'POST', path, headers, body }: LoadOrder): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const own = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const where = { port, host: '127.0.0.1', path, method, agent };
  const sent = request({ ...where, headers: { ...headers, ...own } }, (response) => {
    response.resume();
    response.once('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`The route answered ${response.statusCode}.`));
    });
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

async function load(order: LoadOrder): Promise<void> {
  const started = performance.now();
  const times: number[] = [];
  let left = order.calls;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      const sent = performance.now();
      await call(order);
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
