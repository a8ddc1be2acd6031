import { type CallRecord, toCallTree, toFigures } from '../tracing/call-tree.ts';

/** Version of the answer's format. @source facts §4.3 */
const ANSWER_VERSION = '3.0';

const WRITE_TREE = { none: () => null, figures: toFigures, whole: toCallTree };

/** How much of a call's tree its answer contains. */
export type TreePart = keyof typeof WRITE_TREE;

/**
 * Writes the body of a call's answer.
 *
 * @param tree - how much of the tree of spans the caller asks for
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
