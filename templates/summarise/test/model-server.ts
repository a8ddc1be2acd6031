import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ChatRequest {
  readonly model: string;
  readonly temperature: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Starts a fake chat model, which answers with what `answer` returns. */
export async function startModelServer(answer: (request: ChatRequest) => string) {
  const requests: ChatRequest[] = [];
  const server = createServer(async (request, response) => {
    const body: ChatRequest = JSON.parse(await text(request));
    requests.push(body);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(toCompletion(body.model, answer(body))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toCompletion(model: string, content: string) {
  return {
    id: 'completion-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
  };
}
