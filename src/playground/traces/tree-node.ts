import { isRecord, toRecord } from '../../foundation/record.ts';

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

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
