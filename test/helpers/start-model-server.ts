import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, startHttpServer } from './start-http-server.ts';

/** A request as the model server saw it. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How the server handles one request. */
export type ModelAnswer =
  /** The content of the model's message; anything but text is written as JSON. */
  | { readonly content: unknown; readonly usage?: object | null; readonly model?: string }
  | { readonly vectors: readonly (readonly number[])[]; readonly usage?: object | null }
  | { readonly status: number; readonly text: string }
  | { readonly raw: string }
  | { readonly refusal: string }
  | 'hang'
  | 'close';

export interface ModelServer extends AsyncDisposable {
  /** The value of `OPENAI_BASE_URL`. */
  readonly baseUrl: string;
  readonly requests: readonly ModelRequest[];
}

const USAGE = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

/** Starts a server with the part of the OpenAI protocol that judges need; it repeats the last answer. */
export async function startModelServer(
  answers: readonly ModelAnswer[] | ((request: ModelRequest) => ModelAnswer),
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const answerTo = (request: ModelRequest): ModelAnswer => {
    if (typeof answers === 'function') return answers(request);
    return answers[requests.length - 1] ?? answers.at(-1) ?? 'close';
  };
  const server = await startHttpServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    // Judges send JSON objects.
    const body = JSON.parse(await readBody(incoming)) as Record<string, unknown>;
    const request = { path: incoming.url ?? '', authorization: incoming.headers.authorization, body };
    requests.push(request);
    send(response, body, answerTo(request));
  });
  return {
    baseUrl: `${server.url}/v1`,
    requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function send(response: ServerResponse, body: Readonly<Record<string, unknown>>, answer: ModelAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'close') {
    response.destroy();
    return;
  }
  if ('raw' in answer) return write(response, 200, answer.raw);
  if ('status' in answer) return write(response, answer.status, answer.text);
  write(response, 200, JSON.stringify(toBody(body, answer)));
}

function write(response: ServerResponse, status: number, text: string): void {
  // Clients retry at once: tests count the requests.
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
  response.end(text);
}

function toBody(body: Readonly<Record<string, unknown>>, answer: Exclude<ModelAnswer, string>): object {
  if ('vectors' in answer) {
    const data = answer.vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    return { object: 'list', model: body['model'], data: data.toReversed(), usage: answer.usage ?? USAGE };
  }
  const message =
    'refusal' in answer
      ? { role: 'assistant', content: null, refusal: answer.refusal }
      : { role: 'assistant', content: 'content' in answer ? toText(answer.content) : '' };
  const usage = 'usage' in answer ? answer.usage : USAGE;
  const model = ('model' in answer ? answer.model : undefined) ?? body['model'];
  return { id: 'c', object: 'chat.completion', model, choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
}

function toText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
