import type { EndpointInput } from '../../contract/endpoints.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { isWfError, userError, UserError } from '../../foundation/errors/wf-error.ts';
import type { Client } from '../create-client.ts';
import { isSameJson, readBack, type Written } from './confirm-write.ts';

type Body = EndpointInput<'createHumanEvaluation'>['body'];

export interface NewHumanEvaluation {
  readonly body: Omit<Body, 'generate' | 'testset_revision'>;
  /** How a service of wf generates the outputs to vote on. */
  readonly extensions: Pick<Body, 'generate' | 'testset_revision'>;
  readonly testsetName: string;
  readonly columns: readonly string[];
  /** The variants, of a service of others. */
  readonly newest: readonly AppVariantResponse[];
}

export interface CreatedHumanEvaluation {
  readonly id: string;
  /** What a service of others stored; `null`: the service generates outputs, which its caller can wait for. */
  readonly written: Written<HumanEvaluation> | null;
}

/**
 * Creates a human evaluation. A service of others stores a case per row; its own page generates the outputs when people
 * vote.
 *
 * @throws {WF_UNEXPECTED_ANSWER} when the service stores another one than it was asked for
 * @source facts §2.8
 */
export async function createHumanEvaluation(
  client: Client,
  { body, extensions, testsetName, columns, newest }: NewHumanEvaluation,
): Promise<CreatedHumanEvaluation> {
  if ((await client.extensions()) !== null) {
    const { id } = await client.createHumanEvaluation({ body: { ...body, ...extensions } });
    return { id, written: null };
  }
  const { inputs, status: _status, ...asked } = body;
  const shown = inputs.length > 0 ? inputs : columns.filter((column) => column !== EXPECTED_ANSWER);
  const { id } = await client.createHumanEvaluation({ body: { ...body, inputs: shown } });
  const expected = {
    ...asked,
    id,
    project_id: newest[0]?.project_id ?? '',
    variant_names: newest.map(({ variant_name }) => variant_name),
    variants_revision_ids: [],
    revisions: newest.map(({ revision }) => String(revision)),
    testset_name: testsetName,
    status: 'EVALUATION_INITIALIZED',
    created_at: '',
    updated_at: '',
  };
  const written = await readBack(() => readStored(client, id), expected);
  requireStored(written.record, asked);
  return { id, written };
}

const EXPECTED_ANSWER = 'correct_answer';

async function readStored(client: Client, evaluation_id: string): Promise<HumanEvaluation> {
  try {
    return await client.getHumanEvaluation({ evaluation_id });
  } catch (error) {
    if (!isWfError(error) || error.code !== 'WF_NOT_FOUND') throw error;
    throw userError(
      'WF_UNEXPECTED_ANSWER',
      `The service confirmed human evaluation ${evaluation_id}, and does not have it.`,
      ['wf human-eval list'],
    );
  }
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
