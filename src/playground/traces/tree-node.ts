/** A node of an answer's tree. @source facts §4.3 */
export type TreeNode = Readonly<Record<string, unknown>>;

/** Nodes are a list, or a record of nodes or lists of nodes by name. */
export function listNodes(nodes: unknown): readonly TreeNode[] {
  if (typeof nodes !== 'object' || nodes === null) return [];
  return Object.values(nodes)
    .flat()
    .filter((node): node is TreeNode => typeof node === 'object' && node !== null);
}

/** Reads the accumulated figure of a span, or its own. */
export function metric(node: TreeNode | undefined, kind: string, name: string): number | null {
  const metrics = asNode(node?.['metrics']);
  const found = [metrics['acc'], metrics['unit']].map((part) => asNode(asNode(part)[kind])[name]);
  const value = found.find((candidate) => candidate !== undefined);
  return typeof value === 'number' ? value : null;
}

export function asNode(value: unknown): TreeNode {
  return typeof value === 'object' && value !== null ? (value as TreeNode) : {}; // an object has string keys
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
