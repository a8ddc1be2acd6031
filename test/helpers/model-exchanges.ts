import { gzipSync } from 'node:zlib';
import { readBody, startHttpServer } from './start-http-server.ts';

/** A chat request to a model. */
export const CHAT_REQUEST = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] };

/** Starts a server of models whose answer, "Hi", is compressed and reports no tokens. */
export async function startCompressedModel() {
  const answer = { model: 'gpt-4o-mini', choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] };
  return await startHttpServer(async (incoming, response) => {
    await readBody(incoming);
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(answer)));
  });
}
