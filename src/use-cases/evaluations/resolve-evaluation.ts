import type { Client } from '../../client/create-client.ts';
import type { Evaluation, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { lookUpRecord, mayBeIdPrefix, splitRevision } from '../records/look-up-record.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { orMissing } from '../../client/public/is-missing.ts';

export interface ResolveEvaluationOptions extends ResolveAppOptions {
  /** Id, or a unique id prefix. */
  readonly evaluation: string;
  /** Whether a variant's name stands for its newest evaluation. @defaultValue false */
  readonly byVariant?: boolean;
}

/**
 * Finds an evaluation by id or variant name; a full id needs no app.
 *
 * @throws {WF_NOT_FOUND} when no evaluation of the app has that id
 */
export async function resolveEvaluation(options: ResolveEvaluationOptions): Promise<TestedEvaluation> {
  const { client, app, evaluation, byVariant = false } = options;
  if (isFullId(evaluation)) return await client.getEvaluation({ evaluation_id: evaluation });
  const app_id = await resolveAppId({ client, app });
  const newest = byVariant ? await orMissing(findNewest(client, app_id, evaluation)) : undefined;
  // A service that lists no evaluations knows them by id only.
  if (newest === null) return await client.getEvaluation({ evaluation_id: evaluation });
  if (newest !== undefined) return newest;
  return await lookUpRecord({
    kind: 'evaluation',
    typed: evaluation,
    // Suggestions come from the newest evaluations.
    ask: ({ name: variant_name, ...only }) =>
      client.listEvaluations({ app_id, variant_name, order: 'desc', limit: PAGE_SIZE, ...only }),
    idOf: ({ id }) => id,
    // For a mistyped variant name, suggest variants.
    ...(byVariant && !isMeantAsId(evaluation) ? { nameOf: ({ variant_names }) => variant_names.join(', ') } : {}),
    nextSteps: ['wf eval list'],
    firstSteps: ['wf eval run --testset FILE --evaluators exact_match'],
  });
}

/** Returns whether the user meant an id, even a mistyped one. */
function isMeantAsId(typed: string): boolean {
  return mayBeIdPrefix(typed) || /^[0-9a-f]{8}-/.test(typed);
}

/** Finds the newest evaluation of `VARIANT` or `VARIANT@REVISION`. A variant whose name contains the `@` wins. */
async function findNewest(client: Client, app_id: string, typed: string): Promise<TestedEvaluation | undefined> {
  const split = splitRevision(typed);
  const pinned = split === null ? [] : [{ variant_name: split.name, revision: split.revision }];
  for (const reading of [{ variant_name: typed }, ...pinned]) {
    const records = await client.listEvaluations({ app_id, ...reading, order: 'desc', limit: 1 });
    // A service without these filters lists all evaluations, oldest first.
    const found = records
      .filter((record) => isOfVariant(record, typed))
      .toSorted((a, b) => (ageOf(a) < ageOf(b) ? 1 : -1));
    if (found.length > 0) return found[0];
  }
  return undefined;
}

function ageOf({ created_at, id }: Evaluation): string {
  return `${created_at} ${id}`;
}

function isOfVariant({ variant_names, revisions }: Evaluation, typed: string): boolean {
  const [name = '', revision = ''] = [variant_names[0], revisions[0]?.trim()];
  return variant_names.length === 1 && (typed === name || typed === `${name}@${revision}`);
}
