/** Answers every request with the same bytes over bare `node:http`: what an answer takes before anything is computed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , body = ''] = process.argv;
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
// A server on a port has an address object.
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.kill(process.pid));
