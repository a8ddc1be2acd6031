import { readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../src/foundation/errors/wf-error.ts';
import { explainError } from '../../src/use-cases/doctor/explain-error.ts';
import { expectRefusal, type Refusal } from '../helpers/expect-refusal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { closedPort, startHttpServer, startTcpServer } from '../helpers/start-http-server.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';
import { openWarmProgram, type WarmProgram } from '../helpers/warm-program/open-warm-program.ts';

const WORKFLOW = `import { configSchema, entrypoint } from 'wfkit';
import * as z from 'zod';
const Config = configSchema({ times: z.int().gte(1).lte(3).default(1) });
export default entrypoint({ config: Config, input: z.object({ name: z.string() }) }, async ({ input }) => input.name);
`;
const PROJECT = JSON.stringify({ app: 'bad', entry: 'src/workflow.ts' });

/** One project, deployed once; what is refused changes nothing. */
let project: TempProject;
let warm: WarmProgram;

beforeAll(async () => {
  warm = await openWarmProgram();
  project = await tempProject({
    '.wfrc.json': PROJECT,
    'src/workflow.ts': WORKFLOW,
    'good.csv': 'name,correct_answer\na,a\n',
    'ragged.csv': 'name,correct_answer\na,b\nc\n',
  });
  await linkPackages(project.root, ['zod']);
  await writeFile(project.path('latin1.json'), Buffer.from('{"tone": "caf\u00e9"}', 'latin1'));
  await writeFile(project.path('20mb.json'), JSON.stringify({ app_name: 'x'.repeat(20_000_000) }));
  expect(await runWf(['deploy'], { cwd: project.root })).toMatchObject({ exitCode: 0 });
  expect(await runWf(['testsets', 'create', 'good.csv'], { cwd: project.root })).toMatchObject({ exitCode: 0 });
});

afterAll(async () => {
  await warm[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const refusal = (exitCode: number, code: string, says: string | RegExp): Refusal => ({ exitCode, code, says });
const EVAL = 'eval run --variants default --evaluators exact_match --testset';

/** A kind of refusal each: stories and unit tests have the messages. */
test.each<[string, Refusal]>([
  ['testsets show goof', refusal(3, 'WF_NOT_FOUND', 'No test set is called "goof". Did you mean good?')],
  ['apps create bad', refusal(5, 'WF_CONFLICT', 'There is already an app called "bad"')],
  ['variants create a --set times', refusal(2, 'WF_USAGE', '--set "times" has no "="')],
  ['variants create a --set times=9', refusal(2, 'WF_INVALID_INPUT', 'times: Input should be less than or equal to 3')],
  ['variants create a --params latin1.json', refusal(2, 'WF_INVALID_INPUT', 'latin1.json is not valid UTF-8')],
  ['variants create a --file latin1.json', refusal(2, 'WF_INVALID_INPUT', 'latin1.json is not valid UTF-8')],
  [
    'variants create a --file a.json --params b.json',
    refusal(2, 'WF_USAGE', 'Flag --params can only be specified once'),
  ],
  ['run /', refusal(2, 'WF_INVALID_INPUT', 'name: Field required')],
  ['api POST /apps --body @20mb.json', refusal(2, 'WF_INVALID_INPUT', "exceeds the service's size limit")],
  [`${EVAL} ragged.csv`, refusal(2, 'WF_TESTSET_INVALID', 'ragged.csv, line 3, column "correct_answer"')],
  [`${EVAL} src`, refusal(2, 'WF_TESTSET_INVALID', 'Cannot read the test set src: it is a folder')],
  [
    'eval run --testset good.csv --evaluators contains',
    refusal(2, 'WF_INVALID_INPUT', 'Invalid settings of auto_contains: substring: Field required'),
  ],
])('wf %s is refused in one sentence', async (line, expected) => {
  await expectRefusal(line.split(' '), expected, { cwd: project.root, run: warm.run });
});

/** Kinds of invalid values as `wf explain` names them, each with a line that has one. */
test.each<[ErrorCode, string, string]>([
  ['WF_USAGE', 'an unknown command', 'frobnicate'],
  ['WF_USAGE', 'an unknown flag', 'variants list --nope'],
  ['WF_USAGE', 'a missing argument', 'variants show'],
  ['WF_USAGE', 'an unexpected argument', 'variants show a b'],
  ['WF_USAGE', 'flags that exclude each other', 'apps list --json --tsv'],
  ['WF_USAGE', 'the form', `${EVAL} good.csv --shard 5/2`],
  ['WF_USAGE', 'the form', 'log --since yesterday-ish'],
  ['WF_USAGE', 'the form', 'serve --public-url nonsense --port 0'],
  ['WF_USAGE', 'the form', 'move --to nonsense'],
  ['WF_USAGE', 'the range', 'eval list --limit 0'],
  ['WF_USAGE', 'the range', `${EVAL} good.csv --max-cost -1`],
  ['WF_USAGE', 'the choices', 'keys create k --role king'],
  ['WF_INVALID_INPUT', 'a configuration value', 'variants create a --set times=x'],
  ['WF_INVALID_INPUT', 'a configuration field that does not exist', 'variants create a --set tone=1'],
  ['WF_INVALID_INPUT', 'an input of a route', 'run /'],
  [
    'WF_INVALID_INPUT',
    'a setting of an evaluator',
    'eval run --testset good.csv --evaluators levenshtein_distance:threshold=x',
  ],
  ['WF_INVALID_INPUT', 'a setting of wf', 'apps list --timeout abc'],
  ['WF_INVALID_INPUT', 'a setting of wf', 'config set base_url ftp://x'],
  ['WF_INVALID_INPUT', 'a request body', 'api POST /apps --body {"app_name":1}'],
  ['WF_INVALID_INPUT', 'a file that is malformed', 'variants create a --params good.csv'],
  ['WF_INVALID_INPUT', 'a file that cannot be written', 'testsets export good --output gone/rows.csv'],
  ['WF_NOT_FOUND', 'no record', 'eval show nothing'],
  ['WF_NOT_FOUND', 'route', 'run /nothing'],
  ['WF_NOT_FOUND', 'column', `${EVAL} good.csv --where nothing=x`],
  ['WF_NOT_FOUND', 'evaluator', 'eval run --testset good.csv --evaluators nothing'],
  ['WF_NOT_FOUND', 'template', 'init new --template nothing'],
  ['WF_NOT_FOUND', 'profile', 'apps list --profile nothing'],
  ['WF_NOT_FOUND', 'setting', 'config get nothing'],
  ['WF_NO_FILE', 'no file or folder', `${EVAL} nothing.csv`],
  ['WF_NO_FILE', 'no file or folder', `${EVAL} good.csv --gate nothing.yaml`],
  ['WF_NO_FILE', 'no file or folder', 'run / --inputs nothing.json'],
  ['WF_NO_FILE', 'no file or folder', 'variants create a --set times=@nothing.txt'],
  ['WF_NO_FILE', 'no file or folder', 'restore nothing.db --data-dir new'],
  ['WF_NO_FILE', 'no file or folder', 'import nothing.tar.gz'],
])('%s explains %s: wf %s', async (code, kind, line) => {
  expect(explainError(code).why).toContain(kind);
  const run = await warm.run([...line.split(' '), '--json'], { cwd: project.root });
  expect(run).toMatchObject({ exitCode: ERROR_CODES[code].exit, stdout: '' });
  expect(JSON.parse(run.stderr)).toMatchObject({ error: { code } });
});

test('rejected input leaves nothing behind', async () => {
  const list = async (topic: string): Promise<unknown> =>
    JSON.parse((await runWf([topic, 'list', '--json'], { cwd: project.root })).stdout);
  expect(await list('apps')).toMatchObject([{ app_name: 'bad' }]);
  expect(await list('variants')).toMatchObject([{ variant_name: 'default', revision: 1 }]);
});

test.each<[string, Readonly<Record<string, string>>, Refusal]>([
  [
    'a syntax error',
    { 'src/workflow.ts': 'const x = ;\n' },
    refusal(2, 'WF_BUILD_FAILED', /^(Error: )?src\/workflow\.ts:1:11: [^]*1 \| const x = ;\n\s+\| {11}\^/),
  ],
  [
    'a default out of its bounds',
    { 'src/workflow.ts': WORKFLOW.replace('default(1)', 'default(50)') },
    refusal(2, 'WF_WORKFLOW_INVALID', /workflow\.ts:3:\d+: .*"times" has the default 50, which is no integer/),
  ],
  [
    'no entry',
    { 'src/workflow.ts': '' },
    refusal(2, 'WF_BUILD_FAILED', 'The entry "src/gone.ts" does not exist: there is no file'),
  ],
  [
    'unknown settings',
    { '.wfrc.json': '{"app": 3, "entri": "x"}' },
    refusal(2, 'WF_INVALID_INPUT', /app: expected string.*"entri" is not a setting \(did you mean entry\?\)/),
  ],
])('a project with %s is refused in one message', async (title, files, expected) => {
  const config = title === 'no entry' ? PROJECT.replace('workflow', 'gone') : PROJECT;
  await using bad = await tempProject({ '.wfrc.json': config, ...files });
  await linkPackages(bad.root, ['zod']);
  await expectRefusal(['build'], expected, { cwd: bad.root });
});

test('outside of a project, wf deploy says so', async () => {
  await using folder = await tempProject();
  const says = `There is no wf project in ${folder.root} or above it`;
  await expectRefusal(['deploy'], refusal(2, 'WF_NO_PROJECT', says), { cwd: folder.root });
});

test('a stack is printed only with --debug', async () => {
  await using bad = await tempProject({ '.wfrc.json': PROJECT, 'src/workflow.ts': 'const x = ;' });
  const { stderr } = await runWf(['build', '--debug'], { cwd: bad.root });
  expect(stderr).toMatch(/^\s+at .+:\d+:\d+\)?$/m);
});

test('a web page in place of a service is refused in one sentence', async () => {
  await using server = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html><body>Welcome</body></html>');
  });
  const says = 'did not return a list of apps: the response is a web page';
  await expectRefusal(['apps', 'list', '--base-url', server.url], refusal(1, 'WF_UNEXPECTED_ANSWER', says));
});

test('a wrong key is rejected and never printed', async () => {
  await using server = await startHttpServer((_, response) => void response.writeHead(401).end('Unauthorized'));
  const options = { env: { WF_API_KEY: 'wf_secret.key', WF_BASE_URL: server.url } };
  const says = 'does not accept the key that was sent';
  await expectRefusal(['apps', 'list'], refusal(4, 'WF_NOT_SIGNED_IN', says), options);
  const { stderr } = await runWf(['apps', 'list', '--debug'], options);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain('wf_secret');
});

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n';

test('a service that closes in the middle of its answer is refused in one sentence', async () => {
  await using server = await startTcpServer((socket) => socket.once('data', () => socket.end(`${HEAD}[`)));
  const says = 'closed the connection in the middle of the response';
  await expectRefusal(['apps', 'list', '--base-url', server.url], refusal(6, 'WF_UNREACHABLE', says));
});

test('a service that never answers is left after the time limit', async () => {
  await using server = await startHttpServer(() => undefined);
  const says = 'did not complete its response within 0.5 s';
  const words = ['apps', 'list', '--timeout', '0.5', '--base-url', server.url];
  await expectRefusal(words, refusal(6, 'WF_TIMEOUT', says));
});

test.each([
  'apps list',
  'variants create a --app support',
  'eval run --testset t --evaluators exact_match --app support',
  'export --app support',
])('without a service, wf %s names its address', async (line) => {
  const address = `127.0.0.1:${await closedPort()}`;
  const says = `No service listens at ${address}: the connection was refused`;
  await expectRefusal([...line.split(' '), '--base-url', `http://${address}`], refusal(6, 'WF_UNREACHABLE', says));
});

test('a database of a newer wf is reported, and nothing is written to it', async () => {
  await using kept = await tempProject({ '.wfrc.json': PROJECT });
  expect(await runWf(['apps', 'create', 'kept'], { cwd: kept.root })).toMatchObject({ exitCode: 0 });
  const file = kept.path('.wf/wf.db');
  {
    using database = new DatabaseSync(file);
    database.exec(`insert into wf_migrations (number, name, applied_at) values (999, 'later', '2027-01-01T00:00:00Z')`);
  }
  const before = await readFile(file);
  const says = `The database ${file} was created by a newer wf: its schema is number 999`;
  await expectRefusal(['apps', 'create', 'other'], refusal(1, 'WF_DATABASE', says), { cwd: kept.root });
  expect(await readFile(file)).toEqual(before);
});

test.each<[string, Refusal]>([
  ['mysql://db/wf', refusal(2, 'WF_INVALID_INPUT', 'The address of the database is not PostgreSQL')],
  [`postgres://127.0.0.1:${await closedPort()}/wf`, refusal(1, 'WF_DATABASE', 'nothing listens there')],
])('a worker whose database is %s reports the reason and exits', async (url, expected) => {
  await expectRefusal(['worker', '--database-url', url], expected);
});
