import { type CallRecord, toCallTree, toFigures } from '../tracing/call-tree.ts';

/** Version of the answer's shape. @source facts §4.3 */
const ANSWER_VERSION = '3.0';

const WRITE_TREE = { none: () => null, figures: toFigures, whole: toCallTree };

/** How much of a call's tree its answer holds. */
export type TreePart = keyof typeof WRITE_TREE;

/**
 * Writes the body of an answered call.
 *
 * @param tree - what is asked for of the tree of spans
 * @throws {TypeError} when the answer cannot be written as JSON
 * @source design §4, facts §4.3
 */
export function toAnswerBody(answer: unknown, record: CallRecord, tree: TreePart): string {
  const data = answer ?? null;
  return JSON.stringify({
    version: ANSWER_VERSION,
    data,
    content_type: typeof data === 'string' ? 'text/plain' : 'application/json',
    tree: WRITE_TREE[tree](record),
    tree_id: record.treeId,
  });
}
