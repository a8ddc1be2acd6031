import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal, type Refusal } from '../helpers/expect-refusal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';

const WORKFLOW = `import { configSchema, entrypoint, multipleChoice } from 'wfkit';
import * as z from 'zod';
const Config = configSchema({ tone: multipleChoice(['plain', 'formal']).default('plain'), times: z.int().gte(1).lte(3).default(1) });
export default entrypoint({ config: Config, input: z.object({ name: z.string() }) }, async ({ input }) => input.name);
`;

const FILES = {
  '.wfrc.json': JSON.stringify({ app: 'bad', entry: 'src/workflow.ts' }),
  'src/workflow.ts': WORKFLOW,
  'cut.json': '{"times": ',
  'list.json': '[1]',
  'wrong.json': '{"times": "x", "extra": 1}',
  'good.csv': 'name,correct_answer\na,a\n',
  'empty.csv': '',
  'header.csv': 'name,correct_answer\n',
  'ragged.csv': 'name,correct_answer\na,b\nc\n',
  'twice.csv': 'name,name\na,b\n',
  'no-answer.csv': 'name,answer\na,b\n',
  'no-input.csv': 'text,correct_answer\na,b\n',
  'cut.jsonl': '{"name": "a", "correct_answer": "b"}\n{oops\n',
};

/** One project, deployed once; no test changes what another reads. */
let project: TempProject;

beforeAll(async () => {
  project = await tempProject(FILES);
  await linkPackages(project.root, ['zod']);
  await writeFile(project.path('latin1.json'), Buffer.from('{"tone": "caf\u00e9"}', 'latin1'));
  await writeFile(project.path('latin1.csv'), Buffer.from('name,correct_answer\ncaf\u00e9,b\n', 'latin1'));
  await writeFile(project.path('20mb.json'), JSON.stringify({ app_name: 'x'.repeat(20_000_000) }));
  const { exitCode } = await runWf(['deploy'], { cwd: project.root });
  await runWf(['testsets', 'create', 'good.csv'], { cwd: project.root });
  expect(exitCode).toBe(0);
});

afterAll(async () => await project[Symbol.asyncDispose]());

const missing = (says: string): Refusal => ({ exitCode: 3, code: 'WF_NOT_FOUND', says });
const taken = (says: string): Refusal => ({ exitCode: 5, code: 'WF_CONFLICT', says });
const invalid = (says: string | RegExp): Refusal => ({ exitCode: 2, code: 'WF_INVALID_INPUT', says });
const usage = (says: string): Refusal => ({ exitCode: 2, code: 'WF_USAGE', says });
const testset = (says: string): Refusal => ({ exitCode: 2, code: 'WF_TESTSET_INVALID', says });

const EVAL = 'eval run --variants default --evaluators exact_match --testset';

test.each<[string, Refusal]>([
  ['variants list --app bed', missing('No app is called "bed". Did you mean bad?')],
  ['variants show defalt', missing('No variant is called "defalt". Did you mean default?')],
  ['variants create a --from defalt', missing('No variant is called "defalt". Did you mean default?')],
  ['variants create a --base mian', missing('No base is called "mian". Did you mean main?')],
  ['env show prodction', missing('No environment is called "prodction". Did you mean production?')],
  ['env deploy production --variant default@9', missing('Variant "default" has no revision 9')],
  ['run / --env prodction --input name=a', missing('No environment is called "prodction". Did you mean production?')],
  ['run / --env staging --input name=a', missing('Nothing is deployed to staging yet')],
  ['run /nowhere --input name=a', missing('No route is called "/nowhere". Available: /.')],
  ['eval show nothing', missing('No evaluation is called "nothing"')],
  ['testsets show goof', missing('No test set is called "goof". Did you mean good?')],
  ['api GET /nothing', missing('There is nothing at /nothing')],
  [`${EVAL} absent.csv`, missing('Cannot read the test set absent.csv: there is no such file')],
])('wf %s reports the missing record', async (line, refusal) => {
  await expectRefusal(line.split(' '), refusal, { cwd: project.root });
});

test.each<[string, Refusal]>([
  ['apps create bad', taken('There is already an app called "bad"')],
  ['variants create default', taken('The app already has a variant called "default"')],
  ['env rollback staging', taken('has no earlier revision')],
])('wf %s exits with a conflict', async (line, refusal) => {
  await expectRefusal(line.split(' '), refusal, { cwd: project.root });
});

