import type { Client } from '../../client/create-client.ts';
import { type MissingArgument, UserError } from '../../foundation/errors/wf-error.ts';
import { splitNames } from '../arguments/split-names.ts';
import { resolveVariantRevision } from './resolve-variant.ts';
import { shellWord } from '../../foundation/shell-word.ts';

export interface ResolveVariantsOptions {
  readonly client: Client;
  readonly appId: string;
  /** `A,B@2`; `null`: the app's only variant. */
  readonly variants: string | null;
}

export interface VariantRevision {
  readonly id: string;
  readonly revision: number;
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
    throw new UserError({ code: 'WF_NOT_FOUND', message: 'The app has no variant yet.', nextSteps: ['wf deploy'] });
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

function usage(message: string, nextSteps: readonly string[] = ['wf variants list']): UserError {
  return new UserError({ code: 'WF_USAGE', message, nextSteps });
}
