import * as z from 'zod';
import { type ConfigSchema, requireConfigSchema } from '../config/config-schema.ts';
import { invalidWorkflow } from '../schema/object-schema.ts';

/** Arguments of an evaluator. @source design §7 */
export interface EvaluatorCall<S extends ConfigSchema | undefined = undefined> {
  /** The route's answer. */
  readonly output: unknown;
  /** The expected answer; `undefined` if the row has none. */
  readonly expected: unknown;
  /** The row of the test set, by column name. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Cost of the call in US dollars, 0 or more; `null` if unknown. */
  readonly cost: number | null;
  /** Latency of the call in seconds, 0 or more; `null` if unknown. */
  readonly latency: number | null;
  /** Settings of the evaluation, with defaults filled in. */
  readonly settings: S extends ConfigSchema ? z.output<S> : Readonly<Record<string, never>>;
  /** Fires when the evaluation stops. */
  readonly signal: AbortSignal;
}

/** Description and settings of an evaluator. @source design §7 */
export interface EvaluatorOptions<S extends ConfigSchema | undefined = undefined> {
  /** One sentence, which `wf evaluators list` shows. @defaultValue none */
  readonly description?: string;
  /** Schema of the settings. @defaultValue no settings */
  readonly settings?: S;
  /**
   * Least and greatest possible score. Comparisons and gates decide scores of a known range at any number of rows; a score
   * beyond it is an error of its row. @defaultValue unknown
   */
  readonly range?: ScoreRange;
}

/** The least and the greatest score, both finite. @source wf */
export type ScoreRange = readonly [least: number, greatest: number];

/** A score with the reason for it, which rows, reports and exports show. @source wf */
export interface Judgement {
  /** Pass or fail, or a finite score; higher is better. */
  readonly score: boolean | number;
  /** Why, in a sentence or two. @defaultValue none */
  readonly reason?: string;
}

/** Pass or fail, or a finite score (higher is better), with a reason or without. @source design §7 */
export type Verdict = boolean | number | Judgement;

/** A project's own evaluator. @source design §7 */
export interface Evaluator<S extends ConfigSchema | undefined = undefined> extends EvaluatorDefinition {
  /** Schema of the settings; `undefined` if it takes none. */
  readonly settings: S;
  /**
   * Runs the evaluator in this process, for its tests: checks the settings and fills in defaults.
   *
   * @param call - the output to judge, and what else the evaluator reads
   * @throws {ZodError} when a setting does not fit the schema
   * @throws {TypeError} when the result is neither a boolean nor a finite number within the range
   */
  judge(call: JudgedCall<S>): Promise<Verdict>;
}

/** Arguments of an evaluator in a test; omitted ones are empty. */
export type JudgedCall<S extends ConfigSchema | undefined> = Partial<Omit<EvaluatorCall<S>, 'settings'>> & {
  readonly settings?: S extends ConfigSchema ? z.input<S> : never;
};

/** Marks evaluators, including those of another copy of the SDK. */
export const EVALUATOR: unique symbol = Symbol.for('wf.evaluator') as never;

/** An evaluator with its types erased. */
export interface EvaluatorDefinition {
  readonly [EVALUATOR]: true;
  readonly description: string | null;
  readonly settings: ConfigSchema | undefined;
  readonly range: ScoreRange | null;
  readonly handler: (call: EvaluatorCall<ConfigSchema>) => unknown;
}

/**
 * Defines an evaluator. Export it from a file in the project's folder `evaluators`: it is deployed with the workflow
 * and runs in its own process. `--evaluators NAME` selects it by the name of the export, or of the file for a default
 * export.
 *
 * @param options - description and settings
 * @param handler - judges one output: returns whether it passes, or a score (higher is better), or `{ score, reason }`
 * @returns the evaluator; `judge` runs it in a test
 * @throws {WF_WORKFLOW_INVALID} when a settings field breaks a rule of `configSchema`, `handler` is not a function, or
 * `range` is not two finite numbers in ascending order
 * @source design §7
 * @example
 * ```ts
 * import { configSchema, evaluator } from 'wfkit';
 * import * as z from 'zod';
 *
 * const settings = configSchema({ words: z.int().gte(1).lte(500).default(50) });
 *
 * export const shortEnough = evaluator({ description: 'At most this many words.', settings }, ({ output, settings }) =>
 *   String(output).split(/\s+/).length <= settings.words,
 * );
 * ```
 */
export function evaluator<S extends ConfigSchema | undefined = undefined>(
  options: EvaluatorOptions<S>,
  handler: (call: EvaluatorCall<S>) => Verdict | Promise<Verdict>,
): Evaluator<S> {
  const { description = null, settings, range = null } = options;
  if (range !== null) requireRange(range);
  if (settings !== undefined) requireConfigSchema(settings, 'Evaluator, settings');
  if (typeof handler !== 'function') {
    throw invalidWorkflow(
      'An evaluator takes a function. Write evaluator(options, ({ output, expected }) => output === expected).',
    );
  }
  const definition = { [EVALUATOR]: true as const, description, settings: settings as S, range };
  const judge = async ({ settings: given, ...call }: JudgedCall<S>): Promise<Verdict> => {
    const filled = settings === undefined ? {} : z.parse(settings, given ?? {});
    const empty = { output: undefined, expected: undefined, row: {}, cost: null, latency: null };
    const signal = new AbortController().signal;
    // The schema that defines the type has just parsed the settings.
    return requireVerdict(await handler({ ...empty, signal, ...call, settings: filled } as EvaluatorCall<S>), range);
  };
  // The signature above types the handler; callers of the definition parse the settings first.
  return { ...definition, handler: handler as EvaluatorDefinition['handler'], judge };
}

/** Returns whether an export is an evaluator. */
export function isEvaluator(value: unknown): value is EvaluatorDefinition {
  return typeof value === 'object' && value !== null && EVALUATOR in value;
}

/**
 * Returns an evaluator's result if it is a verdict.
 *
 * @throws {TypeError} when it is neither a boolean nor a finite number within the range, nor an object with such a score
 */
export function requireVerdict(value: unknown, range: ScoreRange | null = null): Verdict {
  const { score, reason } = isJudgement(value) ? value : { score: value };
  if (reason !== undefined && typeof reason !== 'string') {
    throw new TypeError(`The evaluator returned the reason ${show(reason)}; expected a text.`);
  }
  if (typeof score === 'boolean') return reason === undefined ? score : { score, reason };
  if (typeof score !== 'number' || !Number.isFinite(score)) {
    throw new TypeError(`The evaluator returned ${show(value)}; expected a boolean or a finite number.`);
  }
  if (range !== null && (score < range[0] || score > range[1])) {
    throw new TypeError(`The evaluator returned ${score}; its range is ${range[0]} to ${range[1]}.`);
  }
  return reason === undefined ? score : { score, reason };
}

function isJudgement(value: unknown): value is { readonly score: unknown; readonly reason?: unknown } {
  return typeof value === 'object' && value !== null && 'score' in value;
}

function show(value: unknown): string {
  return (typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value)).slice(0, 80);
}

function requireRange(range: ScoreRange): void {
  const [least, greatest] = range;
  if (range.length === 2 && Number.isFinite(greatest - least) && least < greatest) return;
  throw invalidWorkflow(
    `The range ${show(range)} of an evaluator is not two finite numbers in ascending order. Write range: [0, 10].`,
  );
}
