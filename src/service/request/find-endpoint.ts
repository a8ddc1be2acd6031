import { ENDPOINT_ROUTES, type EndpointRoute } from '../../contract/endpoint-routes.ts';
import type { Method } from '../../contract/endpoint/endpoint.ts';
import { pathParameterNames } from '../../contract/endpoint/protocol.ts';
import type { EndpointName, Feature } from '../../contract/endpoints.ts';
import { BugError } from '../../foundation/errors/wf-error.ts';
import type { Served } from '../operation/operation.ts';

/** Which endpoint a request is for. */
type Match =
  | { readonly kind: 'found'; readonly name: EndpointName; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown' };

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | null;
  readonly methods: Map<Method, Matched>;
}

/** An endpoint, with the names of the parameters in its path, in order. */
interface Matched {
  readonly name: EndpointName;
  readonly parameters: readonly string[];
}

type EndpointMatcher = (method: string, path: string) => Match;

/** Creates the function that finds a request's endpoint; the first call builds its tree. */
export function createEndpointMatcher(): EndpointMatcher {
  let root: Node | undefined;
  return (method, path) => {
    root ??= buildTree();
    const found = walk(
      root,
      path.split('/').filter((part) => part !== ''),
    );
    if (found === null) return { kind: 'unknown' };
    const matched = methodOf(found.node, method);
    if (matched === undefined) return { kind: 'wrong-method', allow: allowedMethods(found.node) };
    const { name, parameters } = matched;
    const params = Object.fromEntries(parameters.map((key, index) => [key, found.values[index] ?? '']));
    return { kind: 'found', name, params };
  };
}

function buildTree(): Node {
  const root = createNode();
  // The table's keys are its names.
  for (const [name, { method, path }] of Object.entries(ENDPOINT_ROUTES) as [EndpointName, EndpointRoute][]) {
    let node = root;
    for (const part of path.split('/').filter((segment) => segment !== '')) node = childFor(node, part);
    node.methods.set(method, { name, parameters: pathParameterNames(path) });
  }
  return root;
}

function createNode(): Node {
  return { literals: new Map(), parameter: null, methods: new Map() };
}

function childFor(node: Node, part: string): Node {
  if (part.startsWith('{')) return (node.parameter ??= createNode());
  const known = node.literals.get(part) ?? createNode();
  node.literals.set(part, known);
  return known;
}

/** A node of the tree, with the values of the parameters on its path. */
type Walked = { readonly node: Node; readonly values: readonly string[] };

/** A literal goes before a parameter; when it leads nowhere, the parameter is tried. */
function walk(node: Node, parts: readonly string[], values: readonly string[] = []): Walked | null {
  const [part, ...rest] = parts;
  if (part === undefined) return node.methods.size > 0 ? { node, values } : null;
  const literal = node.literals.get(part);
  const found = literal === undefined ? null : walk(literal, rest, values);
  if (found !== null || node.parameter === null) return found;
  return walk(node.parameter, rest, [...values, part]);
}

/** Every `GET` answers `HEAD` as well. */
function methodOf({ methods }: Node, method: string): Matched | undefined {
  return methods.get(method as Method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
}

function allowedMethods({ methods }: Node): string[] {
  const names = new Set<string>(methods.keys());
  if (names.has('GET')) names.add('HEAD');
  return [...names].toSorted();
}

/**
 * The endpoints of each feature, loaded with its first request: a short command uses two features, and building the
 * schemas of all would take a fifth of its time.
 */
const FEATURES: { readonly [F in Feature]: () => Promise<Readonly<Record<string, Served>>> } = {
  apps: async () => (await import('../apps/endpoints.ts')).apps,
  variants: async () => (await import('../variants/endpoints.ts')).variants,
  environments: async () => (await import('../environments/endpoints.ts')).environments,
  deployments: async () => (await import('../deployments/endpoints.ts')).deployments,
  archives: async () => (await import('../archives/endpoints.ts')).archives,
  evaluations: async () => (await import('../evaluations/endpoints.ts')).evaluations,
  evaluators: async () => (await import('../evaluators/endpoints.ts')).evaluators,
  'human-evaluations': async () => (await import('../human-evaluations/endpoints.ts')).humanEvaluations,
  testsets: async () => (await import('../testsets/endpoints.ts')).testsets,
  keys: async () => (await import('../keys/endpoints.ts')).keys,
  observe: async () => (await import('../observe/endpoints.ts')).observe,
  audit: async () => (await import('../audit/endpoints.ts')).audit,
  retention: async () => (await import('../retention/endpoints.ts')).retention,
  workspaces: async () => (await import('../workspaces/endpoints.ts')).workspaces,
  vault: async () => (await import('../vault/endpoints.ts')).vault,
  traces: async () => (await import('../traces/endpoints.ts')).traces,
};

/** Returns an endpoint with its operation. */
type LoadEndpoint = (name: EndpointName) => Promise<Served>;

/** Creates the function that loads an endpoint with the others of its feature. */
export function createEndpointLoader(): LoadEndpoint {
  const loading = new Map<Feature, ReturnType<(typeof FEATURES)[Feature]>>();
  return async (name) => {
    const { feature } = ENDPOINT_ROUTES[name];
    const loaded = loading.get(feature) ?? FEATURES[feature]();
    loading.set(feature, loaded);
    const served = (await loaded)[name];
    if (served === undefined) throw new BugError(`${feature} does not serve ${name}.`);
    return served;
  };
}

/** Loads all endpoints: a service that runs for long must not depend on files that an update replaces. */
export async function loadAllEndpoints(): Promise<void> {
  await Promise.all(Object.values(FEATURES).map(async (load) => await load()));
}
