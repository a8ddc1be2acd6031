import { isRecord, toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { toCount, toList, toText } from './json.ts';
import type { ModelProtocol } from './model-endpoint.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

/** What a program asked of a model. */
export interface ModelRequest {
  readonly model?: string;
  readonly isStream: boolean;
  /** Whether it asked for the tokens of a stream of chat completions. */
  readonly asksForUsage: boolean;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly messages: readonly UnknownRecord[];
}

/** A request of which nothing could be read, such as one that is too large. */
export const UNREAD_REQUEST: ModelRequest = { isStream: false, asksForUsage: false, messages: [] };

/**
 * Reads the body of a request.
 *
 * @returns `null` if it is no call of a model, whatever its address looks like
 */
export function readModelRequest(text: string, protocol: ModelProtocol): ModelRequest | null {
  const body = parseJson(text);
  if (!isRecord(body) || !isCall(body, protocol)) return null;
  const [maxTokens, temperature] = [
    ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].map((name) => toCount(body[name])).find(Boolean),
    toCount(body['temperature']),
  ];
  const model = toText(body['model']);
  return {
    ...(model === undefined ? {} : { model }),
    isStream: body['stream'] === true,
    asksForUsage: toRecord(body['stream_options'])['include_usage'] === true,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    messages: messagesOf(body),
  };
}

/** Fields without which each protocol refuses a request. Azure names the model in its path. */
function isCall(body: UnknownRecord, protocol: ModelProtocol): boolean {
  if (protocol === 'chat-completions') return Array.isArray(body['messages']);
  if (protocol === 'messages') return Array.isArray(body['messages']) && typeof body['max_tokens'] === 'number';
  if (protocol === 'completions') return body['prompt'] !== undefined;
  if (protocol === 'responses') return typeof body['model'] === 'string' || isRecord(body['prompt']);
  return body['input'] !== undefined;
}

function messagesOf(body: UnknownRecord): UnknownRecord[] {
  const system = body['system'] ?? body['instructions'];
  const asked = body['messages'] ?? body['prompt'] ?? body['input'];
  return [...toMessages(system, 'system'), ...toMessages(asked, 'user')];
}

function toMessages(value: unknown, role: string): UnknownRecord[] {
  if (typeof value === 'string') return [{ role, content: value }];
  return toList(value).map((item) => (isRecord(item) ? { role, ...item } : { role, content: item }));
}
