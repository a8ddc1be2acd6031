import { expect, test } from 'vitest';
import type { TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import type { EvaluationRows } from '../../../../src/evaluation/compare/metrics.ts';
import { exportEvidence, parseEvidence, withAddressesOf } from '../../../../src/evaluation/export/evidence-file.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

const ROWS = Array.from({ length: 40 }, (_, index) => ({
  ...rowOf({ input: `question ${index % 20}`, output: 'größe 😀', scores: { exact_match: index % 3 !== 0 } }),
  row: index + 1,
  case: (index % 20) + 1,
}));

function evaluated(more: Partial<TestedEvaluation> = {}, rows = ROWS): EvaluationRows {
  const sorted = rows.toSorted((one, other) => one.case - other.case);
  return { evaluation: evaluationOf(more), rows: (order) => streamOf(order === 'case' ? sorted : rows) };
}

const write = async (evaluation: EvaluationRows) => (await collect(exportEvidence(evaluation))).join('');

test('a comparison with a file of evidence is that with the evaluation itself', async () => {
  const baseline = evaluated();
  const read = parseEvidence('baseline.json', await write(baseline));
  const candidate = evaluated(
    { id: 'b' },
    ROWS.map((row, index) => ({ ...row, ...(index < 6 ? { results: [] } : {}) })),
  );
  const options = { candidates: [candidate], maxPoints: 100 };
  expect(await compareEvaluations({ ...options, baseline: read })).toEqual(
    await compareEvaluations({ ...options, baseline }),
  );
  expect(await collect(read.rows())).toEqual(await collect(baseline.rows()));
});

test('formatters and line ends of other systems do no harm', async () => {
  const text = await write(evaluated());
  for (const other of [
    JSON.stringify(JSON.parse(text)),
    JSON.stringify(JSON.parse(text), null, 4),
    text.replaceAll('\n', '\r\n'),
  ])
    expect(parseEvidence('baseline.json', other).evaluation.id).toBe(evaluationOf().id);
});

test('a row is a line', async () => {
  const lines = (await write(evaluated())).split('\n');
  expect(lines.filter((line) => line.startsWith('{"id":"row-'))).toHaveLength(ROWS.length);
});

test('it has no secret and no folder of the machine, and nothing that only one service knows', async () => {
  const webhook = 'https://hooks.example.com/T0/secret-token';
  const own = scoreOf('webhook_test', 1, { webhook_url: webhook });
  const named = { ...own, evaluator_config: { ...own.evaluator_config, name: `webhook_test:webhook_url=${webhook}` } };
  const failed = { type: 'error', value: null, error: { message: 'No.', stacktrace: 'at /home/me/x.ts' } };
  const [first = ROWS[0]] = ROWS;
  if (first === undefined) throw new Error('There are rows.');
  const rows = [
    { ...first, outputs: [{ result: failed }], results: [{ evaluator_config: 'webhook_test', result: failed }] },
  ];
  const evaluation = evaluated(
    { aggregated_results: [named], variables: 'keyed', labels: { who: 'me@example.com' } },
    rows,
  );
  const text = await write(evaluation);
  for (const hidden of ['secret-token', '/home/me', 'keyed', 'me@example.com', evaluationOf().testset_id ?? ''])
    expect(text).not.toContain(hidden);

  // The same evaluator is known again where its address is the same, and only there.
  const read = parseEvidence('baseline.json', text).evaluation;
  expect(withAddressesOf(read, [evaluation.evaluation]).aggregated_results).toEqual([named]);
  const elsewhere = scoreOf('webhook_test', 1, { webhook_url: 'https://hooks.example.com/T0/other' });
  expect(withAddressesOf(read, [evaluationOf({ aggregated_results: [elsewhere] })])).toEqual(read);
});

const STEP = 'Write it: wf eval export VARIANT --format json --output baseline.json';

test.each<[string, (text: string) => string, string]>([
  ['cut off', (text) => text.slice(0, -200), 'is damaged: line 45, column'],
  ['with the marks of a merge', (text) => `<<<<<<< ours\n${text}`, 'is damaged: line 1, column 1 is not JSON.'],
  ['empty', () => '', 'is damaged: line 1, column 1 is not JSON.'],
  ['of something else', () => '{"rules": []}', 'is not a file of evidence.'],
  ['with rows alone', () => '[]', 'is not a file of evidence.'],
  ['nested without end', () => '['.repeat(50_000), 'is not a file of evidence: it is nested too deeply.'],
  [
    'of an older version',
    (text) => text.replace('"version": 1', '"version": 0'),
    'was written by another wf: it has version 0, and this wf reads version 1.',
  ],
  [
    'of a newer version',
    (text) => text.replace('"version": 1', '"version": 2'),
    'was written by a newer wf: it has version 2, and this wf reads version 1.',
  ],
  [
    'edited by hand',
    (text) => text.replace('"value":true', '"value":false'),
    'was changed after wf wrote it: its checksum does not match.',
  ],
  [
    'without a row',
    (text) => text.replace(/\n\{"id":"row-question 7"[^\n]*/, ''),
    'was changed after wf wrote it: its checksum does not match.',
  ],
  [
    'of another route',
    (text) => text.replace('"id":"01932c5e-3333', '"route":"/other","id":"01932c5e-3333'),
    'was changed after wf wrote it: its checksum does not match.',
  ],
  [
    'with a field of another kind',
    (text) => text.replace('"variant_names":["default"]', '"variant_names":7'),
    'is damaged: evaluation.variant_names: ',
  ],
])('a file %s is refused, and says how to write it', async (_, change, problem) => {
  const text = change(await write(evaluated()));
  expect(() => parseEvidence('baseline.json', text)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: expect.stringContaining(`The baseline baseline.json ${problem}`),
      nextSteps: [STEP],
    }),
  );
});

test('an evaluation that is too large to be read is not written', async () => {
  const output = 'x'.repeat(1024 * 1024);
  const rows = Array.from({ length: 70 }, (_, index) => ({
    ...rowOf({ input: `${index}`, output }),
    row: index + 1,
    case: index + 1,
  }));
  await expect(write(evaluated({}, rows))).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringContaining('needs more than 64 MiB, which is too large for a file of evidence.'),
  });
});
