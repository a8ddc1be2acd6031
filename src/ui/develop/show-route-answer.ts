import type { RouteAnswer } from '../../contract/deployments/route-answer.ts';
import type { Shown } from '../layout/display.ts';
import { describeCallCost } from './describe-call-cost.ts';

/** Formats a route's answer: text as it is, anything else as indented JSON; what it cost is a remark. */
export function showRouteAnswer(answer: Partial<RouteAnswer>): Shown {
  const { data } = answer;
  const text = typeof data === 'string' ? data : (JSON.stringify(data, null, 2) ?? 'null');
  return { text, remark: describeCallCost(answer), isForeign: true };
}
