import type { Client } from '../client/create-client.ts';
import type { Evaluation } from '../contract/records/evaluation.ts';
import { findRecord, isWholeId } from './find-record.ts';
import { resolveAppId } from './resolve-app.ts';

export interface ResolveEvaluationOptions {
  readonly client: Client;
  readonly app: string | null;
  /** Id, or its unique beginning. */
  readonly evaluation: string;
  /** Take the name of a variant for its newest evaluation. @defaultValue false */
  readonly byVariant?: boolean;
}

/**
 * Finds the evaluation somebody named; a whole id needs no app.
 *
 * @throws {WF_NOT_FOUND} when no evaluation of the app has that id
 */
export async function resolveEvaluation(options: ResolveEvaluationOptions): Promise<Evaluation> {
  const { client, app, evaluation, byVariant = false } = options;
  if (isWholeId(evaluation)) return await client.getEvaluation({ evaluation_id: evaluation });
  const records = await client.listEvaluations({ app_id: await resolveAppId({ client, app }) });
  const newest = byVariant ? records.findLast((record) => isOfVariant(record, evaluation)) : undefined;
  if (newest !== undefined) return newest;
  const nextSteps = records.length === 0 ? ['wf eval run --testset FILE --evaluators exact_match'] : ['wf eval list'];
  return findRecord({ kind: 'evaluation', typed: evaluation, records, idOf: ({ id }) => id, nextSteps });
}

function isOfVariant({ variant_names, revisions }: Evaluation, typed: string): boolean {
  const [name = '', revision = ''] = [variant_names[0], revisions[0]?.trim()];
  return variant_names.length === 1 && (typed === name || typed === `${name}@${revision}`);
}
