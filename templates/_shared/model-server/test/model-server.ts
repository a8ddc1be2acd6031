import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

interface EmbeddingsRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly dimensions: number;
}

/** What the model says, or the tool that it calls. */
export type ChatAnswer = string | { readonly tool: string; readonly arguments: object };

/**
 * Starts a fake model provider. `/chat/completions` answers with what `answer` returns; `/embeddings` gives texts that
 * share words similar vectors.
 */
export async function startModelServer(answer: (request: ChatRequest) => ChatAnswer = () => 'An answer.') {
  const requests: ChatRequest[] = [];
  const embedded: EmbeddingsRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    response.setHeader('content-type', 'application/json');
    if (request.url === '/v1/embeddings') {
      embedded.push(body as EmbeddingsRequest);
      response.end(JSON.stringify(toEmbeddings(body as EmbeddingsRequest)));
    } else {
      requests.push(body as ChatRequest);
      response.end(JSON.stringify(toCompletion(body as ChatRequest, answer(body as ChatRequest))));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    embedded,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toEmbeddings({ model, input, dimensions }: EmbeddingsRequest) {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: countWords(text, dimensions) }));
  // Reversed: the protocol promises an index, not an order.
  return { object: 'list', model, data: data.toReversed(), usage: { prompt_tokens: 3, total_tokens: 3 } };
}

/** Counts each word of four letters or more at its own index of the vector. */
function countWords(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/\p{Letter}{4,}/gu) ?? []) {
    const index = Buffer.from(word).reduce((hash, byte) => (hash * 31 + byte) % dimensions, 7);
    vector[index] = (vector[index] ?? 0) + 1;
  }
  return vector;
}

function toCompletion({ model, messages }: ChatRequest, answer: ChatAnswer) {
  return {
    id: 'completion-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, ...toChoice(answer, `call-${messages.length}`) }],
    usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
  };
}

function toChoice(answer: ChatAnswer, id: string) {
  if (typeof answer === 'string') return { finish_reason: 'stop', message: { role: 'assistant', content: answer } };
  const call = { name: answer.tool, arguments: JSON.stringify(answer.arguments) };
  const message = { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] };
  return { finish_reason: 'tool_calls', message };
}
