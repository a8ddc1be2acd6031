import type {
  EvaluationLimits,
  EvaluationOptions,
  Shard,
  SubsetChoice,
} from '../../contract/evaluations/evaluation.ts';
import { appliedSubset } from '../../contract/evaluations/subject.ts';
import { parseCondition } from '../../evaluation/rows/parse-condition.ts';
import type { VariableRule } from '../../contract/evaluations/variable-rule.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { RunEvaluationOptions } from './run-evaluation.ts';
import { splitNames } from '../records/look-up-record.ts';

export interface TypedLimits {
  readonly 'max-cost'?: string | undefined;
  readonly 'time-limit'?: string | undefined;
  readonly 'call-timeout'?: string | undefined;
}

/**
 * Parses limits of cost and time.
 *
 * @param allowsNone - whether `none` may remove an existing limit
 * @throws {WF_USAGE} for a value that is not a number or out of range
 */
export function parseLimits(typed: TypedLimits, allowsNone = false): EvaluationLimits {
  const cost = parseNumber('max-cost', typed['max-cost'], { least: 0, most: 1e9, allowsNone });
  const total = parseNumber('time-limit', typed['time-limit'], { least: 0.001, most: 31_536_000, allowsNone });
  const call = parseNumber('call-timeout', typed['call-timeout'], { least: 0.001, most: 86_400, allowsNone });
  return {
    ...(cost === undefined ? {} : { max_cost: cost }),
    ...(total === undefined ? {} : { total_seconds: total }),
    ...(call === undefined ? {} : { call_seconds: call }),
  };
}

/** Which rows to evaluate, as typed. */
interface TypedSubset {
  readonly where?: string[] | undefined;
  readonly 'failed-of'?: string | undefined;
  readonly sample?: number | undefined;
  readonly seed?: number | undefined;
  readonly limit?: number | undefined;
}

/** What to evaluate, on what and by what, as typed. */
export interface TypedRun extends TypedLimits, TypedSubset {
  readonly testset: string;
  readonly types?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly format?: string | undefined;
  readonly evaluators: string;
  readonly route?: string | undefined;
  readonly concurrency?: number | undefined;
  readonly repeat?: number | undefined;
  readonly shard?: string | undefined;
  readonly fresh?: boolean | undefined;
  readonly 'cluster-by'?: string | undefined;
  readonly 'fresh-scores'?: boolean | undefined;
}

export type RunRequest = Pick<
  RunEvaluationOptions,
  'testset' | 'types' | 'delimiter' | 'format' | 'evaluators' | 'route' | 'concurrency' | 'options'
>;

/**
 * Parses what a run or a plan is asked for.
 *
 * @param variables - which environment variables determine outputs, as the project file says
 * @throws {WF_USAGE} as `parseLimits` does
 */
export function parseRunRequest(typed: TypedRun, variables?: VariableRule): RunRequest {
  const { testset, types = null, delimiter = null, format = null, evaluators, route = null, concurrency } = typed;
  const options = { ...parseRunOptions(typed), ...(variables === undefined ? {} : { variables }) };
  const request = { testset, types, delimiter, format, evaluators, route, options };
  return { ...request, ...(concurrency === undefined ? {} : { concurrency }) };
}

/** Parses repetitions, shard and limits of a run. @throws {WF_USAGE} as `parseLimits` does */
export function parseRunOptions(
  typed: TypedLimits & TypedSubset & Pick<TypedRun, 'repeat' | 'shard' | 'fresh' | 'fresh-scores' | 'cluster-by'>,
): EvaluationOptions {
  const subset = appliedSubset(parseSubset(typed));
  return {
    ...parseLimits(typed),
    ...(typed.repeat === undefined ? {} : { repeat: typed.repeat }),
    ...(typed.shard === undefined ? {} : { shard: parseShard(typed.shard) }),
    ...(subset === null ? {} : { subset }),
    ...(typed['cluster-by'] === undefined ? {} : { cluster_by: typed['cluster-by'] }),
    ...(typed.fresh === true ? { fresh: true } : {}),
    ...(typed['fresh-scores'] === true ? { fresh_scores: true } : {}),
  };
}

/** @throws {WF_USAGE} for an invalid condition */
function parseSubset({ where, sample, seed, limit, ...typed }: TypedSubset): SubsetChoice {
  for (const condition of where ?? []) parseCondition(condition);
  return {
    ...(where === undefined ? {} : { where }),
    ...(typed['failed-of'] === undefined ? {} : { failed_of: typed['failed-of'] }),
    ...(sample === undefined ? {} : { sample, seed: seed ?? 1 }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function parseShard(typed: string): Shard {
  const [, first, second] = /^(\d{1,5})\/(\d{1,5})$/.exec(typed) ?? [];
  const [index, count] = [Number(first), Number(second)];
  if (index >= 1 && index <= count && count <= 10_000) return { index, count };
  throw new UserError({
    code: 'WF_USAGE',
    message: `--shard cannot be ${JSON.stringify(typed)}: write the number of the shard and of shards, as in 1/4.`,
  });
}

interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly allowsNone: boolean;
}

function parseNumber(flag: string, typed: string | undefined, { least, most, allowsNone }: NumberRange) {
  if (typed === undefined) return undefined;
  if (allowsNone && typed === 'none') return null;
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (value >= least && value <= most) return value;
  throw new UserError({
    code: 'WF_USAGE',
    message: `--${flag} cannot be ${JSON.stringify(typed)}: write a number from ${least} to ${most}${allowsNone ? ', or none' : ''}.`,
  });
}

/**
 * Reads the named environment variables, to be sent with an evaluation. Only named ones are sent, so that no key reaches
 * a service unintentionally.
 *
 * @param names - names as typed, separated by commas
 * @throws {WF_USAGE} for a variable that is not set, or an invalid name
 */
export function readProviderKeys(
  names: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(splitNames(names).map((name) => [name, requireSet(name, environment)]));
}

function requireSet(name: string, environment: Readonly<Record<string, string | undefined>>): string {
  // The user may have typed the key itself, so the message does not repeat it.
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
    throw usage('--provider-keys takes names of environment variables, such as OPENAI_API_KEY, not their values.');
  }
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw usage(`--provider-keys names ${name}, which is not set.`);
}

function usage(message: string): UserError {
  return new UserError({ code: 'WF_USAGE', message });
}
