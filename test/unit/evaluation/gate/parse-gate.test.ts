import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { maximumMissing, parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';

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

test('a gate that says no more than it must has a default of everything else', () => {
  expect(parseGate('g', '{"rules": [{"metric": "exact_match", "minimum": 0}]}')).toEqual({
    name: 'g',
    // sha256sum of the text
    sha256: '77bfa9d20bd6188190352a6bb3f74a82aee7430aeb758f6c21070ba6a5bf2f8a',
    evaluators: [],
    minimum_cases: 1,
    minimum_pairs: 1,
    maximum_errors: 0,
    confidence: 0.95,
    rules: [{ metric: 'exact_match', minimum: 0, confident: false }],
  });
});

test('as many rows may be without a score as may fail, unless the gate says otherwise', () => {
  expect(maximumMissing({ maximum_errors: 3 })).toBe(3);
  expect(maximumMissing({ maximum_errors: 3, maximum_missing: 0 })).toBe(0);
});

test.each<[object, string | null]>([
  [{ confidence: 0.5 }, 'confidence: Input should be greater than 0.5'],
  [{ confidence: 0.51 }, null],
  [{ confidence: 1 }, 'confidence: Input should be less than 1'],
  [{ minimum_cases: 0 }, 'minimum_cases: Input should be greater than or equal to 1'],
  [{ minimum_cases: 1 }, null],
  [{ maximum_errors: -1 }, 'maximum_errors: Input should be greater than or equal to 0'],
  [{ maximum_missing: -1 }, 'maximum_missing: Input should be greater than or equal to 0'],
  [{ maximum_errors: 0, maximum_missing: 0 }, null],
  [{ evaluators: [''] }, 'evaluators.0: Input should have at least 1 character'],
  [
    { evaluators: ['a'], rules: [{ metric: '', minimum: 1 }] },
    'rules.0.metric: Input should have at least 1 character',
  ],
  [
    { rules: [{ metric: 'a', percentile: 96, minimum: 1 }] },
    'rules.0.percentile: Input matches none of the allowed types',
  ],
  [{ rules: [{ metric: 'a', percentile: 90, maximum: 1 }] }, null],
  [{ rules: [{ metric: 'a', percentile: 95, maximum: 1 }] }, null],
  [{ rules: [{ metric: 'a', range: [0, 2], maximum: 1 }] }, null],
  [{ rules: [{ metric: 'a', confident: 1, maximum: 1 }] }, 'rules.0.confident: Input should be a valid boolean'],
])('a gate with %j has the problem %j', (given, problem) => {
  const text = JSON.stringify({ rules: [{ metric: 'a', minimum: 1 }], ...given });
  const parse = () => parseGate('g', text);
  if (problem === null) expect(parse()).toMatchObject(given);
  else expect(parse).toThrow(expect.objectContaining({ message: `Invalid gate g: ${problem}.` }) as Error);
});

test.each([
  ['{"rules": [}', 'is neither YAML nor JSON'],
  ['', 'expected a document, but the input is empty'],
  ['minimum_cases: 3', 'rules: Field required'],
  ['rules: []', 'rules: Input should have at least 1 item'],
  ['just words', 'Input should be a valid object'],
  ['rules: [{metric: exact_match, minimun: 0.8}]', 'rules.0.minimun: Extra inputs are not permitted'],
  ['rules: [{metric: cost, minimum: "1"}]', 'rules.0.minimum: Input should be a valid number'],
  ['rules: [{metric: cost, minimum: .nan}]', 'rules.0.minimum: '],
  ['rules: [{metric: cost, not_worse_by: .inf}]', 'rules.0.not_worse_by: Input should be a number, or a share'],
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
  const [, example = ''] = /```yaml\n((?:route|evaluators):[^`]+)```/.exec(readme) ?? [];
  expect(parseGate('evaluations.md', example).rules).toHaveLength(6);
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
    { metric: 'cost', percentile: 95, not_worse_by: 0.1 },
    'rules.0: not_worse_by compares a percentile of the latency only: 50 or 95',
  ],
  [
    { metric: 'latency mean', percentile: 95, maximum: 5 },
    'rules.0: latency mean has no percentile: leave it out, or write metric: latency',
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
