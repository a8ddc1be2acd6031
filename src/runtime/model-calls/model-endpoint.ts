import { parseJson } from '../../contract/validation/parse-json.ts';
import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { toCount, toList, toText } from './answers/model-answer.ts';

/** Which kind of model answers, in the names of OpenTelemetry. */
export type ModelOperation = 'chat' | 'text_completion' | 'embeddings';

export type ModelProtocol = 'chat-completions' | 'completions' | 'responses' | 'embeddings' | 'messages';

export type ModelEndpoint =
  | { readonly kind: 'call'; readonly protocol: ModelProtocol; readonly deployment?: string }
  /** The answer of a call that runs in the background. */
  | { readonly kind: 'background' }
  /** The results of a batch, one in a line. */
  | { readonly kind: 'batch' };

/**
 * Recognises requests of OpenAI's and Anthropic's protocols by their path, whatever the host is: gateways and local
 * servers speak them as well.
 */
export function findModelEndpoint(method: string, path: string): ModelEndpoint | null {
  const [name = ''] = path.split('?', 1);
  if (method === 'GET') return findResults(name);
  if (method !== 'POST') return null;
  const call = CALLS.find(([pattern]) => pattern.test(name));
  if (call === undefined) return null;
  // Azure names the model in the path.
  const deployment = /\/deployments\/([^/]+)\//.exec(name)?.[1];
  return { kind: 'call', protocol: call[1], ...(deployment === undefined ? {} : { deployment }) };
}

const CALLS: readonly (readonly [RegExp, ModelProtocol])[] = [
  [/\/chat\/completions$/, 'chat-completions'],
  [/\/completions$/, 'completions'],
  [/\/responses$/, 'responses'],
  [/\/embeddings$/, 'embeddings'],
  [/\/messages$/, 'messages'],
];

function findResults(path: string): ModelEndpoint | null {
  if (/\/messages\/batches\/[^/]+\/results$/.test(path) || /\/files\/[^/]+\/content$/.test(path))
    return { kind: 'batch' };
  return /\/responses\/[^/]+$/.test(path) ? { kind: 'background' } : null;
}

export function operationOf(protocol: ModelProtocol): ModelOperation {
  if (protocol === 'embeddings') return protocol;
  return protocol === 'completions' ? 'text_completion' : 'chat';
}

const HOSTS: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)openai\.com$/, 'openai'],
  [/\.(openai\.azure\.com|cognitiveservices\.azure\.com|azure-api\.net)$/, 'azure.ai.openai'],
  [/(^|\.)anthropic\.com$/, 'anthropic'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)mistral\.ai$/, 'mistral_ai'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)x\.ai$/, 'x_ai'],
  [/(^|\.)perplexity\.ai$/, 'perplexity'],
  [/(^|\.)together\.(xyz|ai)$/, 'together'],
  [/(^|\.)fireworks\.ai$/, 'fireworks'],
  [/(^|\.)cerebras\.ai$/, 'cerebras'],
  [/(^|\.)moonshot\.(ai|cn)$/, 'moonshotai'],
  [/(^|\.)cohere\.(ai|com)$/, 'cohere'],
  [/(^|\.)googleapis\.com$/, 'google'],
];

/** Returns the provider at a host; `undefined` for a gateway or a local server, where the model's name says more. */
export function providerAt(host: string): string | undefined {
  return HOSTS.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1];
}

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

/** Reads the body of a request. @returns `null` if it is not a call of a model, whatever its address looks like */
export function readModelRequest(text: string, protocol: ModelProtocol): ModelRequest | null {
  const body = parseJson(text);
  if (!isRecord(body) || !isCall(body, protocol)) return null;
  const limits = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].map((name) => toCount(body[name]));
  return {
    ...omitUndefined({
      model: toText(body['model']),
      maxTokens: limits.find(Boolean),
      temperature: toCount(body['temperature']),
    }),
    isStream: body['stream'] === true,
    asksForUsage: toRecord(body['stream_options'])['include_usage'] === true,
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
