import type { Evaluator } from '../contract/records/evaluator.ts';
import { aiCritique } from './evaluators/ai-critique.ts';
import { cost, latency } from './evaluators/call-figures.ts';
import { containsJson } from './evaluators/contains-json.ts';
import { contains, containsAll, containsAny, endsWith, startsWith } from './evaluators/contains.ts';
import { customCodeRun } from './evaluators/custom-code-run.ts';
import type { EvaluatorDefinition } from './evaluators/evaluator-definition.ts';
import { exactMatch } from './evaluators/exact-match.ts';
import { factuality } from './evaluators/factuality.ts';
import { fieldMatch } from './evaluators/field-match.ts';
import { jsonDiff } from './evaluators/json-diff.ts';
import { jsonSchema } from './evaluators/json-schema.ts';
import { jsonataTest } from './evaluators/jsonata-test.ts';
import { levenshteinDistance } from './evaluators/levenshtein-distance.ts';
import { listOverlap } from './evaluators/list-overlap.ts';
import { numericDifference } from './evaluators/numeric-difference.ts';
import { ragContextRelevancy } from './evaluators/rag-context-relevancy.ts';
import { ragFaithfulness } from './evaluators/rag-faithfulness.ts';
import { regexTest } from './evaluators/regex-test.ts';
import { rougeL } from './evaluators/rouge-l.ts';
import { semanticSimilarity } from './evaluators/semantic-similarity.ts';
import { similarityMatch } from './evaluators/similarity-match.ts';
import { webhookTest } from './evaluators/webhook-test.ts';

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

/** Finds a built-in evaluator by its exact key. */
export function findEvaluator(key: string): EvaluatorDefinition | undefined {
  return DEFINITIONS.find(({ evaluator }) => evaluator.key === key);
}
