import { type MissingArgument, recover, userError, UserError } from '../../foundation/errors/wf-error.ts';
import { deployStep } from '../../client/public/deploy-step.ts';
import type { Client } from '../../client/create-client.ts';
import type { EndpointInput } from '../../contract/endpoints.ts';
import type { AppVariantResponse, BaseOutput } from '../../contract/variants/variant.ts';
import type { VariantRevision } from '../../client/public/start-evaluations.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { findRecord, lookUpRecord, namedLikeRevision, splitNames, splitRevision } from '../records/look-up-record.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { isEndpointMissing, isUnexplainedFailure, orMissing, orUnsupported } from '../../client/public/is-missing.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';

export interface ResolveVariantOptions extends ResolveAppOptions {
  /** Name, id, unique id prefix, or a configuration's name that only one variant of the app has. */
  readonly variant: string;
}

/**
 * Finds a variant by name or id; a full id needs no app. At a service of others also by the name of its configuration: the
 * public one names a variant `base.config`, whatever was asked for.
 *
 * @throws {WF_NOT_FOUND} when no variant of the app has that name
 * @throws {WF_USAGE} when configurations of several bases have it, and no variant
 * @source facts §3.4
 */
export async function resolveVariant({ client, app, variant }: ResolveVariantOptions): Promise<AppVariantResponse> {
  const identified = isFullId(variant) ? await findById({ client, app, variant }) : null;
  if (identified !== null) return identified;
  const app_id = await resolveAppId({ client, app });
  const found = await lookUpRecord({
    kind: 'variant',
    typed: variant,
    ask: ({ name: variant_name, ...only }) => listWithAliases(client, { app_id, variant_name, ...only }),
    idOf: ({ variant: { variant_id } }) => variant_id,
    nameOf: ({ variant: { variant_name } }) => variant_name,
    aliasOf: ({ alias }) => alias,
    nextSteps: ['wf variants list'],
    firstSteps: [await deployStep(client)],
  });
  return found.variant;
}

/** Lists variants with the second name that each has at a service of others. */
async function listWithAliases(client: Client, input: EndpointInput<'listAppVariants'>) {
  const variants = await client.listAppVariants(input);
  const isOurs = (await client.extensions()) !== null;
  return variants.map((variant) => ({ variant, alias: isOurs ? null : variant.config_name }));
}

async function findById({ client, app, variant }: ResolveVariantOptions): Promise<AppVariantResponse | null> {
  // The public service fails for an unknown id, and others may have no such endpoint; the list of the app shows it.
  const isListed = (error: unknown) => isUnexplainedFailure(error) || (app !== null && isEndpointMissing(error));
  return await recover(client.getVariant({ variant_id: variant }), isListed, null);
}

interface ResolvedVariant {
  readonly variant: AppVariantResponse;
  /** `null`: the newest. */
  readonly revision: number | null;
}

/**
 * Resolves `NAME` or `NAME@REVISION`.
 *
 * @throws {WF_USAGE} when a variant is called `NAME@REVISION`
 * @throws {WF_NOT_FOUND} when no variant of the app has that name
 */
export async function resolveVariantRevision(options: ResolveVariantOptions): Promise<ResolvedVariant> {
  const { client, variant: typed } = options;
  const split = splitRevision(typed);
  if (split === null) return { variant: await resolveVariant(options), revision: null };
  const { name, ...pinned } = split;
  if (isFullId(name)) return { variant: await resolveVariant({ ...options, variant: name }), ...pinned };
  const app_id = await resolveAppId(options);
  const find = async (variant_name: string) => {
    const variants = await listWithAliases(client, { app_id, variant_name, limit: 1 });
    const named = variants.find(({ variant }) => variant.variant_name === variant_name);
    return (named ?? variants.find(({ alias }) => alias === variant_name))?.variant;
  };
  const whole = await find(typed);
  if (whole !== undefined) {
    const revised = (await find(name))?.variant_id ?? null;
    throw namedLikeRevision({ kind: 'variant', typed, ids: [whole.variant_id], revised });
  }
  return { variant: await resolveVariant({ ...options, app: app_id, variant: name }), ...pinned };
}

interface ResolveVariantsOptions {
  readonly client: Client;
  readonly appId: string;
  /** `A,B@2`; `null`: the app's only variant. */
  readonly variants: string | null;
}

/**
 * Resolves a comma-separated list of variants, each at its newest or a named revision.
 *
 * @throws {WF_USAGE} when none is named and the app has several, or when one is named twice
 */
