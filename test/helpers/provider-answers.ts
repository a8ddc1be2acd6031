import { crc32 } from 'node:zlib';

/** What providers answer, in the shapes that their own clients read. */

const sse = (events: readonly object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const lines = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

export interface ProviderAnswer {
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = (body: object, headers = {}): ProviderAnswer => ({
  contentType: 'application/json',
  body: JSON.stringify(body),
  headers,
});
const events = (...all: readonly object[]): ProviderAnswer => ({ contentType: 'text/event-stream', body: sse(all) });

const GEMINI_USAGE = {
  promptTokenCount: 1000,
  cachedContentTokenCount: 200,
  candidatesTokenCount: 60,
  thoughtsTokenCount: 40,
  totalTokenCount: 1100,
  cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 200 }],
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 900 },
    { modality: 'AUDIO', tokenCount: 100 },
  ],
};
const gemini = (text: string, rest = {}) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...rest }],
  modelVersion: 'gemini-2.5-flash',
  responseId: 'r',
});

export const GEMINI = json({ ...gemini('An answer.', { finishReason: 'STOP' }), usageMetadata: GEMINI_USAGE });
const GEMINI_CHUNKS = [
  { ...gemini('An '), usageMetadata: { promptTokenCount: 1000, totalTokenCount: 1000 } },
  { ...gemini('answer.', { finishReason: 'STOP' }), usageMetadata: GEMINI_USAGE },
];
export const GEMINI_STREAM = events(...GEMINI_CHUNKS);
export const GEMINI_LIST = { contentType: 'application/json', body: JSON.stringify(GEMINI_CHUNKS) };

const COHERE_USAGE = {
  billed_units: { input_tokens: 1000, output_tokens: 100 },
  tokens: { input_tokens: 1200, output_tokens: 110 },
};
const content = [{ type: 'text', text: 'An answer.' }];
export const COHERE = json({
  id: 'c',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', content },
  usage: COHERE_USAGE,
});
export const COHERE_STREAM = events(
  { type: 'message-start', id: 'c', delta: { message: { role: 'assistant', content: [] } } },
  { type: 'content-delta', index: 0, delta: { message: { content: { text: 'An answer.' } } } },
  { type: 'message-end', id: 'c', delta: { finish_reason: 'COMPLETE', usage: COHERE_USAGE } },
);
const COHERE_V1_END = { text: 'An answer.', finish_reason: 'COMPLETE', generation_id: 'g', meta: COHERE_USAGE };
export const COHERE_V1 = json(COHERE_V1_END);
export const COHERE_V1_STREAM = {
  contentType: 'application/stream+json',
  body: lines([
    { event_type: 'stream-start', generation_id: 'g', is_finished: false },
    { event_type: 'text-generation', text: 'An answer.', is_finished: false },
    { event_type: 'stream-end', finish_reason: 'COMPLETE', is_finished: true, response: COHERE_V1_END },
  ]),
};
export const COHERE_EMBED = json({
  id: 'c',
  embeddings: { float: [[0]] },
  meta: { billed_units: { input_tokens: 1000 } },
});
export const COHERE_RERANK = json({
  id: 'c',
  results: [{ index: 0, relevance_score: 1 }],
  meta: { billed_units: { search_units: 1 } },
});

const OLLAMA_END = { done: true, done_reason: 'stop', prompt_eval_count: 1000, eval_count: 100 };
const ollamaSaid = (text: string) => ({ model: 'llama3.1:8b', message: { role: 'assistant', content: text } });
export const OLLAMA = json({ ...ollamaSaid('An answer.'), ...OLLAMA_END });
export const OLLAMA_STREAM = {
  contentType: 'application/x-ndjson',
  body: lines([
    { ...ollamaSaid('An '), done: false },
    { ...ollamaSaid('answer.'), done: false },
    { ...ollamaSaid(''), ...OLLAMA_END },
  ]),
};
export const OLLAMA_GENERATE = {
  contentType: 'application/x-ndjson',
  body: lines([
    { model: 'llama3.1:8b', response: 'An answer.', done: false },
    { model: 'llama3.1:8b', response: '', ...OLLAMA_END },
  ]),
};

