import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { describeUse } from '../../contract/evaluations/describe-use.ts';
import type { ModelUse } from '../../contract/evaluations/result.ts';
import { isRecord, toRecord } from '../../foundation/record.ts';

/** The figures of a call; `null` when unknown. */
export interface CallFigures {
  readonly cost: number | null;
  readonly tokens: {
    readonly total: number;
    readonly prompt: number | null;
    readonly completion: number | null;
  } | null;
  readonly seconds: number | null;
  /** Which models and tokens the cost came from, or why it is unknown; empty where nobody says. */
  readonly costFrom: string;
}

export function readFigures(answer: Pick<RouteAnswer, 'tree'>): CallFigures {
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
    costFrom: describeUse(usesOf(root)),
  };
}

/** The runtime writes them by the contract; another service may write none. */
function usesOf(root: TreeNode | undefined): readonly ModelUse[] {
  const { usage } = toRecord(toRecord(root?.['metrics'])['acc']);
  return Array.isArray(usage) ? (usage as ModelUse[]) : [];
}

/** A node of an answer's tree. @source facts §4.3 */
export type TreeNode = Readonly<Record<string, unknown>>;

/** Nodes are a list, or a record of nodes or lists of nodes by name. */
export function listNodes(nodes: unknown): readonly TreeNode[] {
  if (typeof nodes !== 'object' || nodes === null) return [];
  return Object.values(nodes).flat().filter(isRecord);
}

/** Reads the accumulated figure of a span, or its own. */
export function metric(node: TreeNode | undefined, kind: string, name: string): number | null {
  const metrics = toRecord(node?.['metrics']);
  const found = [metrics['acc'], metrics['unit']].map((part) => toRecord(toRecord(part)[kind])[name]);
  const value = found.find((candidate) => candidate !== undefined);
  return typeof value === 'number' ? value : null;
}