export async function resolveVariants({ client, appId, variants }: ResolveVariantsOptions): Promise<VariantRevision[]> {
  const names = variants === null ? [await onlyVariant(client, appId)] : requireNames(variants);
  const found: VariantRevision[] = [];
  for (const name of names) {
    const { variant, revision } = await resolveVariantRevision({ client, app: appId, variant: name });
    found.push({ id: variant.variant_id, revision: revision ?? variant.revision });
  }
  const keys = found.map(({ id, revision }) => `${id}@${revision}`);
  const twice = names.find((_, index) => keys.indexOf(keys[index] ?? '') !== index);
  if (twice !== undefined) throw usage(`The variant ${JSON.stringify(twice)} is named twice.`);
  return found;
}

function requireNames(typed: string): string[] {
  const names = splitNames(typed);
  if (names.length === 0) throw usage('--variants is empty.');
  return names;
}

async function onlyVariant(client: Client, app_id: string): Promise<string> {
  const variants = await client.listAppVariants({ app_id, archived: 'false' });
  const [only, ...others] = variants;
  if (only === undefined) {
    throw new UserError({
      code: 'WF_NOT_FOUND',
      message: 'The app has no variant yet.',
      nextSteps: [await deployStep(client)],
    });
  }
  if (others.length === 0) return only.variant_id;
  const names = variants.map(({ variant_name }) => variant_name);
  throw new UserError({
    code: 'WF_USAGE',
    message: `The app has ${names.length} variants, and none was named.`,
    nextSteps: [`Add --variants ${shellWord(names.slice(0, 5).join(','))}`],
    details: { missing: '--variants' } satisfies MissingArgument,
  });
}

function usage(message: string): UserError {
  return new UserError({ code: 'WF_USAGE', message, nextSteps: ['wf variants list'] });
}

/**
 * Fetches a variant, or its state at a revision: `VARIANT` or `VARIANT@REVISION`.
 *
 * @throws {WF_NOT_FOUND} when there is no such variant or revision
 */
export async function showVariant(options: ResolveVariantOptions): Promise<AppVariantResponse> {
  const { variant, revision } = await resolveVariantRevision(options);
  if (revision === null || revision === variant.revision) return variant;
  const past = await options.client.getVariantRevision({ variant_id: variant.variant_id, revision });
  return {
    ...variant,
    revision: past.revision,
    config_name: past.config.config_name,
    parameters: past.config.parameters,
    set_parameters: past.config.set_parameters,
    updated_at: past.created_at,
  };
}

interface ResolveBaseOptions {
  readonly client: Client;
  readonly appId: string;
  /** Name, id or unique id prefix; `null`: the only base, or "main". */
  readonly base: string | null;
}

/**
 * Finds the base (the code) for a new variant. An id that no variant uses is taken as it is: the service checks it.
 *
 * @throws {WF_NOT_FOUND} when no base has that name, or nothing was deployed yet
 * @throws {WF_USAGE} when none was named and there are several without a "main"
 */
export async function resolveBase({ client, appId, base }: ResolveBaseOptions): Promise<BaseOutput> {
  const listed = base !== null && isFullId(base) ? null : await orMissing(client.listBases({ app_id: appId }));
  const bases = listed ?? (await listUsedBases(client, appId));
  if (base !== null && listed === null && !bases.some(({ base_id, base_name }) => [base_id, base_name].includes(base)))
    return { base_id: base, base_name: '' };
  if (base !== null) {
    const names = { idOf: ({ base_id }: BaseOutput) => base_id, nameOf: ({ base_name }: BaseOutput) => base_name };
    return findRecord({ kind: 'base', typed: base, records: bases, ...names, nextSteps: [await deployStep(client)] });
  }
  const usual = bases.length === 1 ? bases[0] : bases.find(({ base_name }) => base_name === 'main');
  if (usual !== undefined) return usual;
  if (bases.length > 0) throw severalBases(bases);
  throw userError('WF_NOT_FOUND', 'Nothing is deployed to this app yet: a variant configures deployed code.', [
    await deployStep(client),
  ]);
}

/** Lists the bases of the variants, for a service that lists no bases. */
async function listUsedBases(client: Client, app_id: string): Promise<BaseOutput[]> {
  const variants = await client.listAppVariants({ app_id });
  const bases = new Map(variants.map(({ base_id, base_name }) => [base_id, { base_id, base_name }]));
  return [...bases.values()];
}

function severalBases(bases: readonly BaseOutput[]): UserError {
  const names = bases.map(({ base_name }) => base_name);
  return new UserError({
    code: 'WF_USAGE',
    message: `The app has ${bases.length} bases (${names.join(', ')}), and none was named.`,
    nextSteps: [`Add --base ${shellWord(names[0] ?? 'BASE')}`],
    details: { missing: '--base', bases: names } satisfies MissingArgument & { readonly bases: readonly string[] },
  });
}

/** Lists the route schemas deployed on a base; empty if the service does not store schemas. */
export async function listDeployedRoutes(client: Client, app_id: string, base_name: string): Promise<RouteSchema[]> {
  return await orUnsupported(client.listRoutes({ app_id, base_name }), []);
}
