import { shellWord } from '../../foundation/shell-word.ts';
import type { Client } from '../../client/create-client.ts';
import type { Evaluation, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { lookUpRecord, mayBeIdPrefix, splitRevision } from '../records/look-up-record.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { resolveVariant } from '../variants/resolve-variant.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { orMissing, orUnknown } from '../../client/public/is-missing.ts';
import { describeSubject, describeSubset, isSameSubject, isWhole } from '../../contract/evaluations/subject.ts';
import { isWfError, usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { fieldOf } from '../../foundation/record.ts';
import { requireRoutes, requireRouteField } from './require-routes.ts';

export interface ResolveEvaluationOptions extends ResolveAppOptions {
  /** Id, a unique id prefix, or a variant as `tuned` or `tuned@3` for its newest evaluation. */
  readonly evaluation: string;
  /** Whether only an id names one, and not a variant, as where it is deleted. @defaultValue false */
  readonly isIdOnly?: boolean;
  /** Route that it called, as typed after `--route`; `null` or left out: not typed. */
  readonly route?: string | null | undefined;
  /** What it is compared with: a name then means the newest of the same route and test set. */
  readonly comparedWith?: Pick<Evaluation, 'route' | 'testset_id' | 'testset_name'>;
  /** Whether a name means the newest also where it has a part of its test set, as where it is stopped. @defaultValue false */
  readonly acceptsPart?: boolean;
  /** Receives that a newer evaluation of a part exists. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/**
 * Finds an evaluation by id or variant name; a full id needs no app. A name stands for the newest evaluation only where
 * all of the variant's evaluations are of one route and one test set. It stands for one of a part of the test set only where
 * there is none of the whole.
 *
 * @throws {WF_NOT_FOUND} when no evaluation of the app has that id
 * @throws {WF_UNSUPPORTED} when a route is asked for and the service does not tell it
 * @throws {WF_USAGE} when a name means evaluations of several routes or test sets, or one of another route than asked for
 */
export async function resolveEvaluation(options: ResolveEvaluationOptions): Promise<TestedEvaluation> {
  const { route = null } = options;
  if (route !== null) await requireRoutes(options.client);
  const found = await findEvaluation(options);
  if (route !== null) requireRouteField(found);
  if (route === null || found.route == null || found.route === route) return found;
  throw usageError(`Evaluation ${found.id} called the route ${found.route}, not ${route}.`, [
    `wf eval list --route ${shellWord(route)}`,
  ]);
}

async function findEvaluation(options: ResolveEvaluationOptions): Promise<TestedEvaluation> {
  const { client, app, evaluation, isIdOnly = false } = options;
  if (isFullId(evaluation)) return await client.getEvaluation({ evaluation_id: evaluation });
  const app_id = await resolveAppId({ client, app });
  const named = isIdOnly ? [] : await orMissing(listNewest(client, app_id, evaluation));
  // A service that lists no evaluations knows them by id only.
  if (named === null) return await client.getEvaluation({ evaluation_id: evaluation });
  if (named.length > 0) return chooseOne(named, options);
  const ofVariant = isIdOnly || isMeantAsId(evaluation) ? [] : await listOfConfiguration(client, app_id, evaluation);
  if (ofVariant.length > 0) return chooseOne(ofVariant, options);
  return await lookUpRecord({
    kind: 'evaluation',
    typed: evaluation,
    // Suggestions come from the newest evaluations.
    ask: ({ name: variant_name, ...only }) =>
      client.listEvaluations({ app_id, variant_name, order: 'desc', limit: PAGE_SIZE, ...only }),
    idOf: ({ id }) => id,
    // For a mistyped variant name, suggest variants.
    ...(!isIdOnly && !isMeantAsId(evaluation) ? { nameOf: ({ variant_names }) => variant_names.join(', ') } : {}),
    nextSteps: ['wf eval list'],
    firstSteps: ['wf eval run --testset FILE --evaluators exact_match --variants VARIANT'],
  });
}

/** Returns whether the user meant an id, even a mistyped one. */
function isMeantAsId(typed: string): boolean {
  return mayBeIdPrefix(typed) || /^[0-9a-f]{8}-/.test(typed);
}

/**
 * Lists the newest evaluations of `VARIANT` or `VARIANT@REVISION` on each subject, of its whole test set and of a part, the
 * newest first.
 *
 * @throws {WF_USAGE} when evaluations are of a variant that is called `NAME@REVISION`
 */
async function listNewest(client: Client, app_id: string, typed: string): Promise<TestedEvaluation[]> {
  const split = splitRevision(typed);
  const pinned = split === null ? [] : [{ variant_name: split.name, revision: split.revision }];
  const found: TestedEvaluation[] = [];
  for (const reading of [{ variant_name: typed }, ...pinned]) {
    const query = { app_id, ...reading, newest_of: 'subject', order: 'desc', limit: PAGE_SIZE } as const;
    const records = await client.listEvaluations(query);
    // A service without these filters lists all evaluations, oldest first.
    const others = records.filter((record) => isOfVariant(record, typed));
    found.push(...others.filter(({ id }) => !found.some((one) => one.id === id)));
  }
  const ofName = found.filter(({ variant_names }) => split !== null && variant_names[0] === typed);
  if (ofName.length === 0) return newestFirst(found);
  const ids = found.map(({ id }) => id);
  throw new UserError({
    code: 'WF_USAGE',
    message: `${JSON.stringify(typed)} is the name of a variant, and means a revision of ${JSON.stringify(split?.name)}. Use the id of an evaluation: ${ids.slice(0, LISTED).join(', ')}.`,
    nextSteps: [`wf eval show ${ids[0] ?? 'ID'}`],
    details: { ambiguous: typed, evaluations: ids },
  });
}

/** Lists the newest evaluations of the variant that has a configuration of this name, where a service names variants itself. */
async function listOfConfiguration(client: Client, app: string, typed: string): Promise<TestedEvaluation[]> {
  const { name, revision = null } = splitRevision(typed) ?? { name: typed };
  if ((await client.extensions()) !== null) return [];
  const variant = (await orUnknown(resolveVariant({ client, app, variant: name })))?.variant_name ?? name;
  return variant === name ? [] : await listNewest(client, app, revision === null ? variant : `${variant}@${revision}`);
}

function newestFirst(evaluations: readonly TestedEvaluation[]): TestedEvaluation[] {
  return evaluations.toSorted((a, b) => (ageOf(a) < ageOf(b) ? 1 : -1));
}

/** Returns a text that grows from older evaluations to newer ones. */
export function ageOf({ created_at, id }: Evaluation): string {
  return `${created_at} ${id}`;
}

function isOfVariant({ variant_names, revisions }: Evaluation, typed: string): boolean {
  const [name = '', revision = ''] = [variant_names[0], revisions[0]?.trim()];
  return variant_names.length === 1 && (typed === name || typed === `${name}@${revision}`);
}

function chooseOne(
  named: readonly TestedEvaluation[],
  { evaluation, route, comparedWith, acceptsPart = false, onWarning }: ResolveEvaluationOptions,
): TestedEvaluation {
  const ofRoute = route == null ? named : named.filter((each) => each.route == null || each.route === route);
  if (ofRoute.length === 0) throw noneOfRoute(named, evaluation, route ?? '');
  const comparable = comparedWith === undefined ? [] : ofRoute.filter((each) => isSameSubject(each, comparedWith));
  const meant = comparable.length > 0 ? comparable : ofRoute;
  const [found, ...others] = oneOfEach(meant, acceptsPart);
  const [newest] = meant;
  if (found === undefined || newest === undefined || others.length > 0)
    throw ambiguous(oneOfEach(ofRoute, acceptsPart), evaluation);
  if (newest.id !== found.id) onWarning?.(describeNewerPart(evaluation, found, newest));
  return found;
}

/** Chooses the newest evaluation of each subject: of the whole test set, where there is one. */
function oneOfEach(named: readonly TestedEvaluation[], acceptsPart: boolean): TestedEvaluation[] {
  const preferred = acceptsPart ? named : named.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
  return newestFirst(
    preferred.filter((record, index) => preferred.findIndex((other) => isSameSubject(other, record)) === index),
  );
}

function describeNewerPart(typed: string, { id }: TestedEvaluation, newer: TestedEvaluation): string {
  const rows = newer.subset == null ? '' : ` (${describeSubset(newer.subset)})`;
  return `${JSON.stringify(typed)} means its newest evaluation of the whole test set, ${id}. A newer one, ${newer.id}, has a part of it${rows}.`;
}

function noneOfRoute(named: readonly TestedEvaluation[], typed: string, route: string): UserError {
  const routes = [...new Set(named.map((each) => each.route))].join(', ');
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `No evaluation of ${JSON.stringify(typed)} called the route ${route}. They called: ${routes}.`,
    nextSteps: [`wf eval list --route ${shellWord(route)}`],
  });
}

/** The message lists at most this many evaluations. */
const LISTED = 5;

function ambiguous(named: readonly TestedEvaluation[], typed: string): UserError {
  const shown = named.slice(0, LISTED);
  const lines = shown.map(
    (each) =>
      `${each.id} of ${each.created_at}, ${describeSubject(each)}${each.subset == null ? '' : ` (${describeSubset(each.subset)})`}`,
  );
  const routes = [...new Set(named.flatMap((each) => each.route ?? []))];
  const rest = named.length > LISTED ? `; and ${named.length - LISTED} more` : '';
  return new UserError({
    code: 'WF_USAGE',
    message: `${JSON.stringify(typed)} has evaluations of several ${routes.length > 1 ? 'routes' : 'test sets'}. The newest of each: ${lines.join('; ')}${rest}.`,
    nextSteps: [
      ...(routes.length < 2 ? [] : routes.map((each) => `Add --route ${shellWord(each)}`)),
      `Name one by its id: wf eval show ${shown[0]?.id ?? 'ID'}`,
    ],
    details: { ambiguous: typed, evaluations: named.map(({ id }) => id) },
  });
}

/** Returns whether an error says that a name means several evaluations. */
export function isAmbiguous(error: unknown): boolean {
  return isWfError(error) && fieldOf(error.details, 'ambiguous') !== undefined;
}
