import { expect, test } from 'vitest';
import { statusResult } from '../../../../src/contract/evaluations/evaluation-status.ts';
import { EXPORT_FORMATS, exportEvaluation } from '../../../../src/use-cases/evaluations/export-evaluation.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf, rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const EVALUATION = evaluationOf();
const { client } = fakeClient({
  listEvaluationScenarios: async () => [rowOf({ input: '=1+1', scores: { exact_match: true }, output: 'two' })],
});

test.each([
  ['csv', /^[^\n]*exact_match[^\n]*\r?\n[^\n]*=1\+1/],
  ['spreadsheet', /^[^\n]*exact_match[^\n]*\r?\n[^\n]*'=1\+1/],
  ['jsonl', /^\{.*"two".*\}\n$/],
  ['junit', /^<\?xml [^]*<testsuite/],
] as const)('rows are exported as %s', async (format, content) => {
  expect(EXPORT_FORMATS).toContain(format);
  const chunks = await collect(exportEvaluation({ client, evaluation: EVALUATION, format, baseline: null }));
  expect(chunks.join('')).toMatch(content);
});

test.each(EXPORT_FORMATS)('an evaluation that runs is not exported as %s', async (format) => {
  const running = evaluationOf({ status: statusResult('EVALUATION_STARTED') });
  const exporting = async () =>
    await collect(exportEvaluation({ client, evaluation: running, format, baseline: null }));
  await expect(exporting()).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
});

test.each(['csv', 'html'] as const)('as %s, a baseline that runs is refused only where it is read', async (format) => {
  const running = evaluationOf({ id: 'b', status: statusResult('EVALUATION_STARTED') });
  const exporting = collect(exportEvaluation({ client, evaluation: EVALUATION, format, baseline: running }));
  if (format === 'csv') await expect(exporting).resolves.not.toEqual([]);
  else await expect(exporting).rejects.toMatchObject({ message: expect.stringContaining('Evaluation b has no') });
});
