import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { toRecord } from '../../foundation/record.ts';
import { listNodes, metric, textOf, type TreeNode } from './call-figures.ts';
import { type Message, readConversation } from './conversation.ts';

/** A span for display. */
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
    id: textOf(own['id']),
    name: textOf(own['name']) || 'span',
    type: textOf(own['type']),
    isFailed: /error/i.test(textOf(toRecord(node['status'])['code'])),
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