/** Of 1,000 input tokens, 200 were cached: Bedrock counts them apart. */
const CONVERSE_USAGE = { inputTokens: 800, outputTokens: 100, totalTokens: 1100, cacheReadInputTokens: 200 };
export const CONVERSE = json({
  output: { message: { role: 'assistant', content: [{ text: 'An answer.' }] } },
  stopReason: 'end_turn',
  usage: CONVERSE_USAGE,
  metrics: { latencyMs: 1 },
});

/** A frame of an event stream, with its checksums. */
export function toFrame(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7, 0, value.length]),
      Buffer.from(value),
    ]),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(12 + head.length + body.length + 4, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const frame = Buffer.concat([prelude, head, body]);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(frame));
  return Buffer.concat([frame, end]);
}

const AMAZON = 'application/vnd.amazon.eventstream';
const event = (type: string, payload: object) =>
  toFrame({ ':message-type': 'event', ':event-type': type, ':content-type': 'application/json' }, payload);
const CONVERSE_BEGIN = [
  event('messageStart', { role: 'assistant' }),
  event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'An ' } }),
  event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'answer.' } }),
];
export const CONVERSE_STREAM = {
  contentType: AMAZON,
  body: Buffer.concat([
    ...CONVERSE_BEGIN,
    event('messageStop', { stopReason: 'end_turn' }),
    event('metadata', { usage: CONVERSE_USAGE, metrics: { latencyMs: 1 } }),
  ]),
};
export const CONVERSE_EXCEPTION = {
  contentType: AMAZON,
  body: Buffer.concat([
    ...CONVERSE_BEGIN,
    toFrame({ ':message-type': 'exception', ':exception-type': 'modelStreamErrorException' }, { message: 'Broken.' }),
  ]),
};

const CLAUDE_USAGE = { input_tokens: 800, cache_read_input_tokens: 200, output_tokens: 100 };
export const INVOKE = json({
  id: 'm',
  type: 'message',
  model: 'claude-haiku-4-5-20251001',
  content,
  stop_reason: 'end_turn',
  usage: CLAUDE_USAGE,
});
export const INVOKE_OTHER = json(
  { generation: 'An answer.' },
  { 'x-amzn-bedrock-input-token-count': '1000', 'x-amzn-bedrock-output-token-count': '100' },
);
const chunk = (inner: object) => event('chunk', { bytes: Buffer.from(JSON.stringify(inner)).toString('base64') });
export const INVOKE_STREAM = {
  contentType: AMAZON,
  body: Buffer.concat([
    chunk({
      type: 'message_start',
      message: { id: 'm', model: 'claude', usage: { ...CLAUDE_USAGE, output_tokens: 1 } },
    }),
    chunk({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    chunk({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'An answer.' } }),
    chunk({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 100 } }),
    chunk({
      type: 'message_stop',
      'amazon-bedrock-invocationMetrics': { inputTokenCount: 800, outputTokenCount: 100, invocationLatency: 1 },
    }),
  ]),
};

export const IMAGES = json({
  created: 1,
  data: [{ b64_json: '' }],
  usage: {
    input_tokens: 550,
    output_tokens: 4160,
    total_tokens: 4710,
    input_tokens_details: { text_tokens: 50, image_tokens: 500 },
  },
});
export const AUDIO = json({
  id: 'c',
  model: 'gpt-audio-2025-08-28',
  choices: [{ index: 0, message: { role: 'assistant', content: null }, finish_reason: 'stop' }],
  usage: {
    prompt_tokens: 1200,
    completion_tokens: 750,
    total_tokens: 1950,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 1000 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 250 },
  },
});
