import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { UserError } from '../../../../src/errors/wf-error.ts';
import { describeBundle } from '../../../../src/bundler/describe/describe-bundle.ts';
import { tempProject } from '../../../helpers/temp-project.ts';
import { bundleProject, DESCRIBE_CHILD, describeProject } from '../stub-sdk.ts';

const ROUTE = "import { route } from 'wfkit';\n";

async function refusalOf(source: string, limits: { timeoutMs?: number; memoryMb?: number } = {}): Promise<UserError> {
  await using project = await tempProject({ 'src/workflow.ts': source });
  const failure: unknown = await describeProject(project.root, limits).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'WF_WORKFLOW_INVALID' });
  // The line above holds it to that.
  return failure as UserError;
}

test('the routes of a bundle are read', async () => {
  await using project = await tempProject({
    'src/workflow.ts': `${ROUTE}export const hello = route('/hello', () => 1);\nexport default route('/', () => 2);\n`,
  });

  expect(await describeProject(project.root)).toEqual([
    { path: '/', name: 'default', config: null, input: null, output: null, defaults: {} },
    { path: '/hello', name: 'hello', config: null, input: null, output: null, defaults: {} },
  ]);
});

test('variables of the project steer neither the process nor the programs that hold it', async () => {
  await using project = await tempProject({ 'src/workflow.ts': `${ROUTE}export default route('/', () => 1);\n` });
  await bundleProject(project.root);
  const routes = await describeBundle({
    root: project.root,
    entry: 'src/workflow.ts',
    bundle: project.path('.wf/build/workflow.mjs'),
    childScript: DESCRIBE_CHILD,
    // With any of these, Node would not start.
    variables: { NODE_OPTIONS: '--no-such-option', OPENSSL_CONF: project.path('package.json'), LD_BIND_NOT: '1' },
  });
  expect(routes).toHaveLength(1);
});

test('the process may start before the bundle is written', async () => {
  await using project = await tempProject({ 'src/workflow.ts': `${ROUTE}export default route('/', () => 1);\n` });
  const ready = bundleProject(project.root);

  const routes = await describeBundle({
    root: project.root,
    entry: 'src/workflow.ts',
    bundle: project.path('.wf/build/workflow.mjs'),
    childScript: DESCRIBE_CHILD,
    ready,
  });

  expect(routes).toHaveLength(1);
});

test('a failure to write the bundle is reported', async () => {
  await using project = await tempProject();
  const describing = describeBundle({
    root: project.root,
    entry: 'src/workflow.ts',
    bundle: project.path('.wf/build/workflow.mjs'),
    childScript: DESCRIBE_CHILD,
    ready: bundleProject(project.root),
  });

  await expect(describing).rejects.toMatchObject({ code: 'WF_BUILD_FAILED' });
});

