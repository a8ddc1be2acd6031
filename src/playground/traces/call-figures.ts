import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { describeUse } from '../../contract/evaluations/describe-results.ts';
import type { ModelUse } from '../../contract/evaluations/result.ts';
import { toRecord } from '../../foundation/record.ts';
import { listNodes, metric, type TreeNode } from './tree-node.ts';

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
    costFrom: describeUse(usesOf(root)),
  };
}

/** The runtime writes them by the contract; another service may write none. */
function usesOf(root: TreeNode | undefined): readonly ModelUse[] {
  const { usage } = toRecord(toRecord(root?.['metrics'])['acc']);
  return Array.isArray(usage) ? (usage as ModelUse[]) : [];
}
