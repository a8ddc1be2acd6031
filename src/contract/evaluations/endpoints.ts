import * as z from 'zod';
import { ROW_RANGES } from '../../foundation/sizes.ts';
import { EvaluationCost, EvaluationCostQuery } from './evaluation-costs.ts';
import { ById, endpointsOf, optionalExtension, OrderedPaging } from '../endpoint/endpoint.ts';
import { ByLabels, FilteredPaging, sortBy } from '../endpoint/filtered-paging.ts';
import { Metadata, MetadataChange } from '../labels/labels.ts';
import { EvaluationForecast, EvaluationProgress, ResumeEvaluation } from './evaluation-progress.ts';
import { EVALUATION_STATUSES } from './result.ts';
import { Comparison } from './comparison.ts';
import { CountedLook, CountLook } from './gate-report.ts';
import { EvaluationGroups, EvaluationSummary } from './evaluation-summary.ts';
import {
  ComparisonResults,
  EvaluationIds,
  EvaluationResults,
  EvaluationScenario,
  EvaluationStatusAnswer,
  NewEvaluation,
  TestedEvaluation,
} from './evaluation.ts';

// The lists of a comparison are not changed, and the type of the schema does not say so.
const ComparisonAnswer: z.ZodType<Comparison> = Comparison;

/** A hundred million rows have eight digits. */
const RANGE = '\\d{1,8}(-\\d{1,8})?';
const RowRanges = z
  .string()
  .regex(
    new RegExp(`^${RANGE}(,${RANGE}){0,${ROW_RANGES.most - 1}}$`),
    'Input should be up to 100 numbers of rows, or ranges, as 1-20,35',
  );

const endpoint = endpointsOf({ tag: 'evaluations', source: 'facts §2.7' });

