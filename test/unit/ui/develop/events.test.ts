import { expect, test } from 'vitest';
import { describeDevEvent } from '../../../../src/ui/develop/describe-dev-event.ts';
import { describeTrialEvent } from '../../../../src/ui/develop/trial-view.ts';
import { changeLines, joinedLine, type JoinRecord } from '../../../../src/ui/develop/join-view.ts';
import { showRouteAnswer } from '../../../../src/ui/develop/describe-call-cost.ts';

const NOWHERE = { file: null, line: null, column: null, frame: null };
const PLACE = { file: 'a.ts', line: 2, column: 3, frame: '  2 | x' };
const FAILURE = { type: 'reload-fail', app: null, message: 'Unexpected end', next_steps: [] } as const;
const CALL = { type: 'call-end', route: '/say', status: 200, duration_ms: 43, cost: null, message: null } as const;
const TYPES = { type: 'types-check', count: 0, errors: [], problem: null } as const;
const ISSUE = { file: 'a.ts', line: 2, column: 3, code: 'TS2322', message: 'No.' };

test.each([
  [{ type: 'reload-start' }, null],
  [{ type: 'reload-end', app: null, routes: ['/', '/b'], duration_ms: 7 }, 'Loaded in 7 ms: /, /b'],
  [{ ...FAILURE, ...NOWHERE }, 'Error: Unexpected end\n'],
  [
    { ...FAILURE, ...PLACE, next_steps: ['one', 'two'] },
    'Error: a.ts:2:3: Unexpected end\n\n  2 | x\n\n  Try: one\n  Try: two\n',
  ],
  [{ ...TYPES, count: 1, errors: [ISSUE] }, 'TypeScript found 1 error:\n  a.ts:2:3 TS2322 No.'],
  [TYPES, 'TypeScript finds no more errors'],
  [{ ...CALL, ...NOWHERE }, '/say: 200 in 43 ms'],
  [{ ...CALL, ...NOWHERE, cost: 0.25 }, '/say: 200 in 43 ms, $0.25'],
  [{ ...CALL, ...NOWHERE, status: 500, message: 'no' }, '/say: 500 in 43 ms. no'],
  [{ ...CALL, ...PLACE, status: 500, message: 'no' }, '/say: 500 in 43 ms. a.ts:2:3: no\n\n  2 | x\n'],
  [{ type: 'output-write', text: 'a\nb\n' }, 'a\nb'],
  [
    { type: 'evaluator-save', file: 'evaluators/good.ts' },
    'Saved evaluators/good.ts; run wf deploy to use it in evaluations',
  ],
] as const)('wf dev reports %j', (event, line) => {
  expect(describeDevEvent(event)).toBe(line);
});

test.each([
  [1, ['0 of 1 row', '1 of 1 row']],
  [3, ['0 of 3 rows', '1 of 3 rows', '2 of 3 rows', '3 of 3 rows']],
  [250, Array.from({ length: 11 }, (_, index) => `${index * 25} of 250 rows`)],
])('a trial of %i rows has a line per row, and a long one per tenth', (rows, lines) => {
  const describe = describeTrialEvent();
  expect(
    Array.from({ length: rows + 1 }, (_, done) => describe({ done, rows })).filter((line) => line !== null),
  ).toEqual(lines);
});

test('what joining a project adds is shown line by line, and where to go on', () => {
  const view: JoinRecord = {
    dir: 'my shop',
    app: 'shop',
    files: [
      { path: 'wf.config.ts', content: "import { x } from 'y';\n\nexport default x;\n\n" },
      { path: 'vendor/wfkit.tgz', content: new Uint8Array(2048) },
    ],
    notes: [],
    additions: [{ path: ['dependencies', 'wfkit'], value: 'file:vendor/wfkit.tgz' }],
    nextSteps: ['npm install', 'npx wf dev'],
  };
  expect(changeLines(view)).toEqual([
    'create wf.config.ts',
    "  + import { x } from 'y';",
    '  +',
    '  + export default x;',
    'create vendor/wfkit.tgz (2 KB)',
    'change package.json',
    '  + dependencies: "wfkit": "file:vendor/wfkit.tgz"',
  ]);
  expect(changeLines({ ...view, files: [], additions: [] })).toEqual([]);
  expect(joinedLine(view)).toBe("Joined shop in my shop. Next: cd 'my shop' && npm install && npx wf dev");
});

test.each([
  [{ data: 'a' }, 'a'],
  [{ data: { a: 1 } }, '{\n  "a": 1\n}'],
  [{}, 'null'],
])('the answer %j is shown as text, anything else as JSON', (answer, text) => {
  expect(showRouteAnswer(answer)).toEqual({ text, remark: null, isForeign: true });
});

const USAGE = {
  model: 'gpt-4o-mini',
  provider: 'openai',
  calls: 1,
  input_tokens: 1000,
  output_tokens: 100,
  cost: 0.00021,
};
const UNKNOWN = {
  model: 'local\u001b[31m',
  calls: 2,
  input_tokens: 1,
  output_tokens: 1,
  cost: null,
  reason: 'no provider lists it',
};
const treeOf = (total: number | null, usage: object) => ({
  nodes: [{ metrics: { acc: { costs: { total }, usage: [usage] } } }],
});

test.each([
  ['its models', treeOf(0.00021, USAGE), 'Cost: $0.00021. gpt-4o-mini (openai): 1000 in, 100 out'],
  [
    'why it is unknown, without control characters',
    treeOf(null, UNKNOWN),
    'Cost: unknown. local[31m, 2 calls: 1 in, 1 out; unknown: no provider lists it',
  ],
  ['nothing, without a model', { nodes: [{ metrics: { acc: {} } }] }, null],
  ['nothing, for a tree of another kind', { nodes: {} }, null],
])('the cost of an answer tells %s', (_, tree, remark) => {
  expect(showRouteAnswer({ data: 'a', tree }).remark).toBe(remark);
});
