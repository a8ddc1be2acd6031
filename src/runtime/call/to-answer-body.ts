import type { ModelUse } from '../../contract/evaluations/result.ts';
import type { ReportedUse } from '../../contract/host-protocol/bundle-protocol.ts';
import { MAX_NAME_LENGTH, MAX_REPORTED_USES } from '../../contract/host-protocol/limits.ts';
import { sumOf, sumOrNull } from '../../foundation/numbers.ts';
import type { UsageDetail } from '../../sdk/context/routing-context.ts';
import type { CallSpan, SpanUsage } from '../tracing/call-trace.ts';
import { lastModelAnswer } from './last-model-answer.ts';

export interface CallRecord {
  readonly treeId: string;
  readonly name: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** With their costs. */
  readonly spans: readonly CallSpan[];
  /** Why there is no answer; left out: there is one. */
  readonly failure?: string;
}

/**
 * Writes a call as a tree: the workflow, and below it the traced spans and each recorded model call.
 *
 * @source facts §4.3
 * @remarks Our choice: an unknown cost is `null`, and one unknown cost makes the total unknown.
 */
export function toCallTree({ treeId, name, startedAt, durationMs, spans, failure }: CallRecord) {
  const id = crypto.randomUUID();
  const ids = { root: { id }, tree: { id: treeId, type: 'invocation' } };
  const family = createFamily(spans);
  const children = family.childrenOf(null);
  const root = {
    ...ids,
    node: { id, name, type: 'workflow' },
    time: { start: startedAt.toISOString(), end: new Date(startedAt.getTime() + durationMs).toISOString() },
    status: failure === undefined ? { code: 'OK' } : { code: 'ERROR', message: failure },
    metrics: metricsOf(durationMs, family),
    ...(children.length === 0 ? {} : { nodes: toNodes(children, id, { ids, family }) }),
  };
  return { version: '1.0.0', nodes: [root] };
}

/** The tree of a call with only its totals, for callers that make thousands of calls and read nothing else. */
export function toFigures({ durationMs, spans }: CallRecord) {
  return { nodes: [{ metrics: metricsOf(durationMs, createFamily(spans)) }] };
}

function metricsOf(durationMs: number, family: Family) {
  const usages = family.usagesBelow(null);
  const usage = usages.length === 0 ? {} : { usage: toModelUses(usages) };
  return { acc: { duration: { total: durationMs }, ...totalsOf(usages), ...usage } };
}

interface Family {
  childrenOf(id: string | null): readonly CallSpan[];
  /** The usages at or below a span, each counted once. */
  usagesBelow(id: string | null): readonly SpanUsage[];
}

function createFamily(spans: readonly CallSpan[]): Family {
  const known = new Set(spans.map(({ id }) => id));
  // A parent that never ended, or belongs to another call, is missing: its children are shown below the handler.
  const parentOf = ({ parentId }: CallSpan) => (parentId !== null && known.has(parentId) ? parentId : null);
  const children = Map.groupBy(
    spans.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime()),
    parentOf,
  );
  const childrenOf = (id: string | null) => children.get(id) ?? [];
  const usagesBelow = (id: string | null): readonly SpanUsage[] => childrenOf(id).flatMap(usagesAt);
  const usagesAt = (span: CallSpan): readonly SpanUsage[] => {
    const below = usagesBelow(span.id);
    // A span around model calls, such as an agent's, repeats their total.
    return below.length > 0 || span.usage === null ? below : [span.usage];
  };
  return { childrenOf, usagesBelow };
}

interface Tree {
  readonly ids: {
    readonly root: { readonly id: string };
    readonly tree: { readonly id: string; readonly type: string };
  };
  readonly family: Family;
}

/** Nodes by name; a list where several have the same name. */
function toNodes(spans: readonly CallSpan[], parentId: string, tree: Tree): Record<string, unknown> {
  const byName = Map.groupBy(spans, ({ name }) => name);
  return Object.fromEntries(
    [...byName].map(([name, same]) => {
      const nodes = same.map((span) => toNode(span, parentId, tree));
      return [name, nodes.length === 1 ? nodes[0] : nodes];
    }),
  );
}

