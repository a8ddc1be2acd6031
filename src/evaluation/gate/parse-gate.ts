import { hash } from 'node:crypto';
import { load, YAMLException } from 'js-yaml';
import * as z from 'zod';
import { REPORTED, toValidationItems } from '../../contract/validation/to-validation-items.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

const AMOUNT = 'Input should be a number, or a share of the baseline such as "10%"';
const Amount = z.custom<number | string>(
  (value) => (typeof value === 'string' ? /^\d+(\.\d+)?\s*%$/.test(value) : Number.isFinite(value)),
  { error: AMOUNT },
);

const GateRule = z
  .strictObject({
    /** Name of an evaluator, or `cost` or `latency`. */
    metric: z.string().min(1),
    /** Its metric is tested at the full level; the others share one. */
    primary: z.boolean().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    /** Check the whole interval against `minimum` and `maximum`, not only the mean. */
    confident: z.boolean().default(false),
    /** With confidence, not worse than the baseline by more than this. */
    not_worse_by: Amount.optional(),
    /** Check this percentile instead of the mean. */
    percentile: z.union([z.literal(50), z.literal(90), z.literal(95), z.literal(99)]).optional(),
    /** Least and greatest possible score, where the evaluator does not say. */
    range: z.tuple([z.number(), z.number()]).optional(),
  })
  .refine(
    ({ minimum, maximum, not_worse_by }) => [minimum, maximum, not_worse_by].some((bound) => bound !== undefined),
    {
      error: 'A rule needs minimum, maximum or not_worse_by',
    },
  )
  .refine(({ minimum = -Infinity, maximum = Infinity }) => minimum <= maximum, {
    error: 'Nothing passes a minimum that is above the maximum',
  })
  .refine(({ range }) => range === undefined || range[0] < range[1], {
    error: 'A range is the least and the greatest score: [0, 1]',
  })
  .refine(
    ({ metric, percentile, not_worse_by }) =>
      not_worse_by === undefined || percentile === undefined || (metric === 'latency' && [50, 95].includes(percentile)),
    { error: 'not_worse_by compares a percentile of the latency only: 50 or 95' },
  )
  .refine(({ metric, percentile }) => percentile === undefined || metric !== 'latency mean', {
    error: 'latency mean has no percentile: leave it out, or write metric: latency',
  });
export type GateRule = z.infer<typeof GateRule>;

const Gate = z.strictObject({
  /** Path of the route whose evaluations it judges; without it, those of any route. */
  route: z.string().startsWith('/', 'A route begins with a slash, as /draft').optional(),
  /** Evaluators that must have run. */
  evaluators: z.array(z.string().min(1)).default([]),
  /** Fewer rows decide nothing. */
  minimum_cases: z.int().min(1).default(1),
  /** Fewer cases that have a value in both evaluations decide no rule "not_worse_by". */
  minimum_pairs: z.int().min(1).default(1),
  /** Rows that may fail, or that evaluators may be unable to score. */
  maximum_errors: z.int().min(0).default(0),
  /** Rows that may be without a score, or without a known cost. Unless set: `maximum_errors`. */
  maximum_missing: z.int().min(0).optional(),
  confidence: z.number().gt(0.5).lt(1).default(0.95),
  rules: z.array(GateRule).min(1),
});

/** Conditions on evaluations, read from a file. */
export interface Gate extends z.infer<typeof Gate> {
  readonly name: string;
  readonly sha256: string;
}

export function maximumMissing({ maximum_missing, maximum_errors }: MissingLimits): number {
  return maximum_missing ?? maximum_errors;
}

export type MissingLimits = Pick<Gate, 'maximum_errors' | 'maximum_missing'>;

/**
 * Parses a gate from YAML or JSON.
 *
 * @param name - of the file, for messages
 * @throws {WF_INVALID_INPUT} with the line of the syntax error, or with every invalid field
 */
export function parseGate(name: string, text: string): Gate {
  const parsed = Gate.safeParse(parseYaml(name, text), REPORTED);
  if (parsed.success) return { ...parsed.data, name, sha256: hash('sha256', text) };
  const items = toValidationItems(parsed.error.issues, []);
  const problems = items.map(({ loc, msg }) => (loc.length === 0 ? msg : `${loc.join('.')}: ${msg}`));
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Invalid gate ${name}: ${problems.join('; ')}.`,
    nextSteps: ['A gate begins as: {"rules": [{"metric": "exact_match", "minimum": 0.8}]}'],
    details: items,
  });
}

function parseYaml(name: string, text: string): unknown {
  try {
    return load(text) ?? {};
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const place = cause.mark === undefined ? '' : `, line ${cause.mark.line + 1}, column ${cause.mark.column + 1}`;
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: `The gate ${name}${place} is neither YAML nor JSON: ${cause.reason}.`,
      details: { file: name },
      cause,
    });
  }
}
