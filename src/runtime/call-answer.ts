import { type CallRecord, toCallTree } from './call-tree.ts';

/** Version of the answer's shape. @source facts §4.3 */
const ANSWER_VERSION = '3.0';

/**
 * Writes the body of an answered call.
 *
 * @param isInline - whether the tree of spans is asked for
 * @throws {TypeError} when the answer cannot be written as JSON
 * @source design §4, facts §4.3
 */
export function toAnswerBody(answer: unknown, record: CallRecord, isInline: boolean): string {
  const data = answer ?? null;
  return JSON.stringify({
    version: ANSWER_VERSION,
    data,
    content_type: typeof data === 'string' ? 'text/plain' : 'application/json',
    tree: isInline ? toCallTree(record) : null,
    tree_id: record.treeId,
  });
}
