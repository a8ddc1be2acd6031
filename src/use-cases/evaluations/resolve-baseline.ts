import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import { isUnexplainedFailure, orUnknown } from '../../client/public/is-missing.ts';
import { findEnvironment } from '../../client/public/filter-list.ts';
import { newestFirst } from '../../client/public/list-filter.ts';
import type { BaselineSource } from '../../contract/evaluations/comparison.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import { describeSubject, isSameSubject, isWhole } from '../../contract/evaluations/subject.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { type EvaluatedSubject, requireSameSubject } from '../../evaluation/compare/compare-subjects.ts';
import type { EvaluationRows } from '../../evaluation/compare/metrics.ts';
import { howToWrite, parseEvidence, withAddressesOf } from '../../evaluation/export/evidence-file.ts';
import { isWfError, recover, UserError, type WfError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { readTextSource } from '../files/read-text-source.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';
import { ageOf, resolveEvaluation, type ResolveEvaluationOptions } from './resolve-evaluation.ts';

export interface ResolveBaselineOptions extends Pick<ResolveEvaluationOptions, 'client' | 'app' | 'onWarning'> {
  /** Id of an evaluation, a variant, `env:NAME` for what an environment runs, or a file of evidence. */
  readonly baseline: string;
  /** What is compared with it, all on one route and test set. */
  readonly comparedWith: readonly [EvaluatedSubject, ...EvaluatedSubject[]];
  /** Folder that a file's path is relative to. */
  readonly cwd: string;
}

export interface ResolvedBaseline {
  readonly rows: EvaluationRows;
  /** `null`: it was named by an evaluation or a variant. */
  readonly source: BaselineSource | null;
}

/**
 * Finds the evaluation that others are compared with, and checks that it is about the same.
 *
 * @throws {WF_NOT_FOUND} when there is no such evaluation, variant, environment or file, or what the environment runs has no
 * evaluation of this route and test set
 * @throws {WF_INVALID_INPUT} when the file is not one of evidence, or it is about something else
 */
export async function resolveBaseline(options: ResolveBaselineOptions): Promise<ResolvedBaseline> {
  const found = await findBaseline(options);
  const { evaluation } = found.rows;
  const [first] = options.comparedWith;
  // What runs together is about the same.
  if (found.source?.kind !== 'file') requireSameSubject(evaluation, first);
  else await withFileSteps(options.baseline, `${options.baseline}: `, () => requireSameSubject(evaluation, first));
  return found;
}

async function findBaseline({ baseline, ...options }: ResolveBaselineOptions): Promise<ResolvedBaseline> {
  const environment = environmentOf(baseline);
  if (environment !== null) return await baselineOfEnvironment(environment, options);
  if (isFileOfEvidence(baseline)) return await baselineOfFile(baseline, options);
  // An unknown app is no unknown baseline. A full id needs no app.
  const app = isFullId(baseline) ? options.app : await resolveAppId(options);
  try {
    // A variant's name means its evaluation of the same route and test set.
    const comparedWith = options.comparedWith[0];
    const evaluation = await resolveEvaluation({ ...options, app, evaluation: baseline, comparedWith });
    return {
      rows: readEvaluationRows(options.client, await requireComplete(options.client, evaluation)),
      source: null,
    };
  } catch (error) {
    if (!isWfError(error) || error.code !== 'WF_NOT_FOUND') throw error;
    throw await noBaseline(baseline, error, options.cwd);
  }
}

/** Returns whether a text names no evaluation and no variant, but an environment or a file. */
export function isNamedBySource(typed: string): boolean {
  return environmentOf(typed) !== null || isFileOfEvidence(typed);
}

/** A name is a path only if it looks like one: a file that happens to be there does not change what a name means. */
export function isFileOfEvidence(typed: string): boolean {
  const isPath = /^(?:\.{1,2}[/\\]|[/\\]|[a-z]:[/\\])/i.test(typed) || /\.json$/i.test(typed);
  return isPath && environmentOf(typed) === null;
}

function environmentOf(typed: string): string | null {
  return typed.startsWith('env:') ? typed.slice('env:'.length) : null;
}

async function noBaseline(typed: string, cause: WfError, cwd: string): Promise<UserError> {
  const isFile = await stat(resolve(cwd, typed)).then(
    (found) => found.isFile(),
    () => false,
  );
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `${cause.message} Looked for an evaluation with this id, and for the newest of a variant of this name. An environment is named env:NAME, and a file by its path.`,
    nextSteps: [
      ...new Set([...(isFile ? [`--baseline ${shellWord(`./${typed}`)}`] : []), ...cause.nextSteps, 'wf env list']),
    ],
    details: cause.details,
    cause,
  });
}

