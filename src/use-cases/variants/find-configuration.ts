import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { isServiceError, isWfError, recover, usageError, type UserError } from '../../foundation/errors/wf-error.ts';
import { isSameName } from '../../contract/validation/name-rule.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { readEnvironmentRevision } from './read-environment-revision.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { orMissing } from '../../client/public/is-missing.ts';
import { showVariant } from './resolve-variant.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { environmentLikeRevision, splitRevision } from '../records/look-up-record.ts';

export interface FindConfigurationOptions extends ResolveAppOptions {
  /** `VARIANT[@REVISION]` or `ENVIRONMENT[@REVISION]`, optionally prefixed with `variant:` or `env:`. */
  readonly named: string;
  /** Other names that are valid here, for the error's suggestions. */
  readonly others?: readonly string[];
}

/** A stored configuration and the location of its code. */
export interface FoundConfiguration {
  /** Its name for people: `formal@3`, `production@2 (formal@3)`. */
  readonly label: string;
  readonly app_id: string;
  readonly variant_name: string;
  /** `null`: a variant was named. */
  readonly environment: string | null;
  /** What somebody set; the code has the other values. */
  readonly set: Parameters;
  readonly code: ConfigurationCode;
}

/** A variant runs the newest code of its base, an environment the code it pins. */
export type ConfigurationCode =
  | { readonly kind: 'newest'; readonly base: string }
  | { readonly kind: 'pinned'; readonly deployment: string | null };

/**
 * Finds a stored configuration by the name of a variant or an environment.
 *
 * @throws {WF_NOT_FOUND} when nothing has that name, or the environment runs nothing
 * @throws {WF_USAGE} when both a variant and an environment have that name
 */
export async function findConfiguration(options: FindConfigurationOptions): Promise<FoundConfiguration> {
  const { kind, name } = readName(options.named);
  const app_id = await resolveAppId(options);
  const scope = { ...options, app: app_id };
  const variant = kind === 'env' ? null : await findVariant(scope, name);
  const environment = kind === 'variant' ? null : await findEnvironment(scope, name);
  // The name of an environment comes before that of a variant's configuration.
  const isExact = variant !== null && isCalled(variant, name);
  if (isExact && environment !== null) throw ambiguous(name);
  if (environment !== null) return await readEnvironment(options.client, environment);
  if (variant !== null) return variant;
  throw await missing(scope, name);
}

function isCalled({ variant_name }: FoundConfiguration, typed: string): boolean {
  return isSameName(variant_name, typed) || isSameName(variant_name, splitRevision(typed)?.name ?? typed);
}

function readName(named: string): { readonly kind: 'variant' | 'env' | null; readonly name: string } {
  if (named.startsWith('variant:')) return { kind: 'variant', name: named.slice('variant:'.length) };
  if (named.startsWith('env:')) return { kind: 'env', name: named.slice('env:'.length) };
  return { kind: null, name: named };
}

interface Scope extends Pick<FindConfigurationOptions, 'client' | 'others'> {
  readonly app: string;
}

async function findVariant({ client, app }: Scope, name: string): Promise<FoundConfiguration | null> {
  // The service's own 404 is about a missing revision; a missing variant may still be an environment.
  const isUnknown = (error: unknown) => isWfError(error) && error.code === 'WF_NOT_FOUND' && !isServiceError(error);
  const variant = await recover(showVariant({ client, app, variant: name }), isUnknown, null);
  if (variant === null) return null;
  const { app_id, variant_name, revision, base_name } = variant;
  return {
    label: `${variant_name}@${revision}`,
    app_id,
    variant_name,
    environment: null,
    set: setValuesOf(variant),
    code: { kind: 'newest', base: base_name },
  };
}

interface PinnedEnvironment {
  readonly environment: EnvironmentOutput;
  /** Revision of the environment; `null`: what it runs now. */
  readonly revision: number | null;
}

async function findEnvironment({ client, app }: Scope, name: string): Promise<PinnedEnvironment | null> {
  const environments = await orMissing(client.listAppEnvironments({ app_id: app }));
  if (environments === null) return await findUnlisted(client, app, name);
  const exact = environments.find((one) => one.name === name);
  const split = splitRevision(name);
  if (exact !== undefined && split !== null) throw environmentLikeRevision(name);
  if (exact !== undefined) return { environment: exact, revision: null };
  const pinned = environments.find((one) => one.name === split?.name);
  return pinned === undefined || split === null ? null : { environment: pinned, revision: split.revision };
}

/** A service that lists no environments may still know each by its name. */
async function findUnlisted(client: Client, app_id: string, name: string): Promise<PinnedEnvironment | null> {
  const isUnknown = (error: unknown) => isServiceError(error) && error.code === 'WF_NOT_FOUND';
  const found = client.getEnvironmentRevisions({ app_id, environment_name: name });
  const environment = await recover(found, isUnknown, null);
  return environment === null ? null : { environment, revision: null };
}

async function readEnvironment(
  client: Client,
  { environment, revision }: PinnedEnvironment,
): Promise<FoundConfiguration> {
  const { variant, ...run } = await readEnvironmentRevision(client, environment, revision);
  const pinned = `${environment.name}${revision === null ? '' : `@${revision}`}`;
  return {
    label: `${pinned} (${variant.name}@${variant.revision.revision})`,
    app_id: environment.app_id,
    variant_name: variant.name,
    environment: environment.name,
    set: setValuesOf(variant.revision.config),
    code: { kind: 'pinned', deployment: run.revision.deployment },
  };
}

function ambiguous(name: string): UserError {
  return usageError(`${JSON.stringify(name)} is both a variant and an environment.`, [
    `Write ${shellWord(`variant:${name}`)} or ${shellWord(`env:${name}`)}`,
  ]);
}

async function missing({ client, app: app_id, others = [] }: Scope, name: string): Promise<UserError> {
  const [variants, listed] = await Promise.all([
    client.listAppVariants({ app_id }),
    orMissing(client.listAppEnvironments({ app_id })),
  ]);
  const environments = listed ?? [];
  const available = [...variants.map((one) => one.variant_name), ...environments.map((one) => one.name), ...others];
  return notFound({ kind: 'variant or environment', name, available, nextSteps: ['wf variants list', 'wf env list'] });
}
