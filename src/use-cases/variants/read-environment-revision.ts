import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import type { AppVariantRevision } from '../../contract/variants/variant.ts';
import { UserError } from '../../errors/wf-error.ts';
import { shellWord } from '../../errors/shell-word.ts';

/** An environment revision and the variant revision it pins. */
export interface PinnedRevision {
  readonly environment: string;
  readonly revision: EnvironmentRevision;
  readonly variant: { readonly name: string; readonly revision: AppVariantRevision };
}

/**
 * Reads what an environment runs, or what it ran at one of its revisions.
 *
 * @param number - the environment's revision; `null`: the newest
 * @throws {WF_NOT_FOUND} when it has no such revision, or no revision at all
 */
export async function readEnvironmentRevision(
  client: Client,
  { app_id, name: environment_name, revision: newest }: Pick<EnvironmentOutput, 'app_id' | 'name' | 'revision'>,
  number: number | null,
): Promise<PinnedRevision> {
  const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name });
  const revision = revisions.find((one) => one.revision === (number ?? newest));
  const variant =
    revision === undefined ? null : await findRevision(client, app_id, revision.deployed_app_variant_revision);
  if (revision === undefined || variant === null) throw nothingRuns(environment_name, number, revisions.length);
  return { environment: environment_name, revision, variant };
}

/** The API identifies what an environment runs by revision id alone. */
async function findRevision(
  client: Client,
  app_id: string,
  id: string | null,
): Promise<PinnedRevision['variant'] | null> {
  if (id === null) return null;
  for (const { variant_id, variant_name } of await client.listAppVariants({ app_id, variant_revision_id: id })) {
    const revisions = await client.listVariantRevisions({ variant_id });
    const revision = revisions.find((one) => one.id === id);
    if (revision !== undefined) return { name: variant_name, revision };
  }
  return null;
}

function nothingRuns(name: string, revision: number | null, count: number): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message:
      revision === null
        ? `Nothing is deployed to ${name} yet.`
        : `Environment ${name} has no revision ${revision}. It has ${count === 0 ? 'none yet' : `1 to ${count}`}.`,
    nextSteps: [
      revision === null ? `wf env deploy ${shellWord(name)} --variant VARIANT` : `wf env revisions ${shellWord(name)}`,
    ],
  });
}