export type BaselineContext = Omit<ResolveBaselineOptions, 'baseline'>;

async function baselineOfFile(file: string, { client, comparedWith, cwd }: BaselineContext): Promise<ResolvedBaseline> {
  const stdin = (async function* nothing() {})();
  const text = await withFileSteps(file, '', async () => await readTextSource({ source: file, cwd, stdin }));
  const { evaluation: stored, rows } = parseEvidence(file, text);
  const evaluation = await requireComplete(client, withAddressesOf(stored, comparedWith));
  return { rows: { evaluation, rows }, source: { kind: 'file', file, created_at: evaluation.created_at } };
}

/** Adds the command that writes the file anew. */
async function withFileSteps<Answer>(
  file: string,
  prefix: string,
  read: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (!isWfError(error)) throw error;
    const { code, details } = error;
    throw new UserError({
      code,
      message: `${prefix}${error.message}`,
      nextSteps: [howToWrite(file)],
      details,
      cause: error,
    });
  }
}

async function baselineOfEnvironment(
  environment: string,
  { client, app, comparedWith }: BaselineContext,
): Promise<ResolvedBaseline> {
  const app_id = await resolveAppId({ client, app });
  const { running, newest } = await readRunning(client, app_id, environment);
  const evidence = newest?.evidence ?? null;
  const found = (kind: 'evidence' | 'newest', evaluation: TestedEvaluation): ResolvedBaseline => ({
    rows: readEvaluationRows(client, evaluation),
    source: { kind, environment, created_at: evaluation.created_at },
  });
  for (const { evaluation_id } of evidence === null ? [] : [evidence, ...(evidence.others ?? [])]) {
    const evaluation = await orUnknown(client.getEvaluation({ evaluation_id }));
    if (evaluation !== null && isComparable(evaluation, comparedWith)) return found('evidence', evaluation);
  }
  const query = { app_id, environment, order: 'desc', limit: PAGE_SIZE } as const;
  let part: TestedEvaluation | null = null;
  for await (const evaluation of newestFirst(client.paginate('listEvaluations', query), ageOf)) {
    // A service without this filter lists those of all revisions.
    if (!evaluation.variant_revision_ids.includes(running ?? '') || !isComparable(evaluation, comparedWith)) continue;
    if (isWhole(evaluation)) return found('newest', evaluation);
    part ??= evaluation;
  }
  if (part !== null) return found('newest', part);
  const runs = newest?.deployed_variant_name;
  const [tested] = comparedWith;
  const others = comparedWith.flatMap(({ variant_names: [name] }) =>
    name === undefined || name === runs ? [] : [name],
  );
  throw new UserError({
    code: 'WF_NOT_FOUND',
    message: `What ${environment} runs has no evaluation to compare ${describeSubject(tested)} with.`,
    nextSteps:
      runs == null
        ? ['wf env list']
        : [
            `Evaluate both in one run, without --baseline: wf eval run … --variants ${[runs, ...(others.length === 0 ? ['CANDIDATE'] : others)].join(',')}`,
          ],
  });
}

/** Reads what an environment runs, and the entry of its history. Releases of the public service fail for every history. */
async function readRunning(client: Client, app_id: string, environment: string) {
  const history = client.getEnvironmentRevisions({ app_id, environment_name: environment, limit: 1 });
  const read = await recover(history, isUnexplainedFailure, null);
  const found = read ?? (await findEnvironment(client, { app_id, environment }));
  return { running: found?.deployed_app_variant_revision_id ?? null, newest: read?.revisions.at(-1) };
}

/** An evaluation that is compared with itself would never be worse, as where a change leaves alone what runs. */
function isComparable(evaluation: TestedEvaluation, comparedWith: BaselineContext['comparedWith']): boolean {
  return (
    hasFinished(evaluation.status) &&
    comparedWith.every((each) => evaluation.id !== each.id && isSameSubject(evaluation, each))
  );
}
