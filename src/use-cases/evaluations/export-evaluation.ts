import type { Client } from '../../client/create-client.ts';
import type { Comparison } from '../../contract/evaluations/comparison.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { EvaluationRows } from '../../evaluation/compare/metrics.ts';
import { exportCsv, exportJsonl, exportSpreadsheet } from '../../evaluation/export/export-rows.ts';
import { exportEvidence } from '../../evaluation/export/evidence-file.ts';
import { exportJunit } from '../../evaluation/export/export-junit.ts';
import { readChoices } from './count-spent.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareEvaluations, type CompareEvaluationsOptions } from '../../evaluation/compare/compare-evaluations.ts';
import { exportHtml } from '../../evaluation/export/export-html.ts';
import { summariseEvaluation } from '../../evaluation/summary/summarise-evaluation.ts';
import { packagePaths } from '../package-paths.ts';
import type { ResolvedBaseline } from './resolve-baseline.ts';

const WRITERS = {
  csv: exportCsv,
  spreadsheet: exportSpreadsheet,
  jsonl: exportJsonl,
  json: exportEvidence,
} as const satisfies Readonly<Record<string, (rows: EvaluationRows) => AsyncGenerator<string>>>;

export const EXPORT_FORMATS = ['csv', 'spreadsheet', 'jsonl', 'json', 'junit', 'html'] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface ExportEvaluationOptions {
  readonly client: Client;
  readonly evaluation: TestedEvaluation;
  readonly format: ExportFormat;
  readonly baseline: ResolvedBaseline | null;
  /** Column of the test set whose values the html file compares separately, too. @defaultValue none */
  readonly groupBy?: string | null;
}

/**
 * Exports a finished evaluation in a format.
 *
 * @yields chunks of the file
 * @throws {WF_INVALID_INPUT} when it is not finished
 */
export async function* exportEvaluation({ format, ...options }: ExportEvaluationOptions): AsyncGenerator<string> {
  const { client } = options;
  const evaluation = await requireComplete(client, options.evaluation);
  if (format === 'html') yield* exportReport(options);
  else if (format === 'junit') yield* exportComparedJunit(options);
  else yield* WRITERS[format](readEvaluationRows(client, evaluation));
}

/** Number of worst rows listed first; readers find others by sorting. */
const WORST_ROWS = 20;

/** Points of a picture: more would hide one another, and slow the file down. */
const MAX_POINTS = 2000;

/**
 * Exports a finished evaluation as one html file that works offline.
 *
 * @yields chunks of the file
 * @throws {WF_INVALID_INPUT} when it or the baseline is not finished
 */
async function* exportReport(options: Omit<ExportEvaluationOptions, 'format'>): AsyncGenerator<string> {
  const { client, evaluation, groupBy = null } = options;
  const rows = readEvaluationRows(client, evaluation);
  const comparison = await compareWithBaseline(options, { maxPoints: MAX_POINTS, groupBy });
  const summary = await summariseEvaluation(rows, { maxRows: WORST_ROWS });
  yield* exportHtml({ rows, summary, comparison, assets: await readAssets() });
}

async function* exportComparedJunit(options: Omit<ExportEvaluationOptions, 'format'>): AsyncGenerator<string> {
  const rows = readEvaluationRows(options.client, options.evaluation);
  yield* exportJunit(rows, await compareWithBaseline(options, { maxRows: 0 }));
}

async function compareWithBaseline(
  { client, evaluation, baseline }: Omit<ExportEvaluationOptions, 'format'>,
  shown: Pick<CompareEvaluationsOptions, 'maxPoints' | 'groupBy' | 'maxRows'>,
): Promise<Comparison | null> {
  if (baseline === null) return null;
  const { rows, source } = baseline;
  const candidates = [readEvaluationRows(client, evaluation)];
  const choicesOf = await readChoices(client, { candidates: [evaluation], baseline: rows.evaluation }, null);
  const comparison = await compareEvaluations({ ...shown, candidates, baseline: rows, choicesOf });
  return source === null ? comparison : { ...comparison, baseline_source: source };
}

async function readAssets(): Promise<{ readonly script: string; readonly style: string }> {
  const read = async (name: string) => await readFile(join(packagePaths().report, name), 'utf8');
  return { script: await read('report.js'), style: await read('style.css') };
}
