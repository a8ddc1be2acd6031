import { parseJson } from '../../contract/validation/parse-json.ts';
import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { toCount, toList, toText } from './answers/model-answer.ts';
import { findModelProtocol, type ModelProtocol } from '../../foundation/model-protocol.ts';
import { mayCallModel } from './model-hosts.ts';

/** Which kind of model answers, in the names of OpenTelemetry where it has one. */
export type ModelOperation = 'chat' | 'text_completion' | 'embeddings' | 'rerank' | 'image_generation';

export type ModelEndpoint =
  | { readonly kind: 'call'; readonly protocol: ModelProtocol; readonly model?: string }
  /** The answer of a call that runs in the background. */
  | { readonly kind: 'background' }
  /** The results of a batch, one in a line. */
  | { readonly kind: 'batch' }
  /** A request to a provider of models that is none of the others. */
  | { readonly kind: 'unknown' };

export interface RequestHead {
  readonly method: string;
  /** Host name, without the port. */
  readonly host: string;
  /** Path and query. */
  readonly path: string;
  readonly port?: string;
}

/**
 * Recognises requests of providers' protocols by their path, whatever the host is: gateways and local servers speak them
 * as well.
 */
export function findModelEndpoint({ method, host, path }: RequestHead): ModelEndpoint | null {
  const [name = ''] = path.split('?', 1);
  const results = method === 'GET' ? findResults(name) : null;
  if (results !== null) return results;
  const protocol = findModelProtocol(method, name);
  if (protocol === null) return mayCallModel(method, host, name) ? { kind: 'unknown' } : null;
  const model = modelIn(name);
  return { kind: 'call', protocol, ...(model === undefined ? {} : { model }) };
}

/** Azure, Google and Bedrock name the model in the path. */
function modelIn(path: string): string | undefined {
  const found = /\/deployments\/([^/]+)\/|\/models\/([^/:]+):|\/model\/([^/]+)\//.exec(path)?.slice(1);
  const model = found?.find((name) => name !== undefined);
  // An ARN ends with the id of a model, or of a profile.
  return model === undefined ? undefined : decode(model).replace(/^arn:.*\//, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function findResults(path: string): ModelEndpoint | null {
  if (/\/messages\/batches\/[^/]+\/results$/.test(path) || /\/files\/[^/]+\/content$/.test(path))
    return { kind: 'batch' };
  return /\/responses\/[^/]+$/.test(path) ? { kind: 'background' } : null;
}

const OPERATIONS: Readonly<Partial<Record<ModelProtocol, ModelOperation>>> = {
  completions: 'text_completion',
  embeddings: 'embeddings',
  'gemini-embeddings': 'embeddings',
  'cohere-embed': 'embeddings',
  'ollama-embed': 'embeddings',
  'cohere-rerank': 'rerank',
  media: 'image_generation',
};

export function operationOf(protocol: ModelProtocol): ModelOperation {
  return OPERATIONS[protocol] ?? 'chat';
}

/** Whose protocol it is, for a host that is nobody's. */
export function ownerOf(protocol: ModelProtocol, port: string | undefined): string | undefined {
  if (protocol.startsWith('ollama') || port === '11434') return 'ollama';
  if (protocol.startsWith('gemini')) return 'google';
  if (protocol.startsWith('cohere')) return 'cohere';
  return protocol === 'converse' || protocol === 'invoke' ? 'aws.bedrock' : undefined;
}

export interface ModelRequest {
  readonly model?: string;
  readonly isStream: boolean;
  /** Whether it asked for the tokens of a stream of chat completions; `undefined` where nobody has to. */
  readonly asksForUsage?: boolean;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly messages: readonly UnknownRecord[];
}

/** A request of which nothing could be read, such as one that is too large. */
export const UNREAD_REQUEST: ModelRequest = { isStream: false, messages: [] };

/** Reads the body of a request. @returns `null` if it is not a call of a model, whatever its address looks like */
export function readModelRequest(text: string, protocol: ModelProtocol): ModelRequest | null {
  const body = parseJson(text);
  if (protocol === 'media' && body === undefined) return readForm(text);
  if (!isRecord(body) || !IS_CALL[protocol](body)) return null;
  const settings = { ...body, ...toRecord(body['generationConfig']), ...toRecord(body['inferenceConfig']) };
  const limits = LIMITS.map((name) => toCount(Reflect.get(settings, name)));
  return {
    ...omitUndefined({
      model: toText(body['model']),
      maxTokens: limits.find(Boolean),
      temperature: toCount(Reflect.get(settings, 'temperature')),
      asksForUsage: protocol.endsWith('completions')
        ? toRecord(body['stream_options'])['include_usage'] === true
        : undefined,
    }),
    isStream: body['stream'] === true,
    messages: messagesOf(body),
  };
}

const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens', 'maxTokens'];

/** A form with a file: its fields are texts. */
function readForm(text: string): ModelRequest | null {
  const model = /name="model"(?:\r?\n[^\r\n]+)*\r?\n\r?\n([^\r\n]+)/.exec(text)?.[1];
  return model === undefined ? null : { ...UNREAD_REQUEST, model };
}

type IsCall = (body: UnknownRecord) => boolean;

const hasMessages: IsCall = (body) => Array.isArray(body['messages']);
const hasModel: IsCall = (body) => typeof body['model'] === 'string';

/** Fields without which each protocol refuses a request. Some name the model in their path. */
const IS_CALL: Readonly<Record<ModelProtocol, IsCall>> = {
  'chat-completions': hasMessages,
  completions: (body) => body['prompt'] !== undefined,
  responses: (body) => hasModel(body) || isRecord(body['prompt']),
  embeddings: (body) => body['input'] !== undefined,
  messages: (body) => hasMessages(body) && typeof body['max_tokens'] === 'number',
  media: (body) => body['prompt'] !== undefined || (hasModel(body) && body['input'] !== undefined),
  gemini: (body) => body['contents'] !== undefined,
  'gemini-embeddings': (body) => body['content'] !== undefined || Array.isArray(body['requests']),
  'cohere-chat': (body) => hasMessages(body) || typeof body['message'] === 'string',
  'cohere-embed': (body) => hasModel(body) && ['texts', 'images', 'inputs'].some((name) => Array.isArray(body[name])),
  'cohere-rerank': (body) => Array.isArray(body['documents']),
  ollama: (body) => hasModel(body) && (hasMessages(body) || typeof body['prompt'] === 'string'),
  'ollama-embed': (body) => hasModel(body) && body['input'] !== undefined,
  converse: hasMessages,
  invoke: () => true,
};

function messagesOf(body: UnknownRecord): UnknownRecord[] {
  const system =
    body['system'] ?? body['instructions'] ?? toRecord(body['systemInstruction'])['parts'] ?? body['preamble'];
  const asked = body['messages'] ?? body['prompt'] ?? body['input'] ?? body['contents'] ?? body['message'];
  const instructions = Array.isArray(system) ? [{ role: 'system', content: system }] : toMessages(system, 'system');
  return [...instructions, ...toMessages(asked, 'user')];
}

function toMessages(value: unknown, role: string): UnknownRecord[] {
  if (typeof value === 'string') return [{ role, content: value }];
  return toList(value).map((item) => {
    if (!isRecord(item)) return { role, content: item };
    const { parts, ...message } = item;
    return { role, ...(parts === undefined ? {} : { content: parts }), ...message };
  });
}
