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
  /** Oldest first; the last one is the variant's state. */
  readonly revisions: StoredRevision[];
}

export interface StoredEnvironment {
  readonly appId: string;
  readonly name: string;
  /** Revisions of variants that it ran, oldest first. */
  readonly deployed: { readonly id: string; readonly variantId: string; readonly revisionId: string }[];
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
export function nameOf({ baseName, configName }: StoredVariant): string {
  return `${baseName}.${configName}`;
}

/** Reads the parameters of a variant by its name. */
export function parametersOf(state: PublicState, name: string): Fields | null {
  const found = state.variants.find((variant) => nameOf(variant) === name);
  return found === undefined ? null : newestOf(found).parameters;
}

/** What an environment runs, as `app.n@3`; `null`: nothing. */
export function runningIn(state: PublicState, environment: string): string | null {
  const last = state.environments.find(({ name }) => name === environment)?.deployed.at(-1);
  const variant = state.variants.find(({ id }) => id === last?.variantId);
  const revision = variant?.revisions.find(({ id }) => id === last?.revisionId);
  return variant === undefined ? null : `${nameOf(variant)}@${revision?.revision ?? 0}`;
}
