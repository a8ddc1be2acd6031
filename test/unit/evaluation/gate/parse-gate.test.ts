import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';

test('YAML and JSON are read alike, defaults filled in', () => {
  const yaml = parseGate(
    'release.gate.yaml',
    [
      '# what a release must meet',
      'evaluators: [exact_match]',
      'minimum_cases: 50',
      'rules:',
      '  - { metric: exact_match, minimum: 0.8, not_worse_by: 0.02 }',
      '  - metric: latency',
      '    not_worse_by: 10%',
    ].join('\n'),
  );
  const rules = [
    { metric: 'exact_match', minimum: 0.8, not_worse_by: 0.02 },
    { metric: 'latency', not_worse_by: '10%' },
  ];
  const json = parseGate(
    'release.gate.json',
    JSON.stringify({ evaluators: ['exact_match'], minimum_cases: 50, rules }),
  );
  expect({ ...yaml, name: '', sha256: '' }).toEqual({ ...json, name: '', sha256: '' });
  expect(yaml).toMatchObject({
    maximum_errors: 0,
    confidence: 0.95,
    rules: [{ confident: false, minimum: 0.8 }, { metric: 'latency' }],
  });
});

test.each([
  ['rules: [\n  - {', 'line 2, column 3 is neither YAML nor JSON'],
  ['{"rules": [}', 'is neither YAML nor JSON'],
  ['', 'expected a document, but the input is empty'],
  ['minimum_cases: 3', 'rules: Field required'],
  ['rules: []', 'rules: Input should have at least 1 item'],
  ['just words', 'Input should be a valid object'],
  ['rules: [{metric: exact_match}]', 'rules.0: A rule needs minimum, maximum or not_worse_by'],
  ['rules: [{metric: exact_match, minimun: 0.8}]', 'rules.0.minimun: Extra inputs are not permitted'],
  ['rules: [{metric: cost, not_worse_by: much}]', 'rules.0.not_worse_by: Input should be a number, or a share'],
  ['rules: [{metric: cost, minimum: "1"}]', 'rules.0.minimum: Input should be a valid number'],
  ['rules: [{metric: cost, minimum: 2, maximum: 1}]', 'rules.0: Nothing passes a minimum that is above the maximum'],
  ['rules: [{metric: cost, minimum: .nan}]', 'rules.0.minimum: '],
  ['confidence: 95\nrules: [{metric: cost, maximum: 1}]', 'confidence: Input should be less than 1'],
  ['rules: [{metric: cost, metric: latency, maximum: 1}]', 'is neither YAML nor JSON'],
])('the gate %j is refused: %s', (text, reason) => {
  expect(() => parseGate('bad.gate.yaml', text)).toThrow(
    expect.objectContaining({ code: 'WF_INVALID_INPUT', message: expect.stringContaining(reason) }),
  );
  expect(() => parseGate('bad.gate.yaml', text)).toThrow(/(The|Invalid) gate bad\.gate\.yaml/);
});

test('the gate on the page about evaluations is valid', () => {
  const readme = readFileSync(resolve('docs/evaluations.md'), 'utf8');
  const [, example = ''] = /```yaml\n(evaluators:[^`]+)```/.exec(readme) ?? [];
  expect(parseGate('evaluations.md', example).rules).toHaveLength(5);
});

test.each([[[1, 0]], [[0]], [[0, 0]], [[0, 1, 2]]])('%j is no range', (range) => {
  const gate = JSON.stringify({ rules: [{ metric: 'own', minimum: 1, range }] });
  expect(() => parseGate('gate.json', gate)).toThrow('Invalid gate gate.json');
});

const refusalOf = (rule: object) => {
  try {
    return parseGate('g', JSON.stringify({ rules: [{ metric: 'own', ...rule }] }));
  } catch (error) {
    return error;
  }
};

const AMOUNT = 'Input should be a number, or a share of the baseline such as "10%"';

test.each<[object, string]>([
  [{ not_worse_by: 'ten' }, `rules.0.not_worse_by: ${AMOUNT}`],
  [{ not_worse_by: '10' }, `rules.0.not_worse_by: ${AMOUNT}`],
  [{ not_worse_by: true }, `rules.0.not_worse_by: ${AMOUNT}`],
  [{ not_worse_by: null }, `rules.0.not_worse_by: ${AMOUNT}`],
  [{}, 'rules.0: A rule needs minimum, maximum or not_worse_by'],
  [{ minimum: 2, maximum: 1 }, 'rules.0: Nothing passes a minimum that is above the maximum'],
  [{ minimum: 1, range: [1, 0] }, 'rules.0: A range is the least and the greatest score: [0, 1]'],
  [
    { percentile: 95, not_worse_by: 0.1 },
    'rules.0: A percentile has a minimum or a maximum; not_worse_by is about the mean',
  ],
])('the rule %j is refused', (rule, problem) => {
  expect(refusalOf(rule)).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `Invalid gate g: ${problem}.`,
    nextSteps: ['A gate begins as: {"rules": [{"metric": "exact_match", "minimum": 0.8}]}'],
    details: [{ msg: problem.slice(problem.indexOf(': ') + 2) }],
  });
});

test.each([
  { minimum: 1, maximum: 1 },
  { not_worse_by: 0 },
  { not_worse_by: '2.5 %' },
  { maximum: 1, percentile: 50 },
  { minimum: 1, percentile: 99 },
])('the rule %j is accepted', (rule) => {
  expect(refusalOf(rule)).toMatchObject({ rules: [rule] });
});

test('what is neither YAML nor JSON is named with its place', () => {
  expect(() => parseGate('g.yaml', 'rules: [\n  - {')).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: expect.stringMatching(/^The gate g\.yaml, line 2, column 3 is neither YAML nor JSON: .+\.$/),
      details: { file: 'g.yaml' },
    }),
  );
});

test('infinity is no amount', () => {
  expect(() => parseGate('g', 'rules: [{ metric: own, not_worse_by: .inf }]')).toThrow(
    `rules.0.not_worse_by: ${AMOUNT}.`,
  );
});
