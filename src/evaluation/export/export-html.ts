import { createHash } from 'node:crypto';
import type { Comparison } from '../../contract/evaluations/comparison.ts';
import {
  REPORT_ID,
  ROWS_CLASS,
  type EvaluationReport,
  type ReportRow,
} from '../../contract/evaluations/evaluation-report.ts';
import { nameRows } from '../../contract/evaluations/subject.ts';
import type { EvaluationSummary } from '../../contract/evaluations/evaluation-summary.ts';
import {
  describeErrors,
  evaluatorNames,
  modelAnswerOf,
  withModelAnswer,
} from '../../contract/evaluations/describe-results.ts';
import { type NumberedRow, numberRows } from './export-rows.ts';
import { nameOf, type EvaluationRows, evaluatorsOf, type Metric } from '../compare/metrics.ts';

export interface HtmlReport {
  readonly rows: EvaluationRows;
  readonly summary: EvaluationSummary;
  readonly comparison: Comparison | null;
  readonly assets: { readonly script: string; readonly style: string };
}

const ROWS_PER_BLOCK = 1000;

/**
 * Writes an evaluation as one html file that needs no network. Its content security policy allows only the embedded script
 * and style, by their hashes; model output is data, whatever it looks like.
 *
 * @yields parts of the document
 */
export async function* exportHtml({ rows, summary, comparison, assets }: HtmlReport): AsyncGenerator<string> {
  const { evaluation } = rows;
  const [evaluators, names] = [evaluatorsOf(evaluation), evaluatorNames(evaluation)];
  const report: EvaluationReport = {
    variant: nameOf(evaluation).variant,
    route: evaluation.route ?? null,
    testset: nameRows(evaluation),
    created_at: evaluation.created_at,
    evaluators: evaluators.map(({ name }) => name),
    summary,
    comparison,
  };
  yield toHead(`${report.variant}${report.route === null ? '' : ` at ${report.route}`} on ${report.testset}`, assets);
  yield `<div id="root"></div><noscript>This page needs JavaScript.</noscript>\n`;
  yield `<script type="application/json" id="${REPORT_ID}">${toData(report)}</script>\n`;
  let block: ReportRow[] = [];
  for await (const row of numberRows(rows.rows)) {
    block.push(toRow(row, evaluators, names));
    if (block.length < ROWS_PER_BLOCK) continue;
    yield toBlock(block);
    block = [];
  }
  if (block.length > 0) yield toBlock(block);
  yield `<script>${assets.script}</script>\n</body>\n</html>\n`;
}

function toHead(title: string, { script, style }: HtmlReport['assets']): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
`;
}

/** @source W3C Content Security Policy Level 3, §2.3.1 */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function toBlock(rows: readonly ReportRow[]): string {
  return `<script type="application/json" class="${ROWS_CLASS}">${toData(rows)}</script>\n`;
}

/** Escapes text so that it cannot end its element or begin a comment. */
function toData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function toRow(row: NumberedRow, evaluators: readonly Metric[], names: ReadonlyMap<string, string>): ReportRow {
  const [output] = row.outputs;
  const error = describeErrors(row, names);
  const reasons = evaluators.map(
    ({ id }) => row.results.find((each) => each.evaluator_config === id)?.result.reason ?? null,
  );
  return [
    row.row,
    toText(row.inputs.map(({ name, value }) => [name, value] as const)),
    toText(row.correct_answers.map(({ key, value }) => [key, value] as const)),
    valueText(output?.result.value),
    error === null ? null : withModelAnswer(error, modelAnswerOf(row)),
    evaluators.map(({ read }) => read(row)),
    output?.cost ?? null,
    output?.latency ?? null,
    ...(reasons.every((reason) => reason === null) ? ([] as const) : ([reasons] as const)),
  ];
}

/** A single cell needs no name. */
function toText(cells: readonly (readonly [string, unknown])[]): string {
  const [only, ...others] = cells;
  if (only !== undefined && others.length === 0) return valueText(only[1]);
  return cells.map(([name, value]) => `${name}: ${valueText(value)}`).join('\n');
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}
