import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { toRecord } from '../../foundation/record.ts';
import { listNodes, metric, type TreeNode } from './call-figures.ts';
import { textOf } from '../text/text-of.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

export interface Span {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly isFailed: boolean;
  /** Milliseconds after the start of the call; `null` when the span has no times. */
  readonly startMs: number | null;
  readonly durationMs: number | null;
  readonly cost: number | null;
  readonly tokens: number | null;
  /** What a model or a tool was sent, and what it answered. */
  readonly messages: readonly Message[];
  readonly children: readonly Span[];
}

/** Reads the spans of an answer's tree. @source facts §4.3 */
export function readSpans(answer: RouteAnswer): readonly Span[] {
  const roots = listNodes(answer.tree?.['nodes']);
  const starts = roots.map((root) => timesOf(root).start).filter((start) => start !== null);
  const origin = starts.length === 0 ? null : Math.min(...starts);
  return roots.map((root) => toSpan(root, origin));
}

function toSpan(node: TreeNode, origin: number | null): Span {
  const { start, end } = timesOf(node);
  const own = toRecord(node['node']);
  return {
    id: wordOf(own['id']),
    name: wordOf(own['name']) || 'span',
    type: wordOf(own['type']),
    isFailed: /error/i.test(wordOf(toRecord(node['status'])['code'])),
    startMs: start === null || origin === null ? null : start - origin,
    durationMs: start === null || end === null || isUntimed(node) ? null : end - start,
    cost: metric(node, 'costs', 'total'),
    tokens: metric(node, 'tokens', 'total'),
    messages: readConversation(toRecord(toRecord(node['otel'])['attributes'])),
    children: listNodes(node['nodes']).map((child) => toSpan(child, origin)),
  };
}

/** A call that was recorded only at its end has no duration. */
function isUntimed(node: TreeNode): boolean {
  return toRecord(toRecord(toRecord(node['metrics'])['acc'])['duration'])['total'] === null;
}

function timesOf(node: TreeNode): { readonly start: number | null; readonly end: number | null } {
  const time = toRecord(node['time']);
  return { start: instant(time['start']), end: instant(time['end']) };
}

function instant(text: unknown): number | null {
  const value = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}

export interface MessagePart {
  readonly kind: 'text' | 'reasoning' | 'tool call' | 'tool result' | 'other';
  /** Name of the tool; kind of any other part. */
  readonly name: string;
  readonly text: string;
}

export interface Message {
  readonly role: string;
  readonly parts: readonly MessagePart[];
  /** Whether the model wrote it in this call. */
  readonly isAnswer: boolean;
  /** Why the model stopped; empty where nobody says. */
  readonly finish: string;
}

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Reads the messages of a model call or a tool call from the attributes of its span.
 *
 * @source OpenTelemetry semantic conventions 1.38, GenAI; `gen_ai.prompt.0.content` and the like from before 1.27
 */
export function readConversation(attributes: Attributes): readonly Message[] {
  const system = listOf(attributes['gen_ai.system_instructions']).map(readPart);
  const messages = [
    ...(system.length === 0 ? [] : [{ role: 'system', parts: system, isAnswer: false, finish: '' }]),
    ...listOf(attributes['gen_ai.input.messages']).map((message) => readMessage(message, false)),
    ...listOf(attributes['gen_ai.output.messages']).map((message) => readMessage(message, true)),
  ];
  if (messages.length > 0) return messages;
  const older = [...readIndexed(attributes, 'gen_ai.prompt'), ...readIndexed(attributes, 'gen_ai.completion')];
  return older.length > 0 ? older : readTool(attributes);
}

function readMessage(value: unknown, isAnswer: boolean): Message {
  const { role, parts, content, finish_reason: finish } = asRecord(value);
  const read = Array.isArray(parts) ? parts.map(readPart) : [textPart(toText(content))];
  return { role: wordOf(role, isAnswer ? 'assistant' : 'user'), parts: read, isAnswer, finish: wordOf(finish) };
}

function readPart(value: unknown): MessagePart {
  if (typeof value === 'string') return textPart(value);
  const { type, content, name, arguments: given, response, result, ...rest } = asRecord(value);
  switch (type) {
    case 'text':
      return textPart(toText(content));
    case 'reasoning':
      return { kind: 'reasoning', name: '', text: toText(content) };
    case 'tool_call':
      return { kind: 'tool call', name: wordOf(name), text: toText(given) };
    case 'tool_call_response':
      return { kind: 'tool result', name: wordOf(name), text: toText(response ?? result) };
    default:
      return { kind: 'other', name: wordOf(type, 'part'), text: toText(content ?? rest) };
  }
}

/** Messages as attributes of their own: `gen_ai.prompt.0.role`, `gen_ai.prompt.0.content`. */
function readIndexed(attributes: Attributes, prefix: string): readonly Message[] {
  const messages: Message[] = [];
  const isAnswer = prefix === 'gen_ai.completion';
  for (let index = 0; ; index += 1) {
    const of = (name: string) => attributes[`${prefix}.${index}.${name}`];
    const [role, content, finish] = [of('role'), of('content'), of('finish_reason')];
    if (role === undefined && content === undefined) return messages;
    messages.push(readMessage({ role, content, finish_reason: finish }, isAnswer));
  }
}

function readTool(attributes: Attributes): readonly Message[] {
  const name = wordOf(attributes['gen_ai.tool.name']);
  const [given, result] = [attributes['gen_ai.tool.call.arguments'], attributes['gen_ai.tool.call.result']];
  const part = (kind: 'tool call' | 'tool result', value: unknown, isAnswer: boolean): Message[] =>
    value === undefined
      ? []
      : [{ role: isAnswer ? 'tool' : 'assistant', parts: [{ kind, name, text: toText(value) }], isAnswer, finish: '' }];
  return [...part('tool call', given, false), ...part('tool result', result, true)];
}

function textPart(text: string): MessagePart {
  return { kind: 'text', name: '', text };
}

/** Attributes hold lists as JSON text. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [];
  const parsed = parseJson(value);
  if (parsed === undefined) return [value];
  return Array.isArray(parsed) ? parsed : [parsed];
}

function wordOf(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

function toText(value: unknown): string {
  return textOf(value, 2);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { content: value }; // an object
}