function toNode(span: CallSpan, parentId: string, tree: Tree): Record<string, unknown> {
  const { id, name, type, startedAt, endedAt, isUntimed = false, status, exception, usage, attributes } = span;
  const children = tree.family.childrenOf(id);
  const below = tree.family.usagesBelow(id);
  const duration = { total: isUntimed ? null : endedAt.getTime() - startedAt.getTime() };
  const own = usage === null ? [] : [usage];
  return {
    ...tree.ids,
    node: { id, name, type },
    parent: { id: parentId },
    time: { start: startedAt.toISOString(), end: endedAt.toISOString() },
    status,
    ...(exception === undefined ? {} : { exception }),
    metrics: {
      acc: { duration, ...totalsOf(below.length > 0 ? below : own) },
      ...(usage === null ? {} : { unit: totalsOf(own) }),
    },
    ...(usage === null ? {} : { meta: { model: usage.model } }),
    ...(Object.keys(attributes).length === 0 ? {} : { otel: { attributes } }),
    ...(children.length === 0 ? {} : { nodes: toNodes(children, id, tree) }),
  };
}

function totalsOf(usages: readonly SpanUsage[]) {
  if (usages.length === 0) return {};
  const prompt = sumOrNull(usages.map(({ input_tokens }) => input_tokens));
  const completion = sumOrNull(usages.map(({ output_tokens }) => output_tokens));
  const costs = { total: roundedSum(usages.map(({ cost }) => cost ?? null)) };
  return { costs, tokens: { prompt, completion, total: sumOrNull([prompt, completion]) } };
}

/** Adds up the calls of each model, so that the cost of a call shows what it came from. */
export function toModelUses(usages: readonly SpanUsage[]): ModelUse[] {
  return [...Map.groupBy(usages, keyOf).values()].map(toUse);
}

/** Calls that cost alike: the same model of the same provider, priced in the same way. */
function keyOf({ model, provider, batch, service_tier, reason, failure }: SpanUsage): string {
  return JSON.stringify([model, provider, batch, service_tier, reason, failure]);
}

function toUse(usages: readonly SpanUsage[]): ModelUse {
  const [{ model, provider, batch, service_tier, reason, failure } = { model: '' }] = usages;
  const optional = {
    cache_read_tokens: sumOf(usages, ({ cache_read_tokens }) => cache_read_tokens ?? 0),
    cache_write_tokens: sumOf(usages, ({ cache_write_tokens }) => cache_write_tokens ?? 0),
    reasoning_tokens: sumOf(usages, ({ reasoning_tokens }) => reasoning_tokens ?? 0),
  };
  return {
    model,
    ...(provider === undefined ? {} : { provider }),
    calls: usages.length,
    input_tokens: roundedSum(usages.map(({ input_tokens }) => input_tokens)),
    output_tokens: roundedSum(usages.map(({ output_tokens }) => output_tokens)),
    ...Object.fromEntries(Object.entries(optional).filter(([, count]) => count > 0)),
    ...detailsOf(usages),
    ...(batch === true ? { batch } : {}),
    ...(service_tier === undefined ? {} : { service_tier }),
    cost: roundedSum(usages.map(({ cost }) => cost ?? null)),
    ...(reason === undefined ? {} : { reason }),
    ...(failure === undefined ? {} : { failure }),
  };
}

function detailsOf(usages: readonly SpanUsage[]): Pick<ModelUse, 'details'> {
  const names = new Set(usages.flatMap(({ details }) => Object.keys(details ?? {}) as UsageDetail[]));
  const sums = [...names].map((name) => [name, sumOf(usages, ({ details }) => details?.[name] ?? 0)] as const);
  const present = sums.filter(([, sum]) => sum > 0);
  return present.length === 0 ? {} : { details: Object.fromEntries(present) };
}

/** Adds up without binary fractions: 0.17, not 0.16999999999999998. One unknown part makes the sum unknown. */
function roundedSum(values: readonly (number | null)[]): number | null {
  const sum = sumOrNull(values);
  return sum === null ? null : Number(sum.toFixed(12));
}

