import { ENDPOINT_ROUTES, type EndpointRoute } from '../../contract/endpoint-routes.ts';
import type { Method } from '../../contract/endpoint/endpoint.ts';
import { pathParameterNames } from '../../contract/endpoint/protocol.ts';
import type { EndpointName, Feature, FEATURES } from '../../contract/endpoints.ts';
import { loadEndpoints } from '../../contract/load-endpoints.ts';
import { BugError } from '../../foundation/errors/wf-error.ts';
import type { AnyOperation, Operation, Served } from '../operation/operation.ts';

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

/** One that lacks the operation of an endpoint does not compile. */
type OperationsOf<F extends Feature> = { readonly [N in keyof (typeof FEATURES)[F] & EndpointName]: Operation<N> };

/** The operations of each feature, loaded with its first request: a short command uses two features. */
const OPERATIONS: { readonly [F in Feature]: () => Promise<OperationsOf<F>> } = {
  apps: () => import('../apps/operations.ts'),
  variants: () => import('../variants/operations/variants.ts'),
  environments: () =>
    together([
      import('../environments/operations/environments.ts'),
      import('../environments/operations/base-configs.ts'),
      import('../environments/operations/configs.ts'),
      import('../environments/operations/status.ts'),
      import('../environments/operations/variables.ts'),
    ]),
  deployments: () =>
    together([
      import('../deployments/operations/artifacts.ts'),
      import('../deployments/operations/create-deployment.ts'),
      import('../deployments/operations/deployments.ts'),
      import('../deployments/operations/running-code.ts'),
    ]),
  archives: () => import('../archives/operations.ts'),
  evaluations: () =>
    together([
      import('../evaluations/operations/compare-evaluations.ts'),
      import('../evaluations/operations/compare-with-baseline.ts'),
      import('../evaluations/operations/create-evaluations.ts'),
      import('../evaluations/operations/evaluation-costs.ts'),
      import('../evaluations/operations/evaluation-progress.ts'),
      import('../evaluations/operations/evaluations.ts'),
      import('../evaluations/operations/plan-evaluations.ts'),
    ]),
  evaluators: () => import('../evaluators/operations.ts'),
  'human-evaluations': () =>
    together([
      import('../human-evaluations/operations/create-human-evaluation.ts'),
      import('../human-evaluations/operations/human-evaluations.ts'),
      import('../human-evaluations/operations/human-scenarios.ts'),
    ]),
  testsets: () =>
    together([
      import('../testsets/operations/import-testsets.ts'),
      import('../testsets/operations/testset-revisions.ts'),
      import('../testsets/operations/testsets.ts'),
    ]),
  keys: () => together([import('../keys/operations/identity.ts'), import('../keys/operations/keys.ts')]),
  observe: () => import('../keys/operations/identity.ts'),
  audit: () => together([import('../audit/operations.ts'), import('../changes/watch-app.ts')]),
  retention: () => import('../retention/operations.ts'),
  workspaces: () => import('../workspaces/operations.ts'),
  vault: () => import('../vault/operations.ts'),
  traces: () => import('../traces/operations.ts'),
  webhooks: () => import('../webhooks/operations.ts'),
};

/** Loads modules at the same time, and returns the exports of all. */
async function together<M extends readonly Promise<object>[]>(modules: readonly [...M]): Promise<ExportsOf<M>> {
  // Each object has the exports of its module.
  return Object.assign({}, ...(await Promise.all(modules))) as ExportsOf<M>;
}

type ExportsOf<M extends readonly Promise<object>[]> = M extends readonly [
  infer First,
  ...infer Rest extends readonly Promise<object>[],
]
  ? Awaited<First> & ExportsOf<Rest>
  : unknown;

type LoadEndpoint = (name: EndpointName) => Promise<Served>;

/** Creates the function that loads an endpoint with the others of its feature. */
export function createEndpointLoader(): LoadEndpoint {
  const loading = new Map<Feature, ReturnType<typeof loadFeature>>();
  return async (name) => {
    const { feature } = ENDPOINT_ROUTES[name];
    const loaded = loading.get(feature) ?? loadFeature(feature);
    loading.set(feature, loaded);
    const [{ [name]: endpoint }, { [name]: operation }] = await loaded;
    if (endpoint === undefined || operation === undefined) throw new BugError(`${feature} does not serve ${name}.`);
    return { endpoint, operation };
  };
}

async function loadFeature(feature: Feature) {
  const [endpoints, operations] = await Promise.all([loadEndpoints(feature), OPERATIONS[feature]()]);
  // Requests are parsed with the schemas of the same endpoint, which TypeScript cannot follow across the two tables.
  return [endpoints, operations as unknown as Readonly<Record<string, AnyOperation>>] as const;
}

/** Loads all endpoints: a service that runs for long must not depend on files that an update replaces. */
export async function loadAllEndpoints(): Promise<void> {
  // The table's keys are its features.
  await Promise.all((Object.keys(OPERATIONS) as Feature[]).map(loadFeature));
}
