import type { Client } from '../client/create-client.ts';
import type { Evaluation } from '../contract/records/evaluation.ts';
import type { EvaluationRows } from '../evaluation/compare/compare-rows.ts';
import { exportCsv, exportJsonl } from '../evaluation/export/export-rows.ts';
import { exportJunit } from '../evaluation/export/export-junit.ts';
import { readEvaluationRows, requireFinished } from './read-evaluation-rows.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl', 'junit'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const WRITERS: Readonly<Record<ExportFormat, (rows: EvaluationRows) => AsyncGenerator<string>>> = {
  csv: exportCsv,
  jsonl: exportJsonl,
  junit: exportJunit,
};

/**
 * Writes a finished evaluation in a format, part by part.
 *
 * @throws {WF_INVALID_INPUT} when it has not all its rows
 */
export function exportEvaluation(client: Client, evaluation: Evaluation, format: ExportFormat): AsyncIterable<string> {
  return WRITERS[format](readEvaluationRows(client, requireFinished(evaluation)));
}
