import { isRecord } from '../../foundation/record.ts';

/**
 * Picks a value by a path, as in `trace.retriever.documents[0]`. A name that a node of a trace does not have is looked for
 * among its nodes.
 *
 * @returns null where the path leads nowhere
 * @source facts §2.6, §4.3
 */
export function pickValue(inputs: unknown, path: string): unknown {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
  let value: unknown = inputs;
  for (const part of parts) value = childOf(value, part);
  return value ?? null;
}

function childOf(value: unknown, name: string): unknown {
  if (Array.isArray(value))
    return /^\d+$/.test(name) ? value[Number(name)] : value.map((one) => nodeNamed(one, name)).find(isThere);
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return isThere(value['nodes']) ? childOf(value['nodes'], name) : undefined;
}

/** Nodes of a trace are a list, or an object by their names. */
function nodeNamed(value: unknown, name: string): unknown {
  if (!isRecord(value)) return undefined;
  const { node } = value;
  const own = isRecord(node) ? node['name'] : value['name'];
  return own === name ? value : undefined;
}

function isThere(value: unknown): boolean {
  return value !== undefined;
}
