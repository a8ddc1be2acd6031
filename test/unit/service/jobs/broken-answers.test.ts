import { expect, test } from 'vitest';
import { exportCsv } from '../../../../src/evaluation/export/export-rows.ts';
import { exportJunit } from '../../../../src/evaluation/export/export-junit.ts';
import { exportHtml } from '../../../../src/evaluation/export/export-html.ts';
import { summariseEvaluation } from '../../../../src/evaluation/summary/summarise-evaluation.ts';
import { readRow } from '../../../../src/playground/evaluations/read-row.ts';
import { evaluationRowColumns, evaluationRowView } from '../../../../src/ui/evaluations/evaluation-row-views.ts';
import { hostWorkflow } from '../../../helpers/host-workflow.ts';
import { startEvaluations } from '../../../helpers/start-evaluations.ts';
import { startModelServer } from '../../../helpers/start-model-server.ts';

const USAGE = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };

/** Evaluates a row whose route asks a model and then ends as told. */
async function evaluateRow(content: string, end: string) {
  await using models = await startModelServer([{ content, usage: USAGE, model: 'gpt-4o' }]);
  await using workflow = await hostWorkflow('paid.ts', { variables: { MODELS: models.baseUrl } });
  await using world = await startEvaluations({ hosting: workflow.hosting });
  const { id } = await world.run([{ text: `seen ${end} 1`, correct_answer: 'OK' }]);
  const [row] = await world.readRows(id);
  return { row: { ...row!, row: 1 }, evaluation: await world.read(id) };
}

test('a row whose JSON broke shows what the model answered, everywhere', async () => {
  const { row, evaluation } = await evaluateRow('Sure! Here is "it".', 'parse');
  expect(row.outputs[0]).toMatchObject({
    result: { error: { message: expect.stringContaining('Unexpected token'), model_answer: 'Sure! Here is "it".' } },
    usage: [{ calls: 1, input_tokens: 1000, output_tokens: 500 }],
  });
  const columns = evaluationRowColumns(evaluation, [row]);
  expect(columns.find(({ header }) => header === 'model answer')?.value(row)).toBe('Sure! Here is "it".');
  expect(JSON.stringify(evaluationRowView(evaluation, row))).toContain('"label":"model answer"');
  expect(readRow(row).output).toMatch(/Unexpected token.*\nThe model answered: Sure! Here is "it"\.$/);
  const rows = {
    evaluation,
    rows: async function* () {
      yield row;
    },
  };
  const [header, record] = await Array.fromAsync(exportCsv(rows));
  expect(header).toContain(',error,model_answer,');
  expect(record).toContain('"Sure! Here is ""it""."');
  const junit = (await Array.fromAsync(exportJunit(rows))).join('');
  expect(junit).toContain('>The model answered: Sure! Here is &quot;it&quot;.');
  const summary = await summariseEvaluation(rows);
  expect(summary.worst[0]?.model_answer).toBe('Sure! Here is "it".');
  const assets = { script: '', style: '' };
  const page = (await Array.fromAsync(exportHtml({ rows, summary, comparison: null, assets }))).join('');
  expect(page).toContain(String.raw`\nThe model answered: Sure! Here is \"it\".`);
});

test('a row stores at most 2,000 characters of an answer', async () => {
  const { row } = await evaluateRow(`Sure! ${'😀'.repeat(3000)}`, 'parse');
  const answer = row.outputs[0]?.result.error?.model_answer;
  expect(answer).toHaveLength(2000);
  expect(answer).toMatch(/^Sure! 😀.*…$/u);
});

test('a row that answered stores no other answer of its model', async () => {
  const { row, evaluation } = await evaluateRow('Sure!', 'ok');
  expect(JSON.stringify(row.outputs)).not.toContain('Sure!');
  expect(evaluationRowColumns(evaluation, [row]).map(({ header }) => header)).not.toContain('model answer');
});
