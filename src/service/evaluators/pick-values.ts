import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import type { MapEvaluatorInputs } from '../../contract/evaluators/evaluator.ts';
import { isRecord } from '../../foundation/record.ts';

/** Paths between two moments at which others run. */
const PATHS_AT_ONCE = 100;

/** Reads a value of the inputs for each path of a mapping. Others run meanwhile. */
export async function pickValues({
  inputs,
  mapping,
}: z.infer<typeof MapEvaluatorInputs>): Promise<Record<string, unknown>> {
  const nodes: NodesByName = new Map();
  const picked: [string, unknown][] = [];
  for (const [name, path] of Object.entries(mapping)) {
    picked.push([name, pickValue(inputs, path, nodes)]);
    if (picked.length % PATHS_AT_ONCE === 0) await setImmediate();
  }
  return Object.fromEntries(picked);
}

/** The nodes of each list that a path led to, so that a list is searched once. */
type NodesByName = Map<readonly unknown[], ReadonlyMap<unknown, unknown>>;

/**
 * Picks a value by a path, as in `trace.retriever.documents[0]`. A name that a node of a trace does not have is looked for
 * among its nodes.
 *
 * @returns null where the path leads nowhere
 * @source facts §2.6, §4.3
 */
function pickValue(inputs: unknown, path: string, nodes: NodesByName): unknown {
  let value: unknown = inputs;
  for (const part of path.split(/[.[\]]+/)) {
    if (part !== '') value = childOf(value, part, nodes);
    if (value === undefined) return null;
  }
  return value;
}

function childOf(value: unknown, name: string, nodes: NodesByName): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : nodesOf(value, nodes).get(name);
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return value['nodes'] === undefined ? undefined : childOf(value['nodes'], name, nodes);
}

/** Nodes of a trace are a list, or an object by their names. The first of a name is taken. */
function nodesOf(list: readonly unknown[], known: NodesByName): ReadonlyMap<unknown, unknown> {
  const found = known.get(list);
  if (found !== undefined) return found;
  const byName = new Map(
    list
      .filter(isRecord)
      .map((node) => [nameOf(node), node] as const)
      .toReversed(),
  );
  known.set(list, byName);
  return byName;
}

function nameOf(value: Readonly<Record<string, unknown>>): unknown {
  const { node } = value;
  return isRecord(node) ? node['name'] : value['name'];
}
