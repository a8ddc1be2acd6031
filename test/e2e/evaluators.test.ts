import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { type TempProject, tempProject } from '../helpers/temp-project.ts';

let project: TempProject;

const CONFIG = `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'judged', entry: 'flow.ts' });\n`;
const FLOW = `import { entrypoint } from 'wfkit';\nimport * as z from 'zod';\nexport default entrypoint({ input: z.object({ text: z.string() }) }, ({ input }) => input.text);\n`;
const EVALUATORS = `import { configSchema, evaluator } from 'wfkit';
import * as z from 'zod';
const settings = configSchema({ words: z.int().gte(1).lte(9).default(3) });
export const short = evaluator({ description: 'Few words.', settings }, ({ output, settings: { words } }) =>
  String(output).split(' ').length <= words);
export const env = evaluator({}, () => (process.env['PATH'] === undefined ? 1 : 0));
const isLong = (text: unknown) => String(text).includes('four');
export const ends = evaluator({}, ({ output }) => (isLong(output) ? process.exit(4) : true));
export default evaluator({}, ({ row }) => {
  const cell = row as unknown as { gone: { deep: string } };
  return cell.gone.deep === 'x';
});
`;

beforeAll(async () => {
  project = await tempProject({
    'wf.config.ts': CONFIG,
    'flow.ts': FLOW,
    'evaluators/broken.ts': EVALUATORS,
    'cases.csv': 'text\none two\none two three four\n',
    'answer.schema.json': '{"type":"object"}',
  });
  const deployed = await wf('deploy');
  if (deployed.exitCode !== 0) throw new Error(deployed.stderr);
});
afterAll(async () => await project[Symbol.asyncDispose]());

const wf = (...words: string[]) => runWf(words, { cwd: project.root });
const json = async (...words: string[]): Promise<unknown> => JSON.parse((await wf(...words, '--json')).stdout);
const evaluate = (evaluators: string) =>
  wf('eval', 'run', '--testset', 'cases.csv', '--evaluators', evaluators, '--json');

test("a project's evaluators are listed with the built-in ones, and judge outputs with their settings", async () => {
  expect(await json('evaluators', 'list')).toContainEqual(
    expect.objectContaining({ key: 'short', description: 'Few words.', tags: ['custom'] }),
  );
  const run = await evaluate('short,short:words=4,env');
  const [evaluation] = JSON.parse(run.stdout);
  const scores = evaluation.aggregated_results.map((one: { result: { value: unknown } }) => one.result.value);
  // The last is 1 if the evaluator's process sees none of the service's environment.
  expect([run.exitCode, scores]).toEqual([0, [0.5, 1, 1]]);
});

test('built-in evaluators find their libraries in the built program', async () => {
  const expression = 'jsonata:expression=$contains($\\, "two")';
  const run = await evaluate(`rouge_l:correct_answer_key=text,${expression},json_schema:schema=true`);
  const results = JSON.parse(run.stdout)[0].aggregated_results.map((one: { result: object }) => one.result);
  // A text has similarity 1 to itself; no output is JSON, and every other row has no "three".
  expect(results).toEqual([1, 1, 0].map((value) => ({ type: 'number', value })));
});

test('an evaluator that exits its process fails only that row', async () => {
  const { exitCode, stderr } = await wf('eval', 'run', '--testset', 'cases.csv', '--evaluators', 'ends,short');
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining(
      '1 of 2 rows failed. Row 2: ends: The evaluators of app "judged" failed in the middle of the call: its process ended with exit code 4.',
    ),
  ]);
  const rows = await json('eval', 'rows', 'default');
  expect(rows).toMatchObject([
    { results: [{ result: { value: true } }, { result: { value: true } }] },
    { results: [{ result: { type: 'error' } }, { result: { value: false } }] },
  ]);
});

test('invalid settings are rejected before a test set is stored', async () => {
  await writeFile(project.path('unseen.csv'), 'text\nunseen\n');
  const words = ['eval', 'run', '--testset', 'unseen.csv', '--evaluators', 'json_schema:schema={'];
  const { exitCode, stdout, stderr } = await wf(...words);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Invalid settings of auto_json_schema: schema: Input should be a JSON Schema');
  expect(stderr).toContain('wf evaluators show auto_json_schema');
  expect((await wf('testsets', 'list', '--quiet')).stdout).not.toContain('unseen');
});

test('a judge without a model is rejected with the variables to set', async () => {
  const { exitCode, stderr } = await evaluate('ai_critique');
  expect(exitCode).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({
    error: {
      message: expect.stringContaining('OpenAI API key is required'),
      next_steps: [expect.stringContaining('OPENAI_API_KEY'), 'wf eval run … --provider-keys OPENAI_API_KEY'],
    },
  });
});

test("an evaluator's error is reported with file and line", async () => {
  await evaluate('broken');
  const rows = await json('eval', 'rows', 'default');
  expect(JSON.stringify(rows)).toContain('(evaluators/broken.ts:11:20)');
});

test('stored settings can be named in evaluations', async () => {
  const made = await wf(
    'evaluators',
    'create',
    'object',
    '--evaluator',
    'json_schema',
    '--set',
    'schema=@answer.schema.json',
  );
  expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Stored object') });
  const run = await evaluate('object');
  expect(JSON.parse(run.stdout)[0].aggregated_results).toMatchObject([
    { evaluator_config: { name: 'object', settings_values: { schema: '{"type":"object"}' } }, result: { value: 0 } },
  ]);
  const again = await wf('evaluators', 'create', 'object', '--evaluator', 'exact_match');
  expect([again.exitCode, again.stderr]).toEqual([
    5,
    expect.stringContaining('There is already a configuration called "object"'),
  ]);
  expect(await json('evaluators', 'delete', 'object', '--yes')).toMatchObject({ name: 'object' });
  expect((await wf('evaluators', 'delete', 'object', '--yes')).exitCode).toBe(3);
});

test.each([
  ['export const x = 1;', 'exports no evaluator'],
  [
    "import { evaluator } from 'wfkit'; export const exact_match = evaluator({}, () => true);",
    'is the name of a built-in evaluator',
  ],
  ["throw new Error('boom');", 'boom'],
])('an evaluator file that will not do is refused before anything is deployed: %s', async (source, reason) => {
  await using copy = await tempProject({ 'wf.config.ts': CONFIG, 'flow.ts': FLOW, 'evaluators/ok.ts': EVALUATORS });
  await writeFile(copy.path('evaluators/bad.ts'), source);
  const run = await runWf(['deploy'], { cwd: copy.root });
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain(reason);
});
