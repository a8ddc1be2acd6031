import type { HumanEvaluation, HumanEvaluationType } from '../../contract/human-evaluations/human-evaluation.ts';
import type { Client } from '../../client/create-client.ts';
import { isWfError, UserError } from '../../foundation/errors/wf-error.ts';
import { isSameJson } from '../records/is-same-json.ts';
import { readBack, type Written } from '../records/read-back.ts';
import { requireNewestRevisions } from '../evaluations/to-public-evaluation.ts';
import { storeTestset } from '../testsets/store-testset.ts';
import type { TextSource } from '../files/read-text-source.ts';
import type { StoredTestset } from '../testsets/store-testset.ts';
import type { VariantRevision } from '../variants/resolve-variants.ts';

const EXPECTED_ANSWER = 'correct_answer';

interface PublicHumanEvaluation extends Omit<TextSource, 'source'> {
  readonly client: Client;
  readonly appId: string;
  readonly testset: string;
  readonly variants: readonly VariantRevision[];
  readonly inputs: readonly string[];
  readonly voters: readonly string[];
  readonly route: string | null;
  readonly concurrency?: number;
  readonly onEvent?: (event: { readonly type: 'testset-store'; readonly testset: StoredTestset }) => void;
}

/**
 * Creates a human evaluation through the public endpoints. The service stores a case per row; its own page generates the
 * outputs when people vote.
 *
 * @throws {WF_UNSUPPORTED} for voters, a route, a concurrency, or an older revision of a variant
 * @throws {WF_UNEXPECTED_ANSWER} when the service stores another one than it was asked for
 * @source facts §2.8
 */
export async function createByPublicMeans(
  options: PublicHumanEvaluation,
  evaluation_type: HumanEvaluationType,
): Promise<Written<HumanEvaluation>> {
  const { client, appId: app_id, variants, onEvent = () => {} } = options;
  requirePublicFlags(options);
  const newest = await requireNewestRevisions(client, variants);
  let columns: readonly string[] = [];
  const check = (rows: { readonly columns: readonly string[] }) => void (columns = rows.columns);
  const testset = await storeTestset({ ...options, source: options.testset, check });
  onEvent({ type: 'testset-store', testset });
  const inputs =
    options.inputs.length > 0 ? [...options.inputs] : columns.filter((column) => column !== EXPECTED_ANSWER);
  const variant_ids = variants.map(({ id }) => id);
  const asked = { app_id, variant_ids, evaluation_type, testset_id: testset.id };
  const created = await client.createHumanEvaluation({ body: { ...asked, inputs, status: 'EVALUATION_INITIALIZED' } });
  const { id } = created;
  const expected = {
    ...asked,
    id,
    project_id: newest[0]?.project_id ?? '',
    variant_names: newest.map(({ variant_name }) => variant_name),
    variants_revision_ids: [],
    revisions: newest.map(({ revision }) => String(revision)),
    testset_name: testset.name,
    status: 'EVALUATION_INITIALIZED',
    created_at: '',
    updated_at: '',
  };
  const written = await readBack(() => readStored(client, id), expected);
  requireStored(written.record, asked);
  return written;
}

async function readStored(client: Client, evaluation_id: string): Promise<HumanEvaluation> {
  try {
    return await client.getHumanEvaluation({ evaluation_id });
  } catch (error) {
    if (!isWfError(error) || error.code !== 'WF_NOT_FOUND') throw error;
    throw new UserError({
      code: 'WF_UNEXPECTED_ANSWER',
      message: `The service confirmed human evaluation ${evaluation_id}, and does not have it.`,
      nextSteps: ['wf human-eval list'],
    });
  }
}

function requirePublicFlags({ voters, route, concurrency }: PublicHumanEvaluation): void {
  const lacking =
    voters.length > 0
      ? 'personal links for voters (--voters)'
      : route !== null
        ? 'a choice of the route (--route)'
        : concurrency !== undefined
          ? 'outputs that it generates automatically (--concurrency)'
          : null;
  if (lacking === null) return;
  throw new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${lacking}, an extension of wf. Nothing was changed.`,
    nextSteps: ['wf whoami'],
  });
}

type Asked = Pick<HumanEvaluation, 'app_id' | 'variant_ids' | 'evaluation_type' | 'testset_id'>;

function requireStored(stored: HumanEvaluation, asked: Asked): void {
  const facts = ({ app_id, variant_ids, evaluation_type, testset_id }: Asked) => [
    app_id,
    evaluation_type,
    testset_id,
    ...variant_ids.toSorted(),
  ];
  if (isSameJson(facts(stored), facts(asked))) return;
  throw new UserError({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The service stored human evaluation ${stored.id} with other variants, another type or another test set than asked for.`,
    nextSteps: [`wf human-eval show ${stored.id}`, `wf human-eval delete ${stored.id}`],
    details: { asked, stored },
  });
}
