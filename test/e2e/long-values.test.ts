import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Evaluation, EvaluationScenario } from '../../src/contract/evaluations/evaluation.ts';
import { LONG_VALUE } from '../../src/foundation/sizes.ts';
import { runWf } from '../helpers/run-wf.ts';
import { tempProject, type TempProject } from '../helpers/temp-project.ts';

/** Twice what a page of a list has. */
const LENGTH = 2 * 1024 * 1024;

const WORKFLOW = `
import { route } from 'wfkit';
import * as z from 'zod';

export const echo = route('/echo', { input: z.object({ text: z.string() }) }, async ({ input }) =>
  input.text === 'short' ? input.text : input.text.repeat(${LENGTH}),
);
`;

/** Deeper than any output that is stored today. */
const DEPTH = 3000;
const DEEP = '['.repeat(DEPTH) + ']'.repeat(DEPTH);

let project: TempProject;
let long: string;
/** Two evaluations of the same rows, each with an output from before depth was limited. */
let deep: readonly [string, string];

beforeAll(async () => {
  project = await tempProject({
    'wf.config.ts': `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'p', entry: 'flow.ts' });\n`,
    'flow.ts': WORKFLOW,
    'long.json': JSON.stringify(['a', 'b', 'c'].map((text) => ({ text, correct_answer: 'x' }))),
    'deep.json': JSON.stringify(['short', 'short'].map((text) => ({ text, correct_answer: 'x' }))),
  });
  await wf('deploy');
  long = await evaluate('long.json');
  deep = [await evaluate('deep.json'), await evaluate('deep.json')];
  for (const id of deep) deepen(id);
});

afterAll(async () => await project[Symbol.asyncDispose]());

test('long values are cut in tables, and commands that are named write them whole', async () => {
  const rows = await wf('eval', 'rows', long);
  expect(longestLine(rows)).toBeLessThan(2 * LONG_VALUE.most);
  expect(rows.match(/characters, cut; --json has all/g)).toHaveLength(3);
  const records = JSON.parse(await wf('eval', 'rows', long, '--json')) as EvaluationScenario[]; // wire records
  expect(records.map(outputOf)).toEqual(['a', 'b', 'c'].map((letter) => letter.repeat(LENGTH)));
  expect(longestLine(await wf('eval', 'rows', long, '--tsv'))).toBeGreaterThan(LENGTH);
});

test('a summary has the beginnings of long outputs, and names the command that has all of them', async () => {
  const shown = await wf('eval', 'show', long);
  expect(longestLine(shown)).toBeLessThan(2 * LONG_VALUE.most);
  expect((await wf('eval', 'show', long, '--json')).length).toBeLessThan(10 * LONG_VALUE.most);
  const [, step = ''] = /The rows have them whole: wf (.+)$/m.exec(shown) ?? [];
  const lines = (await wf(...step.split(' '))).trim().split('\n');
  // The lines are wire records.
  expect(lines.map((line) => outputOf(JSON.parse(line) as EvaluationScenario)?.length)).toEqual([
    LENGTH,
    LENGTH,
    LENGTH,
  ]);
});

test.each([
  'eval show FIRST',
  'eval show FIRST --json',
  'eval rows FIRST',
  'eval rows FIRST --json --sort output',
  'eval compare FIRST SECOND --json',
  'eval export FIRST --format csv',
  'eval export FIRST --format json',
  'eval export FIRST --format html',
])('a deep output from before the limits is read: wf %s', async (line) => {
  expect(await wf(...line.replace('FIRST', deep[0]).replace('SECOND', deep[1]).split(' '))).not.toBe('');
});

test('a file of evidence with a deep output from before the limits is compared with', async () => {
  await wf('eval', 'export', deep[0], '--format', 'json', '--output', 'old.json');
  expect(await wf('eval', 'compare', './old.json', deep[1])).toContain('old.json');
});

test('an evaluation with a deep output from before the limits is resumed to its end', async () => {
  const [id] = deep;
  change((db) => {
    const last = 'select max(position) from evaluation_scenarios where evaluation_id = ?';
    const rest = `select id from evaluation_scenarios where evaluation_id = ? and position = (${last})`;
    db.prepare(`delete from evaluation_outcomes where scenario_id in (${rest})`).run(id, id);
    const failed = {
      type: 'status',
      value: 'EVALUATION_FAILED',
      error: { message: 'Maximum call stack size exceeded' },
    };
    const status = 'update evaluations set status = ?, status_value = ?, summary = null where id = ?';
    db.prepare(status).run(JSON.stringify(failed), failed.value, id);
  });
  await wf('eval', 'resume', id);
  const { status } = JSON.parse(await wf('eval', 'show', id, '--json')) as Evaluation; // the wire record
  expect(status.value).toBe('EVALUATION_FINISHED');
});

async function wf(...words: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await runWf(words, { cwd: project.root });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

async function evaluate(testset: string): Promise<string> {
  const run = ['eval', 'run', '--testset', testset, '--route', '/echo', '--evaluators', 'exact_match', '--quiet'];
  return (await wf(...run)).trim();
}

/** Stores the output of the first row as a program before the limits did. */
function deepen(id: string): void {
  change((db) => {
    const first = 'select id from evaluation_scenarios where evaluation_id = ? order by position limit 1';
    const set = `update evaluation_outcomes set outputs = replace(outputs, '"type":"text","value":"short"', ?) where scenario_id = (${first})`;
    expect(db.prepare(set).run(`"type":"object","value":${DEEP}`, id).changes).toBe(1);
    // From before it was stored, too.
    db.prepare('update evaluations set summary = null where id = ?').run(id);
  });
}

function change(work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(project.path('.wf/wf.db'));
  try {
    work(db);
  } finally {
    db.close();
  }
}

function outputOf({ outputs }: EvaluationScenario): string | undefined {
  const value = outputs[0]?.result.value;
  return typeof value === 'string' ? value : undefined;
}

function longestLine(text: string): number {
  return Math.max(...text.split('\n').map(({ length }) => length));
}
