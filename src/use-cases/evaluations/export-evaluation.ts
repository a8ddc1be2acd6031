import type { Client } from '../../client/create-client.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import type { EvaluationRows } from '../../evaluation/compare/compare-rows.ts';
import { exportCsv, exportJsonl, exportSpreadsheet } from '../../evaluation/export/export-rows.ts';
import { exportJunit } from '../../evaluation/export/export-junit.ts';
import { exportReport } from './export-report.ts';
import { readEvaluationRows, requireComplete } from './read-evaluation-rows.ts';

const WRITERS = {
  csv: exportCsv,
  spreadsheet: exportSpreadsheet,
  jsonl: exportJsonl,
  junit: exportJunit,
} as const satisfies Readonly<Record<string, (rows: EvaluationRows) => AsyncGenerator<string>>>;

export const EXPORT_FORMATS = ['csv', 'spreadsheet', 'jsonl', 'junit', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportEvaluationOptions {
  readonly client: Client;
  readonly evaluation: Evaluation;
  readonly format: ExportFormat;
  /** Evaluation that the html file compares it with. */
  readonly baseline: Evaluation | null;
  /** Column of the test set whose values the html file compares separately, too. @defaultValue none */
  readonly groupBy?: string | null;
}

/**
 * Exports a finished evaluation in a format, in chunks.
 *
 * @throws {WF_INVALID_INPUT} when it is not finished
 */
export function exportEvaluation({ format, ...options }: ExportEvaluationOptions): AsyncIterable<string> {
  if (format === 'html') return exportReport(options);
  return WRITERS[format](readEvaluationRows(options.client, requireComplete(options.evaluation)));
}
