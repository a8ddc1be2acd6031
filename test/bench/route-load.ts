/** Sends calls over kept connections when told to: `{port, calls}`. Answers their number when all are answered. */
import { Agent, request } from 'node:http';

const CONNECTIONS = 32;
const BODY = JSON.stringify({
  text: 'hello '.repeat(20),
  user: { id: 'u1', name: 'Someone', tags: ['a', 'b', 'c'] },
  limit: 4,
});
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

interface Order {
  readonly port: number;
  readonly calls: number;
}

function call(port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(BODY),
    'wf-revision': 'revision-1',
  };
  const sent = request({ port, host: '127.0.0.1', path: '/run/x', method: 'POST', agent, headers }, (response) => {
    response.resume();
    response.once('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`The route answered ${response.statusCode}.`));
    });
  });
  sent.once('error', reject);
  sent.end(BODY);
  return promise;
}

async function load({ port, calls }: Order): Promise<void> {
  let left = calls;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      await call(port);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  process.send?.(calls);
}

// Only our own parent writes here.
process.on('message', (order) => void load(order as Order));
process.once('disconnect', () => process.kill(process.pid));
process.send?.(0);
