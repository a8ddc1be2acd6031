import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { readSpans } from './trace.ts';
import { TraceTree } from './trace-tree.tsx';

/** The trace of an answer. */
export function AnswerTrace({ answer }: { readonly answer: RouteAnswer }) {
  return <TraceTree spans={readSpans(answer)} />;
}
