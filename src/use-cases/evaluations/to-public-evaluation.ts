import type { Client } from '../../client/create-client.ts';
import type { EvaluationOptions, NewEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { notFound } from '../../foundation/errors/not-found.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { EvaluatorSpec } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { toShortKey } from '../../evaluation/evaluators/definition/spec-name.ts';

interface AskedEvaluation {
  readonly client: Client;
  readonly route?: string | null;
  readonly options?: EvaluationOptions;
  readonly variants: readonly { readonly id: string; readonly revision: number }[];
}

/**
 * Checks that a service without our extensions would run exactly what was asked for.
 *
 * @throws {WF_UNSUPPORTED} for a route, a shard, repetitions, limits, or an older revision
 * @throws {WF_NOT_FOUND} for an evaluator that the service does not have
 * @source facts §2.7
 */
export async function requirePublicEvaluation(
  { client, route = null, options = {}, variants }: AskedEvaluation,
  specs: readonly EvaluatorSpec[],
): Promise<void> {
  const set = Object.entries(options).flatMap(([name, value]) => (value == null ? [] : [WORDS[name] ?? name]));
  const [lacking] = route === null ? set : ['a choice of the route', ...set];
  if (lacking !== undefined) throw lacks(lacking);
  await requireNewestRevisions(client, variants);
  await requireEvaluators(client, specs);
}

/**
 * Checks that the newest revisions are meant: another service evaluates no older ones.
 *
 * @throws {WF_UNSUPPORTED} for an older revision
 */
export async function requireNewestRevisions(
  client: Client,
  variants: AskedEvaluation['variants'],
): Promise<AppVariantResponse[]> {
  const found: AppVariantResponse[] = [];
  for (const { id, revision } of variants) {
    const newest = await client.getVariant({ variant_id: id });
    if (newest.revision !== revision)
      throw lacks(`evaluations of an older revision than the newest, ${newest.variant_name}@${newest.revision}`);
    found.push(newest);
  }
  return found;
}

const WORDS: Readonly<Record<string, string>> = {
  repeat: 'repetitions (--repeat)',
  shard: 'shards (--shard)',
  fresh: 'calls for stored outputs (--fresh)',
  max_cost: 'limits of cost (--max-cost)',
  total_seconds: 'limits of time (--time-limit)',
  call_seconds: 'time limits of calls (--call-timeout)',
};

async function requireEvaluators(client: Client, specs: readonly EvaluatorSpec[]): Promise<void> {
  const keys = (await client.listEvaluators({})).map(({ key }) => key);
  const missing = specs.find(({ key, id }) => id === undefined && !keys.includes(key));
  if (missing === undefined) return;
  throw notFound({
    kind: 'evaluator of this service',
    name: toShortKey(missing.key),
    available: keys.map(toShortKey),
    nextSteps: ['wf evaluators list'],
  });
}

/** Removes what is ours from the body; `requirePublicEvaluation` has checked that nothing is lost. */
export function toPublicEvaluation(body: NewEvaluation) {
  const {
    route: _route,
    options: _options,
    variant_revisions: _revisions,
    testset_revision: _rows,
    labels: _labels,
    ...rest
  } = body;
  return rest;
}

function lacks(what: string): UserError {
  return new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${what}, an extension of wf. Nothing was changed.`,
    nextSteps: ['wf whoami'],
  });
}
