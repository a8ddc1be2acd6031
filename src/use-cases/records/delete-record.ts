import type { Client } from '../../client/create-client.ts';
import { confirmDeletion, requireUnused } from '../../client/public/confirm-write.ts';
import type { App } from '../../contract/apps/app.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import type { Key } from '../../contract/keys/key.ts';
import type { TestsetEntry } from '../../contract/testsets/testset.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { withNextSteps } from '../../foundation/errors/wf-error.ts';

/** What a deletion needs to know of each kind of record. */
interface Records {
  readonly app: App;
  readonly evaluation: Pick<Evaluation, 'id' | 'app_id'>;
  readonly evaluator: Pick<EvaluatorConfig, 'id' | 'name'> & { readonly app_id: string };
  readonly humanEvaluation: Pick<HumanEvaluation, 'id' | 'app_id'>;
  readonly key: Key;
  readonly testset: TestsetEntry;
  readonly variant: Pick<AppVariantResponse, 'app_id' | 'variant_id' | 'variant_name'>;
}

interface Deletion<Row> {
  readonly idOf: (record: Row) => string;
  /** The record in a message, as in "app support". */
  readonly describe: (record: Row) => string;
  readonly send: (client: Client, record: Row) => Promise<unknown>;
  readonly list: (client: Client, record: Row) => Promise<readonly string[]>;
  readonly nextStep: string;
}

/**
 * Deletes a record.
 *
 * @returns a warning if another service's deletion could not be confirmed
 * @throws {WF_CONFLICT} for a variant that an environment refers to, and for the last operator key
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the deletion and still lists the record
 */
export async function deleteRecord<K extends keyof Records>(
  client: Client,
  kind: K,
  record: Records[K],
): Promise<string | null> {
  const { idOf, describe, send, list, nextStep }: Deletion<Records[K]> = DELETIONS[kind];
  await send(client, record);
  const left = () => list(client, record);
  return await confirmDeletion({ client, what: describe(record), list: left, id: idOf(record), nextStep });
}

const DELETIONS: { readonly [K in keyof Records]: Deletion<Records[K]> } = {
  app: {
    idOf: ({ app_id }) => app_id,
    describe: ({ app_name }) => `app ${app_name}`,
    send: (client, { app_id }) => client.deleteApp({ app_id }),
    list: async (client) => (await client.listApps({})).map(({ app_id }) => app_id),
    nextStep: 'wf apps list',
  },
  evaluation: {
    idOf: ({ id }) => id,
    describe: ({ id }) => `evaluation ${id}`,
    send: (client, { id }) => client.deleteEvaluations({ body: { evaluations_ids: [id] } }),
    list: async (client, { app_id }) => (await client.listEvaluations({ app_id })).map(({ id }) => id),
    nextStep: 'wf eval list',
  },
  evaluator: {
    idOf: ({ id }) => id,
    describe: ({ name }) => `evaluator configuration ${name}`,
    send: (client, { id }) => client.deleteEvaluatorConfig({ evaluator_config_id: id }),
    list: async (client, { app_id }) => (await client.listEvaluatorConfigs({ app_id })).map(({ id }) => id),
    nextStep: 'wf evaluators list --stored',
  },
  humanEvaluation: {
    idOf: ({ id }) => id,
    describe: ({ id }) => `human evaluation ${id}`,
    send: (client, { id }) => client.deleteHumanEvaluations({ body: { evaluations_ids: [id] } }),
    list: async (client, { app_id }) => (await client.listHumanEvaluations({ app_id })).map(({ id }) => id),
    nextStep: 'wf human-eval list',
  },
  key: {
    idOf: ({ prefix }) => prefix,
    describe: ({ name }) => `key ${name}`,
    send: (client, { prefix }) =>
      withNextSteps(client.deleteKey({ key_prefix: prefix }), { WF_CONFLICT: ['wf keys create NAME --role operator'] }),
    list: async (client) => (await client.listKeys({})).map(({ prefix }) => prefix),
    nextStep: 'wf keys list',
  },
  testset: {
    idOf: ({ id }) => id,
    describe: ({ name }) => `test set ${name}`,
    send: (client, { id }) => client.deleteTestsets({ body: { testset_ids: [id] } }),
    list: async (client) => (await client.listTestsets({})).map(({ id }) => id),
    nextStep: 'wf testsets list',
  },
  variant: {
    idOf: ({ variant_id }) => variant_id,
    describe: ({ variant_name }) => `variant ${variant_name}`,
    send: async (client, variant) => {
      await requireUnused(client, variant);
      const { variant_id } = variant;
      return await withNextSteps(client.deleteVariant({ variant_id }), { WF_CONFLICT: ['wf env list'] });
    },
    list: async (client, { app_id }) => (await client.listAppVariants({ app_id })).map(({ variant_id }) => variant_id),
    nextStep: 'wf variants list',
  },
};
