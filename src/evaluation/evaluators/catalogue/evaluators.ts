import type { Evaluator } from '../../../contract/evaluators/evaluator.ts';
import { aiCritique } from '../models/ai-critique.ts';
import { cost, latency } from '../figures/call-figures.ts';
import { containsJson } from '../json/contains-json.ts';
import { contains, containsAll, containsAny, endsWith, startsWith } from '../text/contains.ts';
import { customCodeRun } from '../external/custom-code-run.ts';
import type { EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { exactMatch } from '../text/exact-match.ts';
import { factuality } from '../models/factuality.ts';
import { fieldMatch } from '../json/field-match.ts';
import { jsonDiff } from '../json/json-diff.ts';
import { jsonSchema } from '../json/json-schema.ts';
import { jsonataTest } from '../json/jsonata-test.ts';
import { levenshteinDistance } from '../text/levenshtein-distance.ts';
import { listOverlap } from '../json/list-overlap.ts';
import { numericDifference } from '../figures/numeric-difference.ts';
import { ragContextRelevancy } from '../models/rag-context-relevancy.ts';
import { ragFaithfulness } from '../models/rag-faithfulness.ts';
import { regexTest } from '../text/regex-test.ts';
import { rougeL } from '../text/rouge-l.ts';
import { semanticSimilarity } from '../models/semantic-similarity.ts';
import { similarityMatch } from '../text/similarity-match.ts';
import { webhookTest } from '../external/webhook-test.ts';

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
