import type { RouteAnswer } from '../../contract/deployments/route-answer.ts';
import { listNodes, metric } from './tree-node.ts';

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
