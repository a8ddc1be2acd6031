import type { Evaluator, EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import { aiCritique } from '../models/ai-critique.ts';
import { cost, latency, numericDifference } from '../figures/figures.ts';
import { containsJson, fieldMatch, jsonDiff } from '../json/json-match.ts';
import { contains, containsAll, containsAny, endsWith, startsWith, exactMatch } from '../text/text-match.ts';
import { customCodeRun, webhookTest } from '../external/external-evaluators.ts';
import type { EvaluatorDefinition, EvaluatorSettings } from '../definition/evaluator-definition.ts';
import { factuality } from '../models/factuality.ts';
import { jsonSchema, jsonataTest } from '../json/json-tests.ts';
import { levenshteinDistance, rougeL, similarityMatch } from '../text/text-similarity.ts';
import { listOverlap } from '../json/list-overlap.ts';
import { ragContextRelevancy, ragFaithfulness } from '../models/rag.ts';
import { regexTest } from '../text/regex-test.ts';
import { semanticSimilarity } from '../models/semantic-similarity.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { PREFIX, toShortKey } from '../definition/spec-name.ts';
import type { JsonSchema, RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { expectedColumn } from '../definition/read-answers.ts';

const DEFINITIONS: readonly EvaluatorDefinition[] = [
  exactMatch,
  contains,
  containsAny,
  containsAll,
  startsWith,
  endsWith,
  regexTest,
  containsJson,
  fieldMatch,
  jsonDiff,
  similarityMatch,
  levenshteinDistance,
  numericDifference,
  listOverlap,
  rougeL,
  jsonSchema,
  jsonataTest,
  latency,
  cost,
  aiCritique,
  semanticSimilarity,
  factuality,
  ragFaithfulness,
  ragContextRelevancy,
  webhookTest,
  customCodeRun,
];

/** The built-in evaluators, as `GET /evaluators` lists them. @source facts §2.6.1 */
export const EVALUATORS: readonly Evaluator[] = DEFINITIONS.map(({ evaluator }) => evaluator);

export function findEvaluator(key: string): EvaluatorDefinition | undefined {
  return DEFINITIONS.find(({ evaluator }) => evaluator.key === key);
}

/**
 * Finds the key that a name means: the prefix "auto_" and the suffix "_test" may be left out.
 *
 * @param others - further names to suggest
 * @throws {WF_NOT_FOUND} with the near misses
 */
export function resolveEvaluatorKey(name: string, others: readonly string[] = []): string {
  const key = findEvaluatorKey(name);
  if (key !== undefined) return key;
  const keys = EVALUATORS.map((evaluator) => evaluator.key);
  const isWhole = name.startsWith(PREFIX);
  throw notFound({
    kind: 'evaluator',
    name,
    available: [...others, ...keys.map((known) => (isWhole ? known : toShortKey(known)))],
    nextSteps: ['wf evaluators list'],
  });
}

export function isEvaluatorKey(name: string): boolean {
  return findEvaluatorKey(name) !== undefined;
}

export function findEvaluatorKey(name: string): string | undefined {
  const spellings = [name, `${PREFIX}${name}`, `${name}_test`, `${PREFIX}${name}_test`];
  return spellings.find((spelling) => EVALUATORS.some(({ key }) => key === spelling));
}

/** Converts a project's own evaluator, deployed as a route whose configuration is its settings, to a listed one. */
export function toEvaluator({ name, config, output, defaults }: RouteSchema): Evaluator {
  // A route's configuration schema is an object schema, checked when the bundle was read.
  const properties = (config?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const entries = Object.entries(properties);
  const description = output?.['description'];
  return {
    name,
    key: name,
    direct_use: entries.length === 0,
    settings_template: Object.fromEntries(
      entries.map(([setting, schema]) => [setting, toSetting(setting, schema, defaults[setting])]),
    ),
    description: typeof description === 'string' ? description : null,
    tags: ['custom'],
  };
}

function toSetting(name: string, schema: JsonSchema, value: unknown): EvaluatorSetting {
  const { description, minimum, maximum, enum: choices } = schema;
  return {
    label: name,
    type: typeOf(schema),
    default: value,
    ...(typeof description === 'string' ? { description } : {}),
    required: false,
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
    ...(Array.isArray(choices) ? { options: choices.map(String) } : {}),
  };
}

function typeOf({ type, enum: choices }: JsonSchema): EvaluatorSetting['type'] {
  if (Array.isArray(choices)) return 'multiple_choice';
  if (type === 'boolean') return 'boolean';
  return type === 'number' || type === 'integer' ? 'number' : 'string';
}

/** Answers whether an evaluator compares the output with an expected answer, and so needs a column for it. */
export function comparesWithAnswer(key: string): boolean {
  return findEvaluator(key)?.evaluator.settings_template['correct_answer_key'] !== undefined;
}

export function columnsToRead(key: string, settings: EvaluatorSettings): readonly string[] {
  const { isAnswerOptional = false, reads } = findEvaluator(key) ?? {};
  const answer = comparesWithAnswer(key) && !isAnswerOptional ? [expectedColumn(settings)] : [];
  return [...answer, ...(reads?.(settings) ?? [])];
}
