import * as z from 'zod';
import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { describeUse } from '../../contract/evaluations/describe-use.ts';
import { ModelUse } from '../../contract/evaluations/result.ts';
import { formatShort } from '../layout/text/format-value.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';
import type { Shown } from '../layout/view.ts';

const Figures = z.object({
  costs: z.object({ total: z.number().nullable() }),
  usage: z.array(ModelUse).min(1),
});

/** The part of an answer's tree that has the totals of the call. */
const CallTree = z.object({ nodes: z.tuple([z.object({ metrics: z.object({ acc: Figures }) })], z.unknown()) });

/**
 * Describes what a call cost, and what the cost came from or why it is unknown.
 *
 * @returns `null` for a call of no model, and for the answer of a service that does not say
 */
export function describeCallCost({ tree }: Partial<RouteAnswer>): string | null {
  const parsed = CallTree.safeParse(tree);
  if (!parsed.success) return null;
  const { costs, usage } = parsed.data.nodes[0].metrics.acc;
  const cost = costs.total === null ? 'unknown' : formatShort('cost', costs.total);
  return toSingleLine(`Cost: ${cost}. ${describeUse(usage)}`);
}

/** Formats a route's answer: text as it is, anything else as indented JSON; what it cost is a remark. */
export function showRouteAnswer(answer: Partial<RouteAnswer>): Shown {
  const { data } = answer;
  const text = typeof data === 'string' ? data : (JSON.stringify(data, null, 2) ?? 'null');
  return { text, remark: describeCallCost(answer), isForeign: true };
}
