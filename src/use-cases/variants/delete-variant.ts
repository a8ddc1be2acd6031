import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { confirmDeletion } from '../records/confirm-write.ts';
import { orMissing } from '../records/is-missing.ts';
import { withNextSteps } from '../session/with-next-steps.ts';

type DeletedVariant = Pick<AppVariantResponse, 'app_id' | 'variant_id' | 'variant_name'>;

/**
 * Deletes a variant.
 *
 * @returns a warning if the result could not be read back
 * @throws {WF_CONFLICT} when an environment refers to it
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the deletion and still lists the variant
 */
export async function deleteVariant(client: Client, variant: DeletedVariant): Promise<string | null> {
  const { app_id, variant_id, variant_name } = variant;
  if ((await client.extensions()) === null) await requireUnused(client, variant);
  await withNextSteps(client.deleteVariant({ variant_id }), { WF_CONFLICT: ['wf env list'] });
  return await confirmDeletion({
    client,
    what: `variant ${variant_name}`,
    list: async () => (await client.listAppVariants({ app_id })).map((one) => one.variant_id),
    id: variant_id,
    nextStep: 'wf variants list',
  });
}

/** A public service deletes what an environment runs, and the environment then runs nothing. */
async function requireUnused(client: Client, { app_id, variant_id, variant_name }: DeletedVariant): Promise<void> {
  const environments = (await orMissing(client.listAppEnvironments({ app_id }))) ?? [];
  const users = environments.filter((one) => one.deployed_app_variant_id === variant_id).map(({ name }) => name);
  if (users.length === 0) return;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Variant ${variant_name} cannot be deleted: ${users.join(', ')} ${users.length === 1 ? 'runs' : 'run'} it.`,
    nextSteps: ['wf env list'],
  });
}