test.each<[string, Refusal]>([
  ['variants create a --set times=many', invalid('times: Input should be a valid integer')],
  ['variants create a --set times=9', invalid('times: Input should be less than or equal to 3')],
  ['variants create a --set tiems=2', invalid('--set has no field "tiems" to give a value. Did you mean times?')],
  ['variants create a --set other=2', invalid('other: No route has a configuration field of this name')],
  ['variants create a --set times', usage('--set "times" has no "="')],
  ['variants create a --params cut.json', invalid(/cut\.json, line 1, column \d+: Invalid JSON/)],
  ['variants create a --params list.json', invalid('list.json must be a JSON object, not a list')],
  ['variants create a --params wrong.json', invalid(/extra: No route has .*times: Input should be/)],
  ['variants create a --params latin1.json', invalid('latin1.json is not valid UTF-8')],
  ['variants create a --params absent.json', invalid('Cannot read absent.json: there is no such file')],
  ['run /', invalid('name: Field required')],
  ['run / --input name=a --input more=1', invalid('more: Extra inputs are not permitted')],
  ['run / --inputs cut.json', invalid(/cut\.json, line 1, column \d+: Invalid JSON/)],
  [
    'run / --input name=a --config tiems=1',
    invalid('--config has no field "tiems" to give a value. Did you mean times?'),
  ],
  ['run / --input name=a --config other=1', invalid('other: Extra inputs are not permitted')],
  ['run / --input name=a --config times=9', invalid('times: Input should be less than or equal to 3')],
  ['api POST /apps --body {"app_name":', invalid(/--body, line 1, column \d+: Invalid JSON/)],
  ['api POST /apps --body {"app_name":3}', invalid('app_name: Input should be a valid string')],
  ['api POST /apps --body {"app_name":"q","more":3}', invalid('more: Extra inputs are not permitted')],
  ['api POST /apps --body {}', invalid('app_name: Field required')],
  ['api POST /apps --body @20mb.json', invalid("exceeds the service's size limit: The body is larger than the limit")],
  ['variants list --timeout never', invalid('--timeout is "never", but a time limit is a number of seconds')],
])('wf %s is rejected', async (line, refusal) => {
  await expectRefusal(line.split(' '), refusal, { cwd: project.root });
});

test.each<[string, Refusal]>([
  [`${EVAL} empty.csv`, testset('empty.csv: The file is empty; its first line must name the columns')],
  [`${EVAL} header.csv`, testset('header.csv: There is a header line, but no row below it')],
  [`${EVAL} ragged.csv`, testset('ragged.csv, line 3, column "correct_answer": The row has only 1 cell')],
  [`${EVAL} twice.csv`, testset('twice.csv, line 1, column "name": Columns 1 and 2 of the header line have the same')],
  [`${EVAL} latin1.csv`, testset('latin1.csv, line 2: The text is not valid UTF-8')],
  [`${EVAL} cut.json`, testset('cut.json, line 1')],
  [`${EVAL} src`, testset('Cannot read the test set src: it is a folder')],
  [`${EVAL} .wfrc.json`, testset('.wfrc.json')],
  [`${EVAL} no-answer.csv`, testset('no-answer.csv has no column "correct_answer" with the answers that exact_match')],
  ['testsets create cut.jsonl', testset('cut.jsonl, line 2, column 2: This is not JSON')],
  [`${EVAL} no-input.csv`, testset('Route / needs the input "name", which row 1 of no-input.csv does not have')],
])('wf %s reports what is wrong with the rows', async (line, refusal) => {
  await expectRefusal(line.split(' '), refusal, { cwd: project.root });
});

test.each<[string, Refusal]>([
  ['exact_mach', missing('No evaluator is called "exact_mach". Did you mean exact_match?')],
  [
    'levenshtein_distance:treshold=1',
    usage('auto_levenshtein_distance has no setting "treshold". Its settings: threshold'),
  ],
  ['levenshtein_distance:threshold=few', invalid('Invalid settings of auto_levenshtein_distance: threshold')],
  ['contains', invalid('Invalid settings of auto_contains: substring: Field required')],
])('the evaluator %s is rejected', async (evaluators, refusal) => {
  await expectRefusal(['eval', 'run', '--testset', 'good.csv', '--evaluators', evaluators], refusal, {
    cwd: project.root,
  });
});

test('rejected input leaves nothing behind', async () => {
  expect(await list('apps')).toMatchObject([{ app_name: 'bad' }]);
  expect(await list('variants')).toMatchObject([{ variant_name: 'default', revision: 1 }]);
});

test('an ambiguous test set name is rejected with both ids', async () => {
  const ids = [];
  for (const _ of [1, 2]) {
    const body = JSON.stringify({ name: 'same', csvdata: [{ text: 'a' }] });
    const { stdout } = await runWf(['api', 'POST', '/testsets', '--body', body, '--json'], { cwd: project.root });
    ids.push(JSON.parse(stdout).id);
  }
  const says = `"same" matches 2 test sets: same (${ids[0]}), same (${ids[1]}). Use a full id.`;
  await expectRefusal(['testsets', 'show', 'same'], usage(says), { cwd: project.root });
});

async function list(topic: string): Promise<unknown> {
  return JSON.parse((await runWf([topic, 'list', '--json'], { cwd: project.root })).stdout);
}
