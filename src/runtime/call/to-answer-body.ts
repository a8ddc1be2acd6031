import { type CallRecord, toCallTree, toFigures } from '../tracing/call-tree.ts';

/** Version of the answer's format. @source facts §4.3 */
const ANSWER_VERSION = '3.0';

const WRITE_TREE = { none: () => null, figures: toFigures, whole: toCallTree };

export type TreePart = keyof typeof WRITE_TREE;

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
