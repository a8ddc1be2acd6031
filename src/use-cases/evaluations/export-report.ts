import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import type { Comparison } from '../../contract/evaluations/comparison.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { compareEvaluations } from '../../evaluation/compare/compare-evaluations.ts';
import { exportHtml } from '../../evaluation/export/export-html.ts';
import { summariseEvaluation } from '../../evaluation/summary/summarise-evaluation.ts';
import { packagePaths } from '../package-paths.ts';
import { readEvaluationRows, requireFinished } from './read-evaluation-rows.ts';

export interface ExportReportOptions {
  readonly client: Client;
  readonly evaluation: Evaluation;
  /** What it is compared with; `null`: nothing. */
  readonly baseline: Evaluation | null;
}

/** Worst rows above all the others; the rest is found by ordering. */
const WORST_ROWS = 20;

/**
 * Writes a finished evaluation as one html file that opens without network.
 *
 * @yields parts of the file
 * @throws {WF_INVALID_INPUT} when it, or the baseline, has not all its rows
 */
export async function* exportReport({ client, evaluation, baseline }: ExportReportOptions): AsyncGenerator<string> {
  const rows = readEvaluationRows(client, requireFinished(evaluation));
  const comparison = baseline === null ? null : await compare(client, baseline, evaluation);
  const summary = await summariseEvaluation(rows, { maxRows: WORST_ROWS });
  yield* exportHtml({ rows, summary, comparison, assets: await readAssets() });
}

async function compare(client: Client, baseline: Evaluation, evaluation: Evaluation): Promise<Comparison> {
  return await compareEvaluations({
    baseline: readEvaluationRows(client, requireFinished(baseline)),
    candidates: [readEvaluationRows(client, evaluation)],
  });
}

async function readAssets(): Promise<{ readonly script: string; readonly style: string }> {
  const read = async (name: string) => await readFile(join(packagePaths().report, name), 'utf8');
  return { script: await read('report.js'), style: await read('style.css') };
}
