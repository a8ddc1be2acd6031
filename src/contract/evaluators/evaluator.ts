import { EVALUATOR_RUN_BODY } from '../../foundation/sizes.ts';
import * as z from 'zod';
import { JsonObject, StoredName } from '../validation/fields.ts';
import { SETTING_TYPES } from './setting-types.ts';
import { endpointsOf, optionalExtension, Paging } from '../endpoint/endpoint.ts';

/** An evaluator with its settings, stored under a name. @source seed §2.3 */
export const EvaluatorConfig = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.string(),
  evaluator_key: z.string(),
  settings_values: z.record(z.string(), z.unknown()).nullable().optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type EvaluatorConfig = z.infer<typeof EvaluatorConfig>;

/** One setting in an evaluator's template. @source facts §2.6 */
export const EvaluatorSetting = z.object({
  label: z.string(),
  type: z.enum(SETTING_TYPES),
  default: z.unknown().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  advanced: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.array(z.string()).optional(),
  ground_truth_key: z.boolean().optional(),
});
export type EvaluatorSetting = z.infer<typeof EvaluatorSetting>;

/** An evaluator with its settings and the columns it reads. @source facts §2.6 */
export const Evaluator = z.object({
  name: z.string(),
  key: z.string(),
  direct_use: z.boolean(),
  settings_template: z.record(z.string(), EvaluatorSetting),
  description: z.string().nullable().optional(),
  oss: z.boolean().nullable().optional(),
  requires_llm_api_keys: z.boolean().nullable().optional(),
  tags: z.array(z.string()),
});
export type Evaluator = z.infer<typeof Evaluator>;

/** Body that stores an evaluator's settings under a name. @source facts §2.6 */
export const NewEvaluatorConfig = z.strictObject({
  app_id: z.string(),
  name: StoredName,
  evaluator_key: z.string(),
  settings_values: z.record(z.string(), z.unknown()),
});
export type NewEvaluatorConfig = z.infer<typeof NewEvaluatorConfig>;

/** Body that changes a stored evaluator configuration; omitted fields stay as they are. @source facts §2.6 */
export const UpdateEvaluatorConfig = z.strictObject({
  name: StoredName.optional(),
  evaluator_key: z.string().optional(),
  settings_values: z.record(z.string(), z.unknown()).nullable().optional(),
});
export type UpdateEvaluatorConfig = z.infer<typeof UpdateEvaluatorConfig>;

/** Body of an ad-hoc run of one evaluator. @source facts §2.6 */
export const RunEvaluatorPayload = z.strictObject({
  inputs: JsonObject,
  settings: z.record(z.string(), z.unknown()).nullable().optional(),
  credentials: z.record(z.string(), z.unknown()).nullable().optional(),
});

/** Response of an ad-hoc run: `outputs.success` (bool) or `outputs.score` (number or string). @source facts §2.6 */
export const RunEvaluatorOutput = z.object({ outputs: JsonObject });

/** Body that picks values out of inputs, such as a trace, by their paths. @source facts §2.6 */
export const MapEvaluatorInputs = z.strictObject({
  inputs: JsonObject,
  mapping: z.record(z.string(), z.string()),
});

const endpoint = endpointsOf({ tag: 'evaluators', source: 'facts §2.6' });

export const evaluatorEndpoints = {
  listEvaluators: endpoint('GET /evaluators', {
    summary: 'List the built-in evaluators, and with app_id (ours) those deployed with an app',
    reach: { app: 'app_id' },
    query: z.object({ app_id: optionalExtension(z.string().optional()) }),
    response: z.array(Evaluator),
  }),
  mapEvaluatorInputs: endpoint('POST /evaluators/map', {
    summary: 'Pick values out of inputs by their paths, as in trace.retriever.documents[0]',
    reach: 'open',
    body: MapEvaluatorInputs,
    response: RunEvaluatorOutput,
  }),
  runEvaluator: endpoint('POST /evaluators/{evaluator_key}/run', {
    summary: 'Run one evaluator on one output',
    role: 'author',
    reach: 'open',
    body: RunEvaluatorPayload,
    isExact: true,
    maxBytes: EVALUATOR_RUN_BODY.most,
    response: RunEvaluatorOutput,
  }),
  listEvaluatorConfigs: endpoint('GET /evaluators/configs', {
    summary: 'List stored evaluator configurations of an app',
    reach: { app: 'app_id' },
    query: Paging.extend({ app_id: z.string() }),
    response: z.array(EvaluatorConfig),
  }),
  createEvaluatorConfig: endpoint('POST /evaluators/configs', {
    summary: "Store an evaluator's settings under a name",
    role: 'author',
    reach: { app: 'body.app_id' },
    body: NewEvaluatorConfig,
    isExact: true,
    response: EvaluatorConfig,
  }),
  getEvaluatorConfig: endpoint('GET /evaluators/configs/{evaluator_config_id}', {
    summary: 'Fetch one stored evaluator configuration',
    reach: { evaluator: 'evaluator_config_id' },
    response: EvaluatorConfig,
  }),
  updateEvaluatorConfig: endpoint('PUT /evaluators/configs/{evaluator_config_id}', {
    summary: 'Change a stored evaluator configuration',
    role: 'author',
    reach: { evaluator: 'evaluator_config_id' },
    body: UpdateEvaluatorConfig,
    isExact: true,
    response: EvaluatorConfig,
  }),
  deleteEvaluatorConfig: endpoint('DELETE /evaluators/configs/{evaluator_config_id}', {
    summary: 'Delete a stored evaluator configuration',
    role: 'author',
    reach: { evaluator: 'evaluator_config_id' },
    response: z.boolean(),
  }),
};
