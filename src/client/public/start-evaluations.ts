import type { Evaluation, EvaluationOptions, NewEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import type { ExtensionName } from '../answers/lacking.ts';
import type { Client } from '../create-client.ts';

export interface VariantRevision {
  readonly id: string;
  readonly revision: number;
}

interface AskedEvaluation {
  readonly client: Client;
  readonly route?: string | null;
  readonly options?: EvaluationOptions;
  readonly variants: readonly VariantRevision[];
}

/**
 * Checks that the service will run exactly what was asked for. A service of others evaluates the newest revisions only.
 *
 * @throws {WF_UNSUPPORTED} for a route, a shard, repetitions, limits, or an older revision
 * @source facts §2.7
 */
export async function requireEvaluation({
  client,
  route = null,
  options = {},
  variants,
}: AskedEvaluation): Promise<void> {
  if (route !== null) await client.require('a choice of the route (--route)');
  for (const [name, extension] of OPTIONS) if (options[name] != null) await client.require(extension);
  await requireNewestRevisions(client, variants);
}

/** Without `variables`, which are a fact about the workflow: a service of others reuses no output. */
const OPTIONS = [
  ['repeat', 'repetitions (--repeat)'],
  ['shard', 'shards (--shard)'],
  ['subset', 'subsets of a test set (--where, --failed-of, --sample, --limit)'],
  ['cluster_by', 'cases named by a column (--cluster-by)'],
  ['fresh', 'calls for stored outputs (--fresh)'],
  ['fresh_scores', 'new scores for stored outputs (--fresh-scores)'],
  ['max_cost', 'limits of cost (--max-cost)'],
  ['total_seconds', 'limits of time (--time-limit)'],
  ['call_seconds', 'time limits of calls (--call-timeout)'],
] as const satisfies readonly (readonly [keyof EvaluationOptions, ExtensionName])[];

/**
 * Checks that a service of others is asked for the newest revisions: it evaluates no older ones.
 *
 * @returns the variants; none of a service of wf, which evaluates any revision
 * @throws {WF_UNSUPPORTED} for an older revision
 */
export async function requireNewestRevisions(
  client: Client,
  variants: readonly VariantRevision[],
): Promise<AppVariantResponse[]> {
  if ((await client.extensions()) !== null) return [];
  const found: AppVariantResponse[] = [];
  for (const { id, revision } of variants) {
    const newest = await client.getVariant({ variant_id: id });
    const { variant_name, revision: last } = newest;
    if (last !== revision)
      await client.require('evaluations of an older revision than the newest', {
        variant: variant_name,
        newest: last,
        wanted: revision,
      });
    found.push(newest);
  }
  return found;
}

/** Starts evaluations; a service of others gets what `requireEvaluation` has checked to be enough. */
export async function startEvaluations(client: Client, body: NewEvaluation): Promise<Evaluation[]> {
  if ((await client.extensions()) !== null) return await client.createEvaluations({ body });
  const {
    route: _route,
    options: _options,
    variant_revisions: _revisions,
    testset_revision: _rows,
    labels: _labels,
    ...rest
  } = body;
  return await client.createEvaluations({ body: rest });
}
