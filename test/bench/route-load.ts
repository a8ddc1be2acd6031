/** Sends calls over keep-alive connections on request, and answers with their total time in milliseconds. */
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
  let left = order.calls;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      await call(order);
    }
  };
  await Promise.all(Array.from({ length: order.connections }, connection));
  process.send?.(performance.now() - started);
}

// Only our parent process sends messages.
process.on('message', (order) => void load(order as LoadOrder));
process.once('disconnect', () => process.kill(process.pid));
process.send?.(0);
