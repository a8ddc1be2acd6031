import { randomUUID } from 'node:crypto';
import type { Fields } from './json-service.ts';

export interface StoredRevision {
  readonly id: string;
  readonly revision: number;
  readonly parameters: Fields;
}

export interface StoredVariant {
  readonly id: string;
  readonly appId: string;
  readonly baseId: string;
  readonly baseName: string;
  readonly configName: string;
  /** Address of the workflow, if it was registered by one. */
  url?: string;
  /** Oldest first; the last one is the variant's state. */
  readonly revisions: StoredRevision[];
}

export interface StoredEnvironment {
  readonly appId: string;
  readonly name: string;
  /** Revisions of variants that it ran, oldest first. */
  readonly deployed: StoredDeployment[];
  /** Revision of a variant that it runs: a revert moves it without adding to the history. `null`: nothing. */
  running: string | null;
}

export interface StoredDeployment {
  readonly id: string;
  readonly variantId: string;
  readonly revisionId: string;
}

export interface StoredTestset {
  readonly id: string;
  name: string;
  rows: readonly Fields[];
}

/** What a public-like service stores. Tests compare it with what commands said. */
export interface PublicState {
  readonly apps: { readonly id: string; name: string }[];
  readonly variants: StoredVariant[];
  readonly environments: StoredEnvironment[];
  readonly testsets: StoredTestset[];
  readonly evaluators: {
    readonly id: string;
    readonly name: string;
    readonly key: string;
    readonly settings: Fields;
  }[];
  readonly evaluations: { readonly id: string; readonly body: Fields; polls: number }[];
  readonly humanEvaluations: { readonly id: string; readonly body: Fields }[];
}

export function emptyState(): PublicState {
  return {
    apps: [],
    variants: [],
    environments: [],
    testsets: [],
    evaluators: [],
    evaluations: [],
    humanEvaluations: [],
  };
}

/** Adds a revision to a variant. */
export function revise({ revisions }: StoredVariant, parameters: Fields): void {
  const revision = (revisions.at(-1)?.revision ?? 0) + 1;
  revisions.push({ id: randomUUID(), revision, parameters });
}

export function newestOf({ revisions }: StoredVariant): StoredRevision {
  const newest = revisions.at(-1);
  if (newest === undefined) throw new Error('Every variant has a revision.');
  return newest;
}

/** `BASE.CONFIG`, whatever name was asked for. @source facts §3.4 */
export function nameOf({ baseName, configName }: Pick<StoredVariant, 'baseName' | 'configName'>): string {
  return `${baseName}.${configName}`;
}

/** Reads the parameters of a variant by its name. */
export function parametersOf(state: PublicState, name: string): Fields | null {
  const found = state.variants.find((variant) => nameOf(variant) === name);
  return found === undefined ? null : newestOf(found).parameters;
}

/** What an environment runs, as `app.n@3`; `null`: nothing. */
export function runningIn(state: PublicState, environment: string): string | null {
  return nameRevision(state, state.environments.find(({ name }) => name === environment)?.running ?? null);
}

/** Names a revision of a variant, as `app.n@3`; `null`: there is none. */
export function nameRevision(state: PublicState, id: string | null): string | null {
  const variant = state.variants.find(({ revisions }) => revisions.some((one) => one.id === id));
  const revision = variant?.revisions.find((one) => one.id === id);
  return variant === undefined ? null : `${nameOf(variant)}@${revision?.revision ?? 0}`;
}

/** Removes records by their ids; ignores unknown ones. */
export function removeAll(records: { readonly id: string }[], ids: readonly string[]): void {
  records.splice(0, Infinity, ...records.filter(({ id }) => !ids.includes(id)));
}

/** Deploys the newest revision of a variant. */
export function deploy(environment: StoredEnvironment, variant: StoredVariant): void {
  const revisionId = newestOf(variant).id;
  environment.deployed.push({ id: randomUUID(), variantId: variant.id, revisionId });
  environment.running = revisionId;
}

/** Describes everything that is stored, a line each, without ids. */
export function describeState(state: PublicState): string[] {
  const variantOf = (id: unknown) => {
    const variant = state.variants.find((one) => one.id === id);
    return variant === undefined ? 'a deleted variant' : nameOf(variant);
  };
  const variantsOf = ({ body }: { readonly body: Fields }) =>
    (body['variant_ids'] as string[]).map(variantOf).join(', ');
  const testsetOf = ({ body }: { readonly body: Fields }) =>
    state.testsets.find(({ id }) => id === body['testset_id'])?.name ?? 'a deleted test set';
  const evaluatorsOf = ({ body }: { readonly body: Fields }) =>
    state.evaluators.filter(({ id }) => (body['evaluators_configs'] as string[]).includes(id)).map(({ name }) => name);
  return [
    ...state.apps.map(({ name }) => `app ${name}`),
    ...state.variants.flatMap((variant) =>
      variant.revisions.map(
        ({ revision, parameters }) => `variant ${nameOf(variant)}@${revision} ${JSON.stringify(parameters)}`,
      ),
    ),
    ...state.variants.flatMap((one) => (one.url === undefined ? [] : [`${nameOf(one)} is at ${one.url}`])),
    ...state.environments.flatMap(({ name, deployed, running }) => [
      ...deployed.map(({ revisionId }, index) => `${name} #${index + 1}: ${nameRevision(state, revisionId) ?? '?'}`),
      `${name} runs ${nameRevision(state, running) ?? 'nothing'}`,
    ]),
    ...state.testsets.map(({ name, rows }) => `test set ${name} ${JSON.stringify(rows)}`),
    ...state.evaluators.map(({ name, key, settings }) => `evaluator ${name}: ${key} ${JSON.stringify(settings)}`),
    ...state.evaluations.map(
      (one) => `evaluation of ${variantsOf(one)} on ${testsetOf(one)} by ${evaluatorsOf(one).join(', ')}`,
    ),
    ...state.humanEvaluations.map(
      (one) =>
        `human evaluation of ${variantsOf(one)} on ${testsetOf(one)}: ${String(one.body['evaluation_type'])} ${JSON.stringify(one.body['inputs'])}`,
    ),
  ];
}
