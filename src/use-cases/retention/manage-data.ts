import type { PrunedData } from '../scripts/result-schemas/record-results.ts';
import type { Client } from '../../client/create-client.ts';
import {
  type KeepRule,
  KeptKind,
  type PrunedKind,
  type SetKeep,
  type Usage,
} from '../../contract/retention/retention.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { parseAge } from '../arguments/parse-timestamp.ts';
import { COST_GROUPS, type CostGroup, type CostSum } from '../../contract/evaluations/evaluation-costs.ts';
import { roundedSum } from '../../evaluation/engine/spending.ts';
import { sumOf } from '../../foundation/numbers.ts';

export interface PruneDataOptions {
  readonly client: Client;
  /** `null`: all apps that the key reaches. */
  readonly app: string | null;
  /** `null`: what the rules say, else 30 days. */
  readonly olderThanSeconds: number | null;
  /** Only counts what would be deleted. */
  readonly isPlan: boolean;
  /** Asks before anything is deleted; rejects when the answer is no. */
  readonly confirm: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Prunes, one request after the other until nothing is left: each takes a few seconds, and stopping between two loses
 * nothing.
 */
export async function pruneData(options: PruneDataOptions): Promise<PrunedData> {
  const { client, app, olderThanSeconds, isPlan, confirm, signal } = options;
  await client.require('pruning');
  const scope = app === null ? {} : { app_id: await resolveAppId({ client, app }) };
  await confirm();
  const age = olderThanSeconds === null ? {} : { older_than_seconds: olderThanSeconds };
  const body = { ...scope, ...age, plan: isPlan };
  const kinds = new Map<string, PrunedKind>();
  for (;;) {
    const { done, ...pruned } = await client.prune({ body });
    for (const { kind, count, bytes } of pruned.kinds) {
      const sum = kinds.get(kind);
      kinds.set(kind, { kind, count: (sum?.count ?? 0) + count, bytes: (sum?.bytes ?? 0) + bytes });
    }
    if (done) return { ...pruned, kinds: [...kinds.values()], plan: isPlan };
    signal.throwIfAborted();
  }
}

/** Reads what the stored data takes, the largest first; without an app, of all that the key reaches. */
export async function readUsage({ client, app }: ResolveAppOptions): Promise<Usage> {
  await client.require('figures of usage');
  return await client.getUsage(app === null ? {} : { app_id: await resolveAppId({ client, app }) });
}

interface ReadCostsOptions extends ResolveAppOptions {
  /** RFC 3339: only evaluations that were started since then; `null`: all. */
  readonly since: string | null;
  /** What to add up by. */
  readonly by: readonly CostGroup[];
}

const FIELDS = { app: 'app_name', variant: 'variant_name', model: 'model', kind: 'kind' } as const;

/** Parses what to add up by, as in `app,model`. @throws {WF_USAGE} for another word */
export function parseCostGroups(typed: string): CostGroup[] {
  return [...new Set(typed.split(',').map((word) => word.trim()))].map((word) => {
    const group = COST_GROUPS.find((known) => known === word);
    if (group !== undefined) return group;
    throw new UserError({
      code: 'WF_USAGE',
      message: `--by cannot be ${JSON.stringify(typed)}: it is some of ${COST_GROUPS.join(', ')}, separated by commas.`,
      nextSteps: ['wf usage --by app,model --since 7d'],
    });
  });
}

/** Adds up what evaluations paid, the most expensive first. */
export async function readCosts({ client, app, since, by }: ReadCostsOptions): Promise<CostSum[]> {
  await client.require('costs of evaluations');
  const scope = app === null ? {} : { app_id: await resolveAppId({ client, app }) };
  const costs = await client.listEvaluationCosts({ ...scope, ...(since === null ? {} : { since }) });
  const groups = Map.groupBy(costs, (cost) => JSON.stringify(by.map((group) => cost[FIELDS[group]])));
  const sums = [...groups.values()].map((group): CostSum => {
    const named = Object.fromEntries(by.map((name) => [name, group[0]?.[FIELDS[name]] ?? null]));
    const calls = sumOf(group, (one) => one.calls);
    return {
      ...named,
      calls,
      cost: roundedSum(group.map((one) => one.cost)) ?? 0,
      unpriced: sumOf(group, (one) => one.unpriced),
    };
  });
  return sums.toSorted((one, other) => other.cost - one.cost);
}

interface SetRulesOptions {
  readonly client: Client;
  /** `null`: all apps without a rule of their own. */
  readonly app: string | null;
  /** Rules as they are typed: `KIND=AGE`. None: the rules are only read. */
  readonly rules: readonly string[];
}

/** Sets how long data is kept, and reads the rules. */
export async function setRules({ client, app, rules }: SetRulesOptions): Promise<KeepRule[]> {
  const parsed = parseRules(rules);
  await client.require('rules of retention');
  const scope = app === null ? {} : { app_id: await resolveAppId({ client, app }) };
  if (rules.length === 0) return await client.getRetention(scope);
  return await client.setRetention({ body: { ...scope, ...parsed } });
}

const FOR_EVER = 'forever';
const NO_RULE = 'default';

function parseRules(rules: readonly string[]): Pick<SetKeep, 'keep' | 'unset'> {
  const keep: Partial<Record<KeptKind, number | null>> = {};
  const unset: KeptKind[] = [];
  for (const rule of rules) {
    const [, name = '', age = ''] = /^([^=]*)=(.*)$/.exec(rule) ?? [];
    const kind = KeptKind.safeParse(name.replaceAll('-', '_'));
    if (!kind.success) throw unknownKind(rule);
    if (age === NO_RULE) unset.push(kind.data);
    else keep[kind.data] = age === FOR_EVER ? null : parseAge(age, kind.data);
  }
  return { keep, unset };
}

function unknownKind(rule: string): UserError {
  return new UserError({
    code: 'WF_USAGE',
    message: `Invalid rule ${JSON.stringify(rule)}: write KIND=AGE, with one of the kinds ${KeptKind.options.join(', ')}.`,
    nextSteps: ['wf prune --set evaluations=90d --set logs=14d'],
  });
}
