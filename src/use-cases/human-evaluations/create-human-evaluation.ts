import type { Client } from '../../client/create-client.ts';
import { requireNewestRevisions, type VariantRevision } from '../../client/public/start-evaluations.ts';
import { createHumanEvaluation as create } from '../../client/public/create-human-evaluation.ts';
import type {
  HumanEvaluation,
  HumanEvaluationType,
  HumanOutputs,
} from '../../contract/human-evaluations/human-evaluation.ts';
import { usageError, type UserError, userError } from '../../foundation/errors/wf-error.ts';
import { findNameMistake, toStoredName } from '../../contract/validation/name-rule.ts';
import { toSkeleton } from '../../service/store/names/name-skeleton.ts';
import { isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import { poll } from '../evaluations/watch-evaluations.ts';
import { nameOfSource, type TextSource } from '../files/read-text-source.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { storeTestset } from '../testsets/store-testset.ts';
import type { Written } from '../../client/public/confirm-write.ts';
import type { HumanEvaluationEvent } from '../../contract/evaluations/evaluation-progress.ts';

export interface CreateHumanEvaluationOptions extends Omit<TextSource, 'source'> {
  readonly client: Client;
  readonly appId: string;
  /** Id or name of a stored test set, or a csv, json or jsonl file. */
  readonly testset: string;
  readonly variants: readonly VariantRevision[];
  /** `null`: two side by side for two variants, scores for one. */
  readonly type: HumanEvaluationType | null;
  /** Columns that voters see; empty: all but the expected answer. */
  readonly inputs: readonly string[];
  /** Path of the route to call; `null`: the entrypoint, or the only route. */
  readonly route: string | null;
  /** Calls in flight at once, 1 to 1000. @defaultValue 16 */
  readonly concurrency?: number;
  /** People who get a personal link. */
  readonly voters: readonly string[];
  readonly onEvent?: (event: HumanEvaluationEvent) => void;
  readonly signal?: AbortSignal;
}

/**
 * Creates a human evaluation and waits until all outputs to vote on are generated.
 *
 * @throws {WF_USAGE} when the type does not match the number of variants, or voters cannot have these names
 * @throws {WF_UNSUPPORTED} when another service lacks what was asked for
 */
export async function createHumanEvaluation(options: CreateHumanEvaluationOptions): Promise<Written<HumanEvaluation>> {
  const { client, variants, voters, route, concurrency, onEvent = () => {} } = options;
  const type = requireType(options.type, variants);
  requireVoters(voters);
  if (voters.length > 0) await client.require('personal links for voters (--voters)');
  if (route !== null) await client.require('a choice of the route (--route)');
  if (concurrency !== undefined) await client.require('outputs that it generates automatically (--concurrency)');
  const newest = await requireNewestRevisions(client, variants);
  let columns: readonly string[] = [];
  const check = (rows: { readonly columns: readonly string[] }) => {
    columns = rows.columns;
    requireInputs(options, columns);
  };
  const checkRows = () => options.signal?.throwIfAborted();
  const testset = await storeTestset({ ...options, source: options.testset, check, checkRows });
  options.signal?.throwIfAborted();
  onEvent({ type: 'testset-store', testset });
  const { id: evaluation_id, written } = await create(client, {
    body: {
      app_id: options.appId,
      variant_ids: variants.map(({ id }) => id),
      evaluation_type: type,
      inputs: [...options.inputs],
      testset_id: testset.id,
      status: 'EVALUATION_INITIALIZED',
    },
    extensions: {
      testset_revision: testset.revision,
      generate: {
        route,
        variant_revisions: variants.map(({ revision }) => revision),
        rate_limit: { batch_size: concurrency ?? 16, max_retries: 3, retry_delay: 1, delay_between_batches: 0 },
      },
    },
    testsetName: testset.name,
    columns,
    newest,
  });
  if (written !== null) return written;
  for (const name of voters) await client.createHumanVoter({ evaluation_id, body: { name } });
  onEvent({ type: 'outputs-start', evaluation_id });
  for (const { variant_name: variant, status } of await waitForOutputs(evaluation_id, client, options.signal)) {
    onEvent({ type: 'outputs-end', variant, status: typeof status.value === 'string' ? status.value : '' });
  }
  return { record: await client.getHumanEvaluation({ evaluation_id }), warning: null };
}

/** @throws {WF_NOT_FOUND} before anything is stored for a column that the test set does not have, with those that it has */
function requireInputs(
  { inputs, testset }: Pick<CreateHumanEvaluationOptions, 'inputs' | 'testset'>,
  columns: readonly string[],
): void {
  const missing = columns.length === 0 ? undefined : inputs.find((input) => !columns.includes(input));
  if (missing === undefined) return;
  throw notFound({ kind: `column of ${nameOfSource(testset)}`, name: missing, available: columns });
}

function requireType(type: HumanEvaluationType | null, variants: readonly VariantRevision[]): HumanEvaluationType {
  const fitting = variants.length === 1 ? 'single_model_test' : 'human_a_b_testing';
  const isTwice = new Set(variants.map(({ id }) => id)).size < variants.length;
  if (variants.length <= 2 && (type ?? fitting) === fitting && !isTwice) return fitting;
  const message = isTwice
    ? 'Two revisions of one variant cannot be compared: a vote names a variant. Create a variant from one of them.'
    : `${type ?? 'A human evaluation'} takes ${type === 'single_model_test' ? '1 variant' : type === null ? '1 or 2 variants' : '2 variants'}, and ${variants.length} ${variants.length === 1 ? 'is' : 'are'} named.`;
  throw usageError(message, ['wf variants list', 'wf variants create NAME --from VARIANT']);
}

/** Refuses names before outputs are generated and paid for: the service sees a voter only after its evaluation. */
function requireVoters(voters: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const voter of voters.map(toStoredName)) {
    const mistake = findNameMistake(voter);
    if (mistake !== null) throw usageError(`Invalid name ${JSON.stringify(voter)} of a voter: ${mistake}.`);
    const alike = seen.get(toSkeleton(voter));
    if (alike !== undefined)
      throw usageError(`The voters ${JSON.stringify(alike)} and ${JSON.stringify(voter)} have names that look alike.`);
    seen.set(toSkeleton(voter), voter);
  }
}

async function waitForOutputs(
  evaluation_id: string,
  client: Client,
  signal: AbortSignal | undefined,
): Promise<HumanOutputs[]> {
  const isFailed = ({ status }: HumanOutputs) => status.value === 'EVALUATION_FAILED';
  const outputs = await poll({
    ask: () => client.listHumanOutputs({ evaluation_id }),
    isDone: (all) => all.some(isFailed) || !all.some(({ status }) => isUnfinished(status)),
    signal,
  });
  const failed = outputs.find(isFailed);
  if (failed !== undefined) throw outputsFailed(evaluation_id, failed);
  return outputs;
}

function outputsFailed(evaluationId: string, { variant_name, status }: HumanOutputs): UserError {
  return userError(
    'WF_ROUTE_FAILED',
    `The outputs of ${variant_name} could not be generated: ${status.error?.message ?? 'for no known reason'}`,
    [`wf human-eval show ${evaluationId}`, `wf human-eval delete ${evaluationId}`],
  );
}
