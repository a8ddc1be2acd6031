import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { AddVariantFromBasePayload, AppVariantResponse } from '../../src/contract/variants/variant.ts';
import { AggregatedResult, Evaluation } from '../../src/contract/evaluations/evaluation.ts';
import { EnvironmentRevision, EnvironmentRevisions } from '../../src/contract/environments/environment.ts';
import { EvaluatorConfig } from '../../src/contract/evaluators/evaluator.ts';
import { HumanEvaluation } from '../../src/contract/human-evaluations/human-evaluation.ts';
import { Result, ResultError } from '../../src/contract/evaluations/result.ts';
import { ValidationError, ValidationErrorItem } from '../../src/contract/validation/validation-error.ts';

/** The seed's tables, transcribed: `!` required, `?` optional, `~` nullable. */
const SEED: Record<string, readonly [z.ZodObject, string]> = {
  '2.1 Evaluation': [
    Evaluation,
    `id! app_id! project_id! variant_ids! variant_names! variant_revision_ids! revisions! testset_id?~ testset_name?~
     status! aggregated_results! average_cost?~ total_cost?~ average_latency?~ created_at! updated_at!`,
  ],
  '2.2 Result': [Result, 'type! value?~ error?~'],
  '2.2 Error': [ResultError, 'message! stacktrace?~'],
  '2.3 AggregatedResult': [AggregatedResult, 'evaluator_config! result!'],
  '2.3 EvaluatorConfig': [
    EvaluatorConfig,
    'id! name! project_id! evaluator_key! settings_values?~ created_at! updated_at!',
  ],
  '2.4 AppVariantResponse': [
    AppVariantResponse,
    `app_id! app_name! variant_id! variant_name! project_id! parameters!~ base_name! base_id! config_name! uri!~ revision!
     created_at?~ updated_at?~ modified_by_id?~ organization_id?~ workspace_id?~`,
  ],
  '2.5 AddVariantFromBasePayload': [
    AddVariantFromBasePayload,
    'base_id! new_variant_name! new_config_name! parameters!',
  ],
  '2.6 Environment revisions': [
    EnvironmentRevisions,
    `name! app_id! project_id! deployed_app_variant_id!~ deployed_variant_name!~ deployed_app_variant_revision_id!~
     revision!~ revisions! organization_id?~ workspace_id?~`,
  ],
  '2.6 EnvironmentRevision': [
    EnvironmentRevision,
    'id! revision! modified_by! deployed_app_variant_revision!~ deployment!~ created_at!',
  ],
  '2.7 HumanEvaluation': [
    HumanEvaluation,
    `id! app_id! project_id! evaluation_type! variant_ids! variant_names! variants_revision_ids! revisions! testset_id!
     testset_name! status! created_at! updated_at!`,
  ],
  '2.8 ValidationError': [ValidationError, 'detail?'],
  '2.8 ValidationErrorItem': [ValidationErrorItem, 'loc! msg! type!'],
};

/** What we add to the seed's records: optional and nullable, each of them, so that no other service needs to send it. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  '2.2 Error': ['code?~'],
  '2.4 AppVariantResponse': ['labels?~', 'archived_at?~'],
  '2.5 AddVariantFromBasePayload': ['labels?~'],
  '2.6 Environment revisions': ['protection?~'],
  '2.6 EnvironmentRevision': [
    'deployed_variant_name?~',
    'deployed_variant_revision?~',
    'message?~',
    'restored_from?~',
    'evidence?~',
  ],
};

describe('records hold the fields of the seed, required, optional and nullable as given', () => {
  test.each(Object.entries(SEED))('%s', (name, [schema, fields]) => {
    const ours = OURS[name] ?? [];
    expect(ours.filter((field) => !field.endsWith('?~'))).toEqual([]);
    expect(describeFields(schema).toSorted()).toEqual([...fields.split(/\s+/), ...ours].toSorted());
  });
});

function describeFields(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const isOptional = z.safeParse(field, undefined).success;
    const isNullable = z.safeParse(field, null).success;
    return `${name}${isOptional ? '?' : '!'}${isNullable ? '~' : ''}`;
  });
}
