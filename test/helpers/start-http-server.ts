import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { findFreePort } from './free-ports.ts';

export interface RunningServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly url: string;
}

/** Listens on a free port; closes it and every connection when the test ends. */
async function listen(server: Server, host = '127.0.0.1'): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client may disconnect at any time.
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  // A server on a port has this type of address.
  const { port } = server.address() as AddressInfo;
  const dispose = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  return { port, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: dispose };
}

/** Starts a real HTTP server. */
export async function startHttpServer(answer: RequestListener): Promise<RunningServer> {
  const server = createServer(answer);
  // A busy test would send its next request just as an idle connection is closed.
  server.keepAliveTimeout = 0;
  return await listen(server);
}

/** Starts a real server of HTTP/2, without encryption. */
export async function startHttp2Server(answer: (stream: ServerHttp2Stream) => void): Promise<RunningServer> {
  return await listen(createHttp2Server().on('stream', answer));
}

/** Starts a server that passes each connection to the test. */
export async function startTcpServer(serve: (socket: Socket) => void): Promise<RunningServer> {
  return await listen(createTcpServer(serve));
}

/** Starts any other server, such as one with TLS. */
export async function startServer(server: Server): Promise<RunningServer> {
  return await listen(server);
}

/** Finds a port where nothing listens. */
export const closedPort = findFreePort;

/** Reads the whole body of a request. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
