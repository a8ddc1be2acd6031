import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  chatChunks,
  CHAT_USAGE,
  messageEvents,
  responseEvents,
  type Said,
  toMessage,
  toResponse,
} from './model-protocols.ts';
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
  /** An answer in the protocol of the request, as a stream if it asks for one; its usage is that of the protocol. */
  | { readonly said: string; readonly tool?: Said['tool'] }
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

/**
 * Starts a server with the parts of OpenAI's and Anthropic's protocols that judges and workflows need; it repeats the last
 * answer.
 */
export async function startModelServer(
  answers: readonly ModelAnswer[] | ((request: ModelRequest) => ModelAnswer),
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const answerTo = (request: ModelRequest): ModelAnswer => {
    if (typeof answers === 'function') return answers(request);
    return answers[requests.length - 1] ?? answers.at(-1) ?? 'close';
  };
  const server = await startHttpServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    // Clients send JSON objects.
    const body = JSON.parse((await readBody(incoming)) || '{}') as Record<string, unknown>;
    const request = { path: incoming.url ?? '', authorization: incoming.headers.authorization, body };
    requests.push(request);
    send(response, request, answerTo(request));
  });
  return {
    baseUrl: `${server.url}/v1`,
    requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function send(response: ServerResponse, { path, body }: ModelRequest, answer: ModelAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'close') {
    response.destroy();
    return;
  }
  if ('raw' in answer) return write(response, 200, answer.raw);
  if ('status' in answer) return write(response, answer.status, answer.text);
  if ('said' in answer)
    return say(response, path, body, { ...answer, model: String(body['model']), text: answer.said });
  write(response, 200, JSON.stringify(toBody(body, answer)));
}

/** Answers in the protocol that the path belongs to. */
function say(response: ServerResponse, path: string, body: Readonly<Record<string, unknown>>, said: Said): void {
  const protocol = path.endsWith('/messages') ? 'messages' : path.endsWith('/responses') ? 'responses' : 'chat';
  if (body['stream'] !== true) {
    const whole =
      protocol === 'messages' ? toMessage(said) : protocol === 'responses' ? toResponse(said) : toChatAnswer(said);
    return write(response, 200, JSON.stringify(whole));
  }
  const options = body['stream_options'] as { readonly include_usage?: boolean } | undefined;
  const events =
    protocol === 'messages'
      ? messageEvents(said)
      : protocol === 'responses'
        ? responseEvents(said)
        : chatChunks(said, options?.include_usage === true);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = 'type' in event ? `event: ${event.type}\n` : '';
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(protocol === 'chat' ? 'data: [DONE]\n\n' : '');
}

function toChatAnswer({ model, text, tool }: Said): object {
  const called = { name: tool?.name, arguments: JSON.stringify(tool?.arguments) };
  const message =
    tool === undefined
      ? { role: 'assistant', content: text }
      : { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: called }] };
  const finish_reason = tool === undefined ? 'stop' : 'tool_calls';
  const choices = [{ index: 0, message, finish_reason }];
  return { id: 'c', object: 'chat.completion', created: 1, model, choices, usage: CHAT_USAGE };
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
