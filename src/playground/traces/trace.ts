import type { RouteAnswer } from '../../contract/deployments/route-answer.ts';

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
  readonly children: readonly Span[];
}

/** The figures of a call; `null` when unknown. */
export interface CallFigures {
  readonly cost: number | null;
  readonly tokens: {
    readonly total: number;
    readonly prompt: number | null;
    readonly completion: number | null;
  } | null;
  readonly seconds: number | null;
}

type Node = Readonly<Record<string, unknown>>;

/** Reads the spans of an answer's tree. @source facts §4.3 */
export function readSpans(answer: RouteAnswer): readonly Span[] {
  const roots = listNodes(answer.tree?.['nodes']);
  const starts = roots.map((root) => timesOf(root).start).filter((start) => start !== null);
  const origin = starts.length === 0 ? null : Math.min(...starts);
  return roots.map((root) => toSpan(root, origin));
}

/** Reads the figures of a call from its tree. */
export function readFigures(answer: RouteAnswer): CallFigures {
  const root = listNodes(answer.tree?.['nodes'])[0];
  const total = metric(root, 'tokens', 'total');
  const duration = metric(root, 'duration', 'total');
  return {
    cost: metric(root, 'costs', 'total'),
    tokens:
      total === null
        ? null
        : { total, prompt: metric(root, 'tokens', 'prompt'), completion: metric(root, 'tokens', 'completion') },
    seconds: duration === null ? null : duration / 1000,
  };
}

function toSpan(node: Node, origin: number | null): Span {
  const { start, end } = timesOf(node);
  const own = asNode(node['node']);
  return {
    id: textOf(own['id']),
    name: textOf(own['name']) || 'span',
    type: textOf(own['type']),
    isFailed: /error/i.test(textOf(asNode(node['status'])['code'])),
    startMs: start === null || origin === null ? null : start - origin,
    durationMs: start === null || end === null || isUntimed(node) ? null : end - start,
    cost: metric(node, 'costs', 'total'),
    tokens: metric(node, 'tokens', 'total'),
    children: listNodes(node['nodes']).map((child) => toSpan(child, origin)),
  };
}

/** A call that was recorded only at its end has no duration. */
function isUntimed(node: Node): boolean {
  return asNode(asNode(asNode(node['metrics'])['acc'])['duration'])['total'] === null;
}

/** Nodes are a list, or a record of nodes or lists of nodes by name. */
function listNodes(nodes: unknown): readonly Node[] {
  if (typeof nodes !== 'object' || nodes === null) return [];
  return Object.values(nodes)
    .flat()
    .filter((node): node is Node => typeof node === 'object' && node !== null);
}

function timesOf(node: Node): { readonly start: number | null; readonly end: number | null } {
  const time = asNode(node['time']);
  return { start: instant(time['start']), end: instant(time['end']) };
}

function instant(text: unknown): number | null {
  const value = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** Reads the accumulated figure of a span, or its own. */
function metric(node: Node | undefined, kind: string, name: string): number | null {
  const metrics = asNode(node?.['metrics']);
  const found = [metrics['acc'], metrics['unit']].map((part) => asNode(asNode(part)[kind])[name]);
  const value = found.find((candidate) => candidate !== undefined);
  return typeof value === 'number' ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {}; // an object has string keys
}