export const evaluationEndpoints = {
  listEvaluationCosts: endpoint('GET /evaluations/costs', {
    summary: 'Add up what evaluations paid, by app, variant and model',
    source: 'wf',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'app_id' },
    query: EvaluationCostQuery,
    response: z.array(EvaluationCost),
  }),
  getEvaluation: endpoint('GET /evaluations/{evaluation_id}', {
    summary: 'Fetch one evaluation by id',
    source: 'seed §4.1',
    reach: { evaluation: 'evaluation_id' },
    response: TestedEvaluation,
  }),
  createEvaluations: endpoint('POST /evaluations', {
    summary: 'Start an evaluation of each variant named',
    role: 'author',
    reach: {
      app: 'body.app_id',
      variant: 'body.variant_ids',
      evaluator: 'body.evaluators_configs',
      'test set': 'body.testset_id',
    },
    body: NewEvaluation,
    response: z.array(TestedEvaluation),
  }),
  planEvaluations: endpoint('POST /evaluations/plan', {
    summary: 'Forecast evaluations: calls to make, stored answers, cost and time',
    source: 'wf',
    reach: {
      app: 'body.app_id',
      variant: 'body.variant_ids',
      evaluator: 'body.evaluators_configs',
      'test set': 'body.testset_id',
    },
    body: NewEvaluation,
    response: z.array(EvaluationForecast),
  }),
  listEvaluations: endpoint('GET /evaluations', {
    summary: 'List evaluations of an app',
    reach: { app: 'app_id' },
    query: FilteredPaging.extend(sortBy(['created', 'updated', 'variant', 'testset', 'status'])).extend({
      ...ByLabels.shape,
      app_id: z.string(),
      /** Only those of the variant of this name. */
      variant_name: optionalExtension(z.string().optional()),
      /** Only those of this revision of a variant. */
      revision: optionalExtension(z.coerce.number().int().min(1).optional()),
      /** Only those with this status. */
      status: optionalExtension(z.enum(EVALUATION_STATUSES).optional()),
      /** Only those on the test set with this id or name; a deleted one only if no other has taken its name. */
      testset: optionalExtension(z.string().optional()),
      /** Only those of the revision that this environment runs. */
      environment: optionalExtension(z.string().optional()),
      /** Only those that called this route. */
      route: optionalExtension(z.string().optional()),
      /** Only the newest of each subject: of each route and test set, and the newest of a part of the test set. */
      newest_of: optionalExtension(z.literal('subject').optional()),
    }),
    response: z.array(TestedEvaluation),
  }),
  listEvaluationsOfResources: endpoint('GET /evaluations/by_resource', {
    summary: 'List the ids of evaluations of variants, of test sets, or by evaluators',
    reach: {
      kindIn: 'resource_type',
      kinds: { variant: 'variant', testset: 'test set', evaluator_config: 'evaluator' },
      ids: 'resource_ids',
    },
    query: z.object({
      resource_type: z.enum(['variant', 'testset', 'evaluator_config']),
      resource_ids: z.array(z.string()).max(1000),
    }),
    response: z.array(z.string()),
  }),
  compareEvaluations: endpoint('GET /evaluations/evaluation_scenarios/comparison-results', {
    summary: 'List the rows of evaluations side by side, by their inputs',
    reach: { evaluation: { commaSeparated: 'evaluations_ids' } },
    query: z.object({
      /** Ids, separated by commas. */
      evaluations_ids: z.string(),
    }),
    response: ComparisonResults,
  }),
  getEvaluationStatus: endpoint('GET /evaluations/{evaluation_id}/status', {
    summary: 'Fetch the status of an evaluation',
    reach: { evaluation: 'evaluation_id' },
    response: EvaluationStatusAnswer,
  }),
  getEvaluationResults: endpoint('GET /evaluations/{evaluation_id}/results', {
    summary: 'Fetch the aggregated results of an evaluation',
    reach: { evaluation: 'evaluation_id' },
    response: EvaluationResults,
  }),
  listEvaluationScenarios: endpoint('GET /evaluations/{evaluation_id}/evaluation_scenarios', {
    summary: 'List the rows of an evaluation',
    reach: { evaluation: 'evaluation_id' },
    query: OrderedPaging.extend(ById.shape).extend({
      /** `case`: the rows of a case are adjacent, in the order of the cases' first rows. */
      by: optionalExtension(z.enum(['row', 'case']).optional()),
      /** Only these rows, by their index in the test set, with all their repetitions: `1-20,35`. */
      rows: optionalExtension(RowRanges.optional()),
      /** Only rows that have finished. */
      finished: optionalExtension(z.literal('true').optional()),
    }),
    response: z.array(EvaluationScenario),
  }),
  getEvaluationProgress: endpoint('GET /evaluations/{evaluation_id}/events', {
    summary: 'Fetch the progress of an evaluation; with Accept: text/event-stream, follow it to the end',
    source: 'wf',
    reach: { evaluation: 'evaluation_id' },
    response: EvaluationProgress,
  }),
  getEvaluationSummary: endpoint('GET /evaluations/{evaluation_id}/summary', {
    summary: 'Summarise a finished evaluation: each metric with its interval, and the worst rows',
    source: 'wf',
    reach: { evaluation: 'evaluation_id' },
    query: z.object({
      /** Worst rows to show. */
      worst: z.coerce.number().int().min(0).max(1000).optional(),
    }),
    response: EvaluationSummary,
  }),
  groupEvaluation: endpoint('GET /evaluations/{evaluation_id}/groups', {
    summary: 'Summarise the rows of a finished evaluation by the values of a field',
    source: 'wf',
    reach: { evaluation: 'evaluation_id' },
    query: z.object({
      /** A column of the test set, an evaluator, or another field of the rows. */
      field: z.string().min(1).max(1000),
    }),
    response: EvaluationGroups,
  }),
  compareWithBaseline: endpoint('GET /evaluations/{evaluation_id}/comparison', {
    summary: 'Compare a finished evaluation with a baseline, row by row',
    source: 'wf',
    reach: { evaluation: ['evaluation_id', 'baseline_id'] },
    query: z.object({
      baseline_id: z.string(),
      /** Column whose values are compared separately, too. */
      group_by: z.string().min(1).max(1000).optional(),
      /** Most improved and most worsened rows to list. Default: 10. */
      rows: z.coerce.number().int().min(0).max(1000).optional(),
      /** Most paired rows whose values are listed, to draw them. Default: 0. */
      points: z.coerce.number().int().min(0).max(5000).optional(),
    }),
    response: ComparisonAnswer,
  }),
  countLook: endpoint('POST /evaluations/{evaluation_id}/looks', {
    summary: 'Count a look of a gate at a finished evaluation; the same figures again are the same look',
    source: 'wf',
    role: 'author',
    reach: { evaluation: ['evaluation_id', 'body.baseline_id'] },
    body: CountLook,
    response: CountedLook,
  }),
  cancelEvaluation: endpoint('POST /evaluations/{evaluation_id}/cancel', {
    summary: 'Cancel a waiting or running evaluation; computed results stay',
    source: 'wf',
    role: 'author',
    reach: { evaluation: 'evaluation_id' },
    response: TestedEvaluation,
  }),
  resumeEvaluation: endpoint('POST /evaluations/{evaluation_id}/resume', {
    summary: 'Resume a stopped or failed evaluation: compute the rows without a result',
    source: 'wf',
    role: 'author',
    reach: { evaluation: 'evaluation_id' },
    body: ResumeEvaluation,
    response: TestedEvaluation,
  }),
  updateEvaluationMetadata: endpoint('PATCH /evaluations/{evaluation_id}/metadata', {
    summary: 'Set and remove labels of an evaluation, archive or unarchive it',
    source: 'wf',
    role: 'author',
    reach: { evaluation: 'evaluation_id' },
    body: MetadataChange,
    response: Metadata,
  }),
  deleteEvaluations: endpoint('DELETE /evaluations', {
    summary: 'Delete evaluations',
    role: 'author',
    reach: { evaluation: 'body.evaluations_ids' },
    body: EvaluationIds,
    response: null,
    status: 204,
    publicAnswer: { echoes: 'evaluations_ids' },
  }),
};
