import type { Client } from '../../client/create-client.ts';
import type { BaseOutput } from '../../contract/variants/variant.ts';
import type { MissingArgument } from '../../foundation/errors/wf-error.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { findRecord } from '../records/find-record.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { orMissing } from '../../client/public/is-missing.ts';

export interface ResolveBaseOptions {
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
    return findRecord({ kind: 'base', typed: base, records: bases, ...names, nextSteps: ['wf deploy'] });
  }
  const usual = bases.length === 1 ? bases[0] : bases.find(({ base_name }) => base_name === 'main');
  if (usual !== undefined) return usual;
  throw bases.length === 0 ? nothingDeployed() : severalBases(bases);
}

/** Lists the bases of the variants, for a service that lists no bases. */
async function listUsedBases(client: Client, app_id: string): Promise<BaseOutput[]> {
  const variants = await client.listAppVariants({ app_id });
  const bases = new Map(variants.map(({ base_id, base_name }) => [base_id, { base_id, base_name }]));
  return [...bases.values()];
}

function nothingDeployed(): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: 'Nothing is deployed to this app yet: a variant configures deployed code.',
    nextSteps: ['wf deploy'],
  });
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
