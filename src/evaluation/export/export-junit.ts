import { describeBaseline, nameRows } from '../../contract/evaluations/subject.ts';
import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import type { Comparison } from '../../contract/evaluations/comparison.ts';
import { describeVerdict } from '../../contract/evaluations/describe-comparison.ts';
import { describeErrors, modelAnswerOf } from '../../contract/evaluations/describe-results.ts';
import { nameOf, type EvaluationRows, evaluatorsOf, type Metric } from '../compare/metrics.ts';
import { type NumberedRow, numberRows } from './export-rows.ts';
import { isErroneous } from '../../contract/evaluations/evaluation-status.ts';

/**
 * Writes an evaluation as JUnit XML for continuous integration: one test case per row, which fails where an evaluator
 * fails it. Reads the rows twice, since the totals come first.
 *
 * @param comparison - with a baseline: its source and verdicts are properties of the suite
 * @yields parts of the document
 */
export async function* exportJunit(
  evaluation: EvaluationRows,
  comparison: Comparison | null = null,
): AsyncGenerator<string> {
  const { variant } = nameOf(evaluation.evaluation);
  const evaluators = evaluatorsOf(evaluation.evaluation);
  const { route } = evaluation.evaluation;
  const name = `${variant}${route == null ? '' : ` at ${route}`} on ${nameRows(evaluation.evaluation) || 'a test set'}`;
  const totals = await countOutcomes(evaluation, evaluators);
  const counts = `tests="${totals.tests}" failures="${totals.failures}" errors="${totals.errors}" time="${Number(totals.seconds.toFixed(6))}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="wf" ${counts}>\n`;
  yield `  <testsuite name="${escape(name)}" timestamp="${escape(evaluation.evaluation.created_at)}" ${counts}>\n`;
  const properties = [
    ...(route == null ? [] : [{ name: 'route', value: route }]),
    ...(comparison === null ? [] : comparedProperties(comparison)),
  ].map((each) => `<property name="${escape(each.name)}" value="${escape(each.value)}"/>`);
  if (properties.length > 0) yield `    <properties>${properties.join('')}</properties>\n`;
  for await (const row of numberRows(evaluation.rows)) yield toCase(row, variant, evaluators);
  yield '  </testsuite>\n</testsuites>\n';
}

function comparedProperties({ baseline, baseline_source: source, candidates }: Comparison) {
  const about = describeBaseline(baseline, source) ?? `Compared with ${baseline.variant} (${baseline.id}).`;
  const metrics = candidates.flatMap((candidate) => candidate.metrics);
  return [
    { name: 'baseline', value: about },
    ...metrics.map((metric) => ({ name: `${metric.metric} compared`, value: describeVerdict(metric) })),
  ];
}

async function countOutcomes({ rows }: EvaluationRows, evaluators: readonly Metric[]) {
  const totals = { tests: 0, failures: 0, errors: 0, seconds: 0 };
  for await (const row of rows()) {
    totals.tests += 1;
    totals.seconds += row.outputs[0]?.latency ?? 0;
    if (isErroneous(row)) totals.errors += 1;
    else if (evaluators.some(({ read }) => read(row) === false)) totals.failures += 1;
  }
  return totals;
}

function toCase(row: NumberedRow, variant: string, evaluators: readonly Metric[]): string {
  // Readers of JUnit XML take tests of one name for one test.
  const repeat = (row.repeat ?? 1) > 1 ? `, repeat ${row.repeat}` : '';
  const name = escape(`row ${row.row}${repeat}: ${shortened(inputsOf(row))}`);
  const head = `    <testcase classname="${escape(variant)}" name="${name}" time="${row.outputs[0]?.latency ?? 0}"`;
  const body = [...scoreProperties(row, evaluators), ...outcomeOf(row, evaluators), ...reasonsOf(row, evaluators)];
  return body.length === 0
    ? `${head}/>\n`
    : `${head}>\n${body.map((line) => `      ${line}\n`).join('')}    </testcase>\n`;
}

/** A row with an error is not a failure as well. */
function outcomeOf(row: EvaluationScenario, evaluators: readonly Metric[]): string[] {
  if (isErroneous(row)) {
    const names = new Map(evaluators.map((each) => [each.id ?? each.name, each.name]));
    const error = [...row.outputs, ...row.results].find(({ result }) => result.error)?.result.error;
    const answer = modelAnswerOf(row);
    const details = [...(answer === null ? [] : [`The model answered: ${answer}`]), error?.stacktrace ?? ''];
    const text = details.filter((each) => each !== '').join('\n');
    return [`<error message="${escape(describeErrors(row, names) ?? 'There is no output.')}">${escape(text)}</error>`];
  }
  const failed = evaluators.filter(({ read }) => read(row) === false).map((evaluator) => evaluator.name);
  if (failed.length === 0) return [];
  const output = JSON.stringify(row.outputs[0]?.result.value ?? null);
  const expected = JSON.stringify(Object.fromEntries(row.correct_answers.map(({ key, value }) => [key, value])));
  return [
    `<failure message="${escape(failed.join(', '))}">${escape(`output: ${output}\nexpected: ${expected}`)}</failure>`,
  ];
}

function scoreProperties(row: EvaluationScenario, evaluators: readonly Metric[]): string[] {
  const scores = evaluators
    .map(({ name, read }) => ({ name, value: read(row) }))
    .filter(({ value }) => typeof value === 'number')
    .map(({ name, value }) => `<property name="${escape(name)}" value="${String(value)}"/>`);
  return scores.length === 0 ? [] : [`<properties>${scores.join('')}</properties>`];
}

/** Why judges scored the row so, where continuous integration shows a test's output. */
function reasonsOf({ results }: EvaluationScenario, evaluators: readonly Metric[]): string[] {
  const reasons = results.flatMap(({ evaluator_config, result: { reason } }) =>
    reason == null ? [] : [`${evaluators.find(({ id }) => id === evaluator_config)?.name ?? ''}: ${reason}`],
  );
  return reasons.length === 0 ? [] : [`<system-out>${escape(reasons.join('\n'))}</system-out>`];
}

function inputsOf({ inputs }: EvaluationScenario): string {
  return inputs.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' | ');
}

const MAX_NAME_LENGTH = 120;

function shortened(text: string): string {
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML 1.0 allows no control characters and no lone surrogates, not even as references. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_XML, '\uFFFD')
    .replaceAll(/[&<>"\n]/g, (character) => ENTITIES[character] ?? character);
}

// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
