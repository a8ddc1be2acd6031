import type { EvaluationLimits, EvaluationOptions, Shard } from '../contract/records/evaluation.ts';
import { UserError } from '../errors/wf-error.ts';

/** Limits as typed. */
export interface TypedLimits {
  readonly 'max-cost'?: string | undefined;
  readonly 'time-limit'?: string | undefined;
  readonly 'call-timeout'?: string | undefined;
}

/**
 * Reads limits of cost and time.
 *
 * @throws {WF_USAGE} for what is no number, or out of range
 */
export function parseLimits(typed: TypedLimits): EvaluationLimits {
  const cost = parseNumber('max-cost', typed['max-cost'], 0, 1e9);
  const total = parseNumber('time-limit', typed['time-limit'], 0.001, 31_536_000);
  const call = parseNumber('call-timeout', typed['call-timeout'], 0.001, 86_400);
  return {
    ...(cost === null ? {} : { max_cost: cost }),
    ...(total === null ? {} : { total_seconds: total }),
    ...(call === null ? {} : { call_seconds: call }),
  };
}

/** Reads what of a test set is run, how often, and within which limits. @throws {WF_USAGE} as `parseLimits` does */
export function parseRunOptions(
  typed: TypedLimits & { readonly repeat?: number | undefined; readonly shard?: string | undefined },
): EvaluationOptions {
  return {
    ...parseLimits(typed),
    ...(typed.repeat === undefined ? {} : { repeat: typed.repeat }),
    ...(typed.shard === undefined ? {} : { shard: parseShard(typed.shard) }),
  };
}

function parseShard(typed: string): Shard {
  const [, first, second] = /^(\d{1,5})\/(\d{1,5})$/.exec(typed) ?? [];
  const [index, count] = [Number(first), Number(second)];
  if (index >= 1 && index <= count && count <= 10_000) return { index, count };
  throw new UserError({
    code: 'WF_USAGE',
    message: `--shard cannot be ${JSON.stringify(typed)}: it is the number of a part and of parts, as in 1/4.`,
  });
}

function parseNumber(flag: string, typed: string | undefined, least: number, most: number): number | null {
  if (typed === undefined) return null;
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (value >= least && value <= most) return value;
  throw new UserError({
    code: 'WF_USAGE',
    message: `--${flag} cannot be ${JSON.stringify(typed)}: it is a number from ${least} to ${most}.`,
  });
}
