import type { Attributes } from '@opentelemetry/api';
import type { SpanType } from '../tracing/call-trace.ts';

/** The names of a span's model. */
export interface ModelNames {
  /** The one that answered, or else the requested one. */
  readonly model: string | undefined;
  readonly requestedModel: string | undefined;
  readonly provider: string | undefined;
}

/** Names of attributes: the conventions' newest first, then older ones, those of OpenLLMetry, and those of OpenInference. */
const NAMES = {
  answered: ['gen_ai.response.model', 'llm.response.model'],
  requested: ['gen_ai.request.model', 'llm.request.model', 'llm.model_name', 'embedding.model_name'],
  provider: ['gen_ai.provider.name', 'gen_ai.system', 'llm.provider', 'llm.system', 'llm.vendor'],
} as const;

/** Reads which model a span called. */
export function readModelNames(attributes: Attributes): ModelNames {
  const requestedModel = readText(attributes, NAMES.requested);
  return {
    model: readText(attributes, NAMES.answered) ?? requestedModel,
    requestedModel,
    provider: readText(attributes, NAMES.provider)?.toLowerCase(),
  };
}

/** Kinds of spans in the conventions, in OpenInference (capitals), and in OpenLLMetry. */
const TYPES: Readonly<Record<string, SpanType>> = {
  chat: 'chat',
  generate_content: 'chat',
  text_completion: 'completion',
  embeddings: 'embedding',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  create_agent: 'agent',
  retrieval: 'query',
  LLM: 'chat',
  EMBEDDING: 'embedding',
  TOOL: 'tool',
  AGENT: 'agent',
  CHAIN: 'task',
  RETRIEVER: 'query',
  RERANKER: 'rerank',
  completion: 'completion',
  embedding: 'embedding',
  rerank: 'rerank',
  agent: 'agent',
  tool: 'tool',
  task: 'task',
  workflow: 'task',
};

const KINDS = ['gen_ai.operation.name', 'openinference.span.kind', 'llm.request.type', 'traceloop.span.kind'] as const;

/** Reads what a span stands for. */
export function readType(attributes: Attributes): SpanType {
  const named = readText(attributes, KINDS);
  const type = named !== undefined && Object.hasOwn(TYPES, named) ? TYPES[named] : undefined;
  return type ?? (readModelNames(attributes).model === undefined ? 'task' : 'completion');
}

const MODEL_CALLS: ReadonlySet<string> = new Set(['chat', 'completion', 'embedding']);

/** Answers whether a span says that it called a model, which uses tokens even if it reports none. */
export function isModelCall(attributes: Attributes): boolean {
  const kind = readText(attributes, KINDS);
  return kind !== undefined && MODEL_CALLS.has(TYPES[kind] ?? '');
}

/** Reads the first of some attributes that is a text. */
export function readText(attributes: Attributes, names: readonly string[]): string | undefined {
  return names
    .map((name) => attributes[name])
    .find((value): value is string => typeof value === 'string' && value !== '');
}
