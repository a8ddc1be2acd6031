import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type RunningServer, startHttpServer } from './start-http-server.ts';

/**
 * Starts a load balancer that sends each request to the next replica. It skips replicas that refuse the connection;
 * it never sends a request twice.
 */
export async function startLoadBalancer(urls: readonly string[]): Promise<RunningServer> {
  let turn = 0;
  return await startHttpServer((from, to) => {
    turn += 1;
    pass(from, to, [...urls.slice(turn % urls.length), ...urls.slice(0, turn % urls.length)]);
  });
}

function pass(from: IncomingMessage, to: ServerResponse, [url, ...others]: readonly string[]): void {
  if (url === undefined) return void to.writeHead(503).end('{"detail":"No replica takes calls."}');
  const { method, headers, url: path = '/' } = from;
  const onward = request(new URL(path, url), { method, headers, agent: false }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    to.flushHeaders();
    answer.pipe(to);
    answer.on('error', () => to.destroy());
  });
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') return pass(from, to, others);
    to.destroy();
  });
  // The body leaves only once there is a connection, so that it can still go elsewhere.
  onward.on('socket', (socket) => socket.once('connect', () => void from.pipe(onward)));
  to.on('close', () => onward.destroy());
}