/**
 * Lists the models that the spans of a running call have used. A cost without a reason that is `null` has not been looked
 * up.
 */
export function toReportedUses(spans: readonly CallSpan[]): ReportedUse[] {
  const usages = createFamily(spans).usagesBelow(null);
  const [priced, others] = [
    usages.filter(({ cost }) => cost !== undefined),
    usages.filter(({ cost }) => cost === undefined),
  ];
  const requested = new Map(others.map(({ model, requestedModel }) => [model, requestedModel]));
  const uses = [
    ...toModelUses(priced),
    ...toModelUses(others).map((use) => {
      const asked = requested.get(use.model);
      return asked === undefined ? use : { ...use, requested_model: asked };
    }),
  ];
  return uses.slice(0, MAX_REPORTED_USES).map(shortenNames);
}

/** Authors name models, and a message with a longer name would be refused. */
function shortenNames(use: ReportedUse): ReportedUse {
  const texts = Object.entries(use).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, MAX_NAME_LENGTH) : value,
  ]);
  // The same fields.
  return Object.fromEntries(texts) as ReportedUse;
}

/** Version of the answer's format. @source facts §4.3 */
const ANSWER_VERSION = '3.0';

const WRITE_TREE = { none: () => null, figures: toFigures, whole: toCallTree };

export type TreePart = keyof typeof WRITE_TREE;

/** The fields of a failed call's body that say what it cost, and what the model answered. */
export type FailureFigures =
  | { readonly tree: unknown; readonly tree_id: string; readonly model_answer?: string }
  | undefined;

/** Writes what a failed call cost, and what the model answered. */
export function toFailureFigures(record: CallRecord, tree: Exclude<TreePart, 'none'>): FailureFigures {
  const answer = lastModelAnswer(record.spans);
  const answered = answer === undefined ? {} : { model_answer: answer };
  return { tree: WRITE_TREE[tree](record), tree_id: record.treeId, ...answered };
}

/**
 * Writes the body of a call's answer.
 *
 * @throws {TypeError} when the answer cannot be written as JSON
 * @source design §4, facts §4.3
 */
export function toAnswerBody(answer: unknown, record: CallRecord, tree: TreePart): string {
  const data = answer ?? null;
  // Types allow what JSON does not: a function has no text, and its answer no data.
  const text = JSON.stringify(data) as string | undefined;
  const rest = JSON.stringify({
    content_type: typeof data === 'string' ? 'text/plain' : 'application/json',
    tree: WRITE_TREE[tree](record),
    tree_id: record.treeId,
  });
  if (typeof data !== 'string' && text?.includes('null') === true) requireFinite(data);
  return `{"version":"${ANSWER_VERSION}",${text === undefined ? '' : `"data":${text},`}${rest.slice(1)}`;
}

/** JSON would silently write null for it, and nobody could distinguish a lost number from a missing one. */
function requireFinite(answer: unknown): void {
  const found = findNonFinite(answer);
  if (found === null) return;
  const place = found.path === '' ? `is ${found.value}` : `has ${found.value} at ${found.path}`;
  throw new TypeError(`The answer ${place}, which JSON cannot write. Return null or text instead.`);
}

/** A number that JSON writes as null. */
interface NonFinite {
  /** Where it is, as in `scores.0`; empty for the value itself. */
  readonly path: string;
  readonly value: number;
}

function findNonFinite(value: unknown): NonFinite | null {
  // A list instead of recursion: values can be nested more deeply than the stack allows.
  const waiting = [{ path: '', value }];
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === 'number' && !Number.isFinite(next.value)) return { path: next.path, value: next.value };
    if (typeof next.value !== 'object' || next.value === null || seen.has(next.value)) continue;
    seen.add(next.value);
    // Such an object writes itself.
    if ('toJSON' in next.value) continue;
    for (const [key, part] of Object.entries(next.value)) {
      waiting.push({ path: next.path === '' ? key : `${next.path}.${key}`, value: part });
    }
  }
  return null;
}
