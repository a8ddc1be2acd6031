/** What a model says, in the words of no protocol. */
export interface Said {
  readonly model: string;
  readonly text: string;
  /** A tool to call instead of an answer. */
  readonly tool?: { readonly name: string; readonly arguments: object } | undefined;
}

/** Tokens that every answer reports: 1,000 in, of which 200 cached, and 100 out, of which 10 were reasoning. */
export const CHAT_USAGE = {
  prompt_tokens: 1000,
  completion_tokens: 100,
  total_tokens: 1100,
  prompt_tokens_details: { cached_tokens: 200 },
  completion_tokens_details: { reasoning_tokens: 10 },
};
const RESPONSE_USAGE = {
  input_tokens: 1000,
  input_tokens_details: { cached_tokens: 200 },
  output_tokens: 100,
  output_tokens_details: { reasoning_tokens: 10 },
  total_tokens: 1100,
};
/** Anthropic counts cached tokens apart. */
export const MESSAGE_USAGE = {
  input_tokens: 800,
  cache_read_input_tokens: 200,
  cache_creation_input_tokens: 0,
  output_tokens: 100,
  service_tier: 'standard',
};

/** Writes an answer of OpenAI's responses. */
export function toResponse({ model, text, tool }: Said) {
  const output =
    tool === undefined
      ? {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'call_1',
          name: tool.name,
          arguments: JSON.stringify(tool.arguments),
          status: 'completed',
        };
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model,
    output: [output],
    tools: [],
    usage: RESPONSE_USAGE,
    error: null,
    incomplete_details: null,
    service_tier: 'default',
  };
}

/** Writes an answer of Anthropic's messages. */
export function toMessage({ model, text, tool }: Said) {
  const content =
    tool === undefined
      ? { type: 'text', text }
      : { type: 'tool_use', id: 'toolu_1', name: tool.name, input: tool.arguments };
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [content],
    stop_reason: tool === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: MESSAGE_USAGE,
  };
}

/**
 * Writes an answer as a stream of chat completions.
 *
 * @yields its chunks; the usage comes last, where it was asked for
 */
export function* chatChunks({ model, text, tool }: Said, hasUsage: boolean) {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  if (tool === undefined) for (const piece of pieces(text)) yield chunk({ role: 'assistant', content: piece });
  else {
    const called = { name: tool.name, arguments: JSON.stringify(tool.arguments) };
    yield chunk({
      role: 'assistant',
      tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: called }],
    });
  }
  yield chunk({}, tool === undefined ? 'stop' : 'tool_calls');
  if (hasUsage) yield { ...chunk({}), choices: [], usage: CHAT_USAGE };
}

/**
 * Writes an answer as a streamed response.
 *
 * @yields its events
 */
export function* responseEvents(said: Said) {
  const response = toResponse(said);
  const [item] = response.output;
  yield { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } };
  yield { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } };
  if (said.tool === undefined) {
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    yield { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } };
    for (const delta of pieces(said.text)) yield { type: 'response.output_text.delta', ...place, delta };
    yield { type: 'response.output_text.done', ...place, text: said.text };
  }
  yield { type: 'response.output_item.done', output_index: 0, item };
  yield { type: 'response.completed', response };
}

/**
 * Writes an answer as a streamed message.
 *
 * @yields its events
 */
export function* messageEvents(said: Said) {
  const message = toMessage(said);
  const [block] = message.content;
  yield {
    type: 'message_start',
    message: { ...message, content: [], stop_reason: null, usage: { ...MESSAGE_USAGE, output_tokens: 1 } },
  };
  if (said.tool === undefined) {
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    for (const text of pieces(said.text))
      yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
  } else {
    yield { type: 'content_block_start', index: 0, content_block: { ...block, input: {} } };
    const partial_json = JSON.stringify(said.tool.arguments);
    yield { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } };
  }
  yield { type: 'content_block_stop', index: 0 };
  yield {
    type: 'message_delta',
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: { output_tokens: 100 },
  };
  yield { type: 'message_stop' };
}

function pieces(text: string): string[] {
  return text.match(/.{1,5}/gs) ?? [];
}
