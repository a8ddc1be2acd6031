import * as z from 'zod';
import { notFound } from '../../foundation/closest-names.ts';
import { PROJECT_RESULTS } from './result-schemas/project-results.ts';
import { RECORD_RESULTS } from './result-schemas/record-results.ts';
import { SETTINGS_RESULTS } from './result-schemas/settings-results.ts';
import { HumanSummary } from '../../contract/human-evaluations/human-summary.ts';
import { HumanEvaluation, ShownHumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { Comparison } from '../../contract/evaluations/comparison.ts';
import { EvaluationRow, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { EvaluationForecast } from '../../contract/evaluations/evaluation-progress.ts';
import { EvaluationGroups, EvaluationSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { GatePlan, GateReport } from '../../contract/evaluations/gate-report.ts';

const Values = z.record(z.string(), z.unknown());

const Written = z.object({ evaluation_id: z.string(), format: z.string(), file: z.string() });

/** Schemas of `--json` output: evaluations. */
const EVALUATION_RESULTS = {
  'eval list': z.array(TestedEvaluation),
  'eval run': z.union([
    z.array(TestedEvaluation),
    z.object({ evaluations: z.array(TestedEvaluation), gate: GateReport }),
  ]),
  'eval show': z.object({
    ...TestedEvaluation.shape,
    summary: EvaluationSummary.nullable(),
    groups: EvaluationGroups.optional(),
    lacking: z.array(z.string()).optional(),
    gate: GateReport.optional(),
  }),
  'eval rows': z.array(EvaluationRow),
  'eval compare': z.object({ ...Comparison.shape, gate: GateReport.optional() }),
  'eval export': z.union([Written, z.array(Values)]),
  'eval delete': TestedEvaluation.extend({ warning: z.string().optional() }),
  'eval plan': z.union([
    z.array(EvaluationForecast),
    z.object({ forecasts: z.array(EvaluationForecast), gate: GatePlan }),
  ]),
  'eval watch': TestedEvaluation,
  'eval cancel': TestedEvaluation,
  'eval resume': TestedEvaluation,
  'eval update': TestedEvaluation,
};

/** Schemas of `--json` output: human evaluations. */
const HUMAN_RESULTS = {
  'human-eval close': HumanEvaluation,
  'human-eval create': ShownHumanEvaluation.extend({ warning: z.string().optional() }),
  'human-eval list': z.array(HumanEvaluation),
  'human-eval show': ShownHumanEvaluation,
  'human-eval results': HumanSummary,
  'human-eval delete': HumanEvaluation.extend({ warning: z.string().optional() }),
};

/**
 * Version of the documents that `--json` prints. It changes if a field is removed, renamed or changes its meaning, and not
 * if one is added.
 */
const DOCUMENT_VERSION = '1';

/** The schema of each command's `--json` output, by the command's id. */
export const RESULT_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ...RECORD_RESULTS,
  ...EVALUATION_RESULTS,
  ...HUMAN_RESULTS,
  ...PROJECT_RESULTS,
  ...SETTINGS_RESULTS,
};

/**
 * Returns the JSON Schema of a command's `--json` output. A newer wf may add fields, so unknown ones are allowed.
 *
 * @param command - the command's id, as in `variants list`
 * @throws {WF_NOT_FOUND} when there is no such command
 */
export function publishSchema(command: string): Record<string, unknown> {
  const schema = RESULT_SCHEMAS[command];
  if (schema === undefined || !Object.hasOwn(RESULT_SCHEMAS, command)) {
    const available = Object.keys(RESULT_SCHEMAS);
    throw notFound({ kind: 'command', name: command, available, nextSteps: ['wf --help'] });
  }
  return { title: `wf ${command} --json`, version: DOCUMENT_VERSION, ...z.toJSONSchema(schema, { io: 'input' }) };
}

/** Returns the schema of a command's `--json` output; `null` if there is no such command. */
export function resultSchemaOf(command: string): z.ZodType | null {
  return RESULT_SCHEMAS[command] ?? null;
}