test('an abort stops the process with its reason', async () => {
  await using project = await tempProject({ 'src/workflow.ts': 'while (true);\nexport {};\n' });
  const { code } = await bundleProject(project.root);

  const describing = describeBundle({
    root: project.root,
    entry: 'src/workflow.ts',
    bundle: code,
    childScript: DESCRIBE_CHILD,
    signal: AbortSignal.timeout(200),
  });

  await expect(describing).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('timers, listeners and output of the workflow cause no delay', async () => {
  await using project = await tempProject({
    'src/workflow.ts': `${ROUTE}setInterval(() => {}, 1000);\nconsole.log('x'.repeat(200_000));\nexport default route('/', () => 1);\n`,
  });

  expect(await describeProject(project.root)).toHaveLength(1);
});

test('an import that throws shows the message, the source line and a caret', async () => {
  const { message } = await refusalOf(
    'const settings: { a?: string } = {};\nexport const length = settings.a!.length;\n',
  );

  expect(message).toBe(
    [
      "src/workflow.ts:2:35: Importing the workflow threw TypeError: Cannot read properties of undefined (reading 'length').",
      '',
      '  2 | export const length = settings.a!.length;',
      '    |                                   ^',
    ].join('\n'),
  );
});

test.each([
  ['throw "text";', 'src/workflow.ts: Importing the workflow threw "text".'],
  ['await Promise.reject(null);', 'src/workflow.ts: Importing the workflow threw "null".'],
])('a thrown value that is not an error is reported: %s', async (statement, expected) => {
  expect((await refusalOf(`${statement}\nexport {};\n`)).message).toBe(expected);
});

const MISSING = `new Error("Cannot find package 'left-pad' imported from /p/.wf/dev/1/workflow.mjs")`;

test('an error of the author that only reads like a missing package stays as it is', async () => {
  const { message } = await refusalOf(`throw ${MISSING};\nexport {};\n`);
  expect(message).toContain("threw Error: Cannot find package 'left-pad'");
});

test('a package that Node cannot find is reported with the command to install it', async () => {
  const { message, nextSteps } = await refusalOf(
    `throw Object.assign(${MISSING}, { code: 'ERR_MODULE_NOT_FOUND' });\nexport {};\n`,
  );

  expect(message).toContain('The workflow imports the package left-pad, which is not installed.');
  expect(nextSteps).toEqual(['npm install left-pad']);
});

test('an unhandled rejection counts as a thrown error', async () => {
  const { message } = await refusalOf(
    `${ROUTE}void (async () => { await null; throw new Error('late'); })();\nawait new Promise((done) => setTimeout(done, 500));\nexport default route('/', () => 1);\n`,
  );

  expect(message).toMatch(/^src\/workflow\.ts:2:\d+: Importing the workflow threw Error: late\./);
});

test('a missing environment variable is explained', async () => {
  const { nextSteps } = await refusalOf("if (!process.env.PATH) throw new Error('Set MODEL_API_KEY');\nexport {};\n");

  expect(nextSteps).toEqual([
    'Set the variable in .env, which is read while routes are, or read it inside the handler.',
  ]);
});

test.each([
  // Noticed when the process has nothing left to do; the others only by the time limit.
  [
    'a top-level await that nothing settles',
    'await new Promise(() => {});',
    15_000,
    /awaits something that never settles/,
  ],
  ['a loop', 'while (true);', 500, /never finishes: it was still running after 0\.5 s/],
  ['a wait on a timer', 'await new Promise(() => setInterval(() => {}, 1000));', 500, /it was still running/],
])('an import that never ends is stopped: %s', async (_title, statement, timeoutMs, expected) => {
  expect((await refusalOf(`${statement}\nexport {};\n`, { timeoutMs })).message).toMatch(expected);
});

test('an import that calls process.exit names the code and the line', async () => {
  const { message } = await refusalOf('console.log(1);\nif (true) process.exit(3);\nexport {};\n');

  expect(message).toMatch(/^src\/workflow\.ts:2:\d+: process\.exit\(3\) is called while the workflow is imported\./);
});

test('a process.exit that the workflow catches is reported too', async () => {
  const { message } = await refusalOf(
    `${ROUTE}try { process.exit(); } catch {}\nexport default route('/', () => 1);\n`,
  );

  expect(message).toContain('process.exit(0) is called');
});

test('a process that dies is reported with its exit status or signal', async () => {
  expect((await refusalOf('process.reallyExit(7);\nexport {};\n')).message).toBe(
    'Importing src/workflow.ts ended the process with code 7 before its routes could be read.',
  );
  expect((await refusalOf("process.kill(process.pid, 'SIGTERM');\nwhile (true);\nexport {};\n")).message).toContain(
    'by signal SIGTERM',
  );
});

test('an import that runs out of memory is stopped and reported', async () => {
  const { message } = await refusalOf(
    'const all = [];\nwhile (true) all.push(new Array(1000).fill(0.5));\nexport {};\n',
    {
      memoryMb: 32,
    },
  );

  expect(message).toBe('Importing src/workflow.ts ran out of memory.');
});

test("an error of the SDK is reported at the author's line", async () => {
  const { message, nextSteps } = await refusalOf(`${ROUTE}\nexport const bad = route('bad', () => 1);\n`);

  expect(message).toMatch(
    /^src\/workflow\.ts:3:20: A route's path starts with "\/", and "bad" does not\.\n\n {2}3 \| export/,
  );
  expect(nextSteps).toEqual(['Mend the route.']);
});

test('an error about the whole module names the entry', async () => {
  const { message } = await refusalOf(
    `${ROUTE}export const a = route('/x', () => 1);\nexport const b = route('/x', () => 1);\n`,
  );

  expect(message).toBe('src/workflow.ts: Two routes share the path "/x".');
});

test.each([
  [
    'export const answer = 42;\nexport function help() {}\n',
    'src/workflow.ts exports no route: it exports "answer", "help".',
  ],
  ['console.log(1);\nexport {};\n', 'src/workflow.ts exports no route: it exports nothing.'],
])('a workflow without routes is reported with its exports', async (source, expected) => {
  expect((await refusalOf(source)).message).toBe(expected);
});

test('the environment of the caller is not visible', async () => {
  const { message } = await refusalOf(
    "throw new Error(Object.entries(process.env).map((each) => each.join('=')).join(' '));\nexport {};\n",
  );

  expect(message).not.toMatch(/\b(PATH|VITEST|NODE_ENV)=/);
  expect(message).not.toContain(`HOME=${process.env['HOME']}`);
});

test('a file outside the bundle cannot be read, and the error says what to do', async () => {
  const { message, nextSteps } = await refusalOf(
    "import { readFileSync } from 'node:fs';\nreadFileSync('/etc/hostname');\nexport {};\n",
  );

  expect(message).toMatch(
    /^src\/workflow\.ts:2:\d+: The workflow may not read \/etc\/hostname: it has only the files that its bundle carries\./,
  );
  expect(nextSteps).toEqual([
    'Name it under "files" in the project file, or import it: import text from \'./file.md\'.',
  ]);
});

const NO_NETWORK = /opens a connection while it is imported, but routes are read without a network/;

test.each([
  ['fetch', 'await fetch(URL_HERE);'],
  ['http.get', "import { get } from 'node:http';\nawait new Promise((_, fail) => get(URL_HERE).on('error', fail));"],
  [
    'net.connect',
    "import { connect } from 'node:net';\nawait new Promise((_, fail) => connect(PORT_HERE).on('error', fail));",
  ],
  [
    'tls.connect',
    "import { connect } from 'node:tls';\nawait new Promise((_, fail) => connect(PORT_HERE).on('error', fail));",
  ],
  ['dns.lookup', "import { lookup } from 'node:dns';\nawait new Promise((_, fail) => lookup('localhost', fail));"],
  ['dns promises', "import { lookup } from 'node:dns/promises';\nawait lookup('localhost');"],
  ['dgram', "import { createSocket } from 'node:dgram';\ncreateSocket('udp4').send('x', PORT_HERE, '127.0.0.1');"],
])('no connection is possible while routes are read: %s', async (_name, statement) => {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';

  const source = statement.replace('URL_HERE', `'http://127.0.0.1:${port}/'`).replace('PORT_HERE', port);
  const { message } = await refusalOf(`${source}\nexport {};\n`);

  server.close();
  expect(message).toMatch(NO_NETWORK);
  expect(calls).toBe(0);
});

test.each([
  ['another shape', `JSON.stringify({ type: 'described', routes: 7 }) + '\\n'`],
  ['garbage', `'garbage\\n'`],
  ['null', `'null\\n'`],
  ['a list', `'[null]\\n'`],
  ['an endless line', `'x'.repeat(20_000_000)`],
])('%s that the workflow writes to our channel is refused, and ends nothing else', async (_, line) => {
  const { message } = await refusalOf(
    `import { writeSync } from 'node:fs';
    let rest = ${line};
    while (rest !== '') {
      try {
        rest = rest.slice(writeSync(3, rest));
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
      }
    }
    await new Promise(() => {});\n`,
  );
  expect(message).toBe('Importing src/workflow.ts sent the parent process a message that does not describe routes.');
});
