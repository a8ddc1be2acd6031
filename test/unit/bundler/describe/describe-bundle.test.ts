import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { describeBundle } from '../../../../src/bundler/describe/describe-bundle.ts';
import type { DescribeChildOptions } from '../../../../src/bundler/describe/run-describe-child.ts';
import { tempProject } from '../../../helpers/temp-project.ts';
import { bundleProject, describeOptions, describeProject } from '../stub-sdk.ts';

const ROUTE = "import { route } from 'wfkit';\n";

async function refusalOf(source: string, limits: Partial<DescribeChildOptions> = {}): Promise<UserError> {
  await using project = await tempProject({ 'src/workflow.ts': source });
  const failure: unknown = await describeProject(project.root, limits).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'WF_WORKFLOW_INVALID' });
  // The line above holds it to that.
  return failure as UserError;
}

test('the routes of a bundle are read, whatever else it starts or writes', async () => {
  await using project = await tempProject({
    'src/workflow.ts': `${ROUTE}
      setInterval(() => {}, 1000);
      console.log('x'.repeat(200_000));
      export const hello = route('/hello', () => 1);
      export default route('/', () => 2);
    `,
  });
  expect(await describeProject(project.root)).toEqual([
    { path: '/', name: 'default', config: null, input: null, output: null, defaults: {} },
    { path: '/hello', name: 'hello', config: null, input: null, output: null, defaults: {} },
  ]);
});

test('variables of the project steer neither the process nor the programs that hold it', async () => {
  await using project = await tempProject({ 'src/workflow.ts': `${ROUTE}export default route('/', () => 1);\n` });
  // With any of these, Node would not start.
  const variables = { NODE_OPTIONS: '--no-such-option', OPENSSL_CONF: project.path('package.json'), LD_BIND_NOT: '1' };
  expect(await describeProject(project.root, { variables })).toHaveLength(1);
});

test('the process may start before the bundle is written', async () => {
  await using project = await tempProject({ 'src/workflow.ts': `${ROUTE}export default route('/', () => 1);\n` });
  const ready = bundleProject(project.root);
  expect(await describeBundle({ ...describeOptions(project.root), ready })).toHaveLength(1);
});

test('a failure to write the bundle is reported', async () => {
  await using project = await tempProject();
  const describing = describeBundle({ ...describeOptions(project.root), ready: bundleProject(project.root) });
  await expect(describing).rejects.toMatchObject({ code: 'WF_BUILD_FAILED' });
});

test('an abort stops the process with its reason', async () => {
  await using project = await tempProject({ 'src/workflow.ts': 'while (true);\nexport {};\n' });
  const controller = new AbortController();
  const ready = bundleProject(project.root).then(() => setImmediate(() => controller.abort(new Error('enough'))));
  const { signal } = controller;
  await expect(describeBundle({ ...describeOptions(project.root), ready, signal })).rejects.toThrow('enough');
  await expect(describeBundle({ ...describeOptions(project.root), signal })).rejects.toThrow('enough');
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
  ['throw "text";', /^src\/workflow\.ts: Importing the workflow threw "text"\.$/],
  [
    "void (async () => { await null; throw new Error('late'); })();\nawait new Promise((done) => setTimeout(done, 2 ** 30));",
    /^src\/workflow\.ts:1:\d+: Importing the workflow threw Error: late\./,
  ],
  [
    'console.log(1);\nif (true) process.exit(3);',
    /^src\/workflow\.ts:2:\d+: process\.exit\(3\) is called while the workflow is imported\./,
  ],
  ['try { process.exit(); } catch {}', /process\.exit\(0\) is called/],
  ['process.reallyExit(7);', /^Importing src\/workflow\.ts ended the process with code 7 before its routes could be/],
  ["process.kill(process.pid, 'SIGTERM');\nwhile (true);", /ended the process by signal SIGTERM/],
  ['await new Promise(() => {});', /awaits something that never settles/],
  [
    "import { writeSync } from 'node:fs';\nwriteSync(3, JSON.stringify({ type: 'described', routes: 7 }) + '\\n');\nawait new Promise(() => {});",
    /^Importing src\/workflow\.ts sent the parent process a message that does not describe routes\.$/,
  ],
])('what ends an import is reported: %s', async (statements, message) => {
  expect((await refusalOf(`${statements}\nexport {};\n`)).message).toMatch(message);
});

test('an import that never ends is stopped', async () => {
  const { message } = await refusalOf('while (true);\nexport {};\n', { timeoutMs: 50 });
  expect(message).toMatch(/never finishes: it was still running after 0\.05 s/);
});

test('an import that runs out of memory is stopped and reported', async () => {
  const source = 'const all = [];\nwhile (true) all.push(new Array(1000).fill(0.5));\nexport {};\n';
  expect((await refusalOf(source, { memoryMb: 32 })).message).toBe('Importing src/workflow.ts ran out of memory.');
});

test("an error of the SDK is reported at the author's line, and one about the whole module at the entry", async () => {
  const { message, nextSteps } = await refusalOf(`${ROUTE}\nexport const bad = route('bad', () => 1);\n`);
  expect(message).toMatch(
    /^src\/workflow\.ts:3:20: A route's path starts with "\/", and "bad" does not\.\n\n {2}3 \| export/,
  );
  expect(nextSteps).toEqual(['Mend the route.']);
  const twice = `${ROUTE}export const a = route('/x', () => 1);\nexport const b = route('/x', () => 1);\n`;
  expect((await refusalOf(twice)).message).toBe('src/workflow.ts: Two routes share the path "/x".');
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

test('of our own variables, the process has those for dates and texts', async () => {
  const names = ['TZ', 'LANG', 'LC_ALL', 'WF_TEST_SECRET'];
  for (const name of names) vi.stubEnv(name, 'C');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { message } = await refusalOf('throw new Error(`has ${Object.keys(process.env)}, ${process.env.HOME}.`);\n');
  for (const name of ['TZ', 'LANG', 'LC_ALL']) expect(message).toContain(name);
  for (const name of ['WF_TEST_SECRET', 'PATH', 'VITEST', 'NODE_ENV'])
    expect(message).not.toMatch(new RegExp(`\\b${name}\\b`));
  expect(message).not.toContain(process.env['HOME']);
});

test('a file outside the bundle cannot be read, and the error says what to do', async () => {
  const { message, nextSteps } = await refusalOf(
    "import { readFileSync } from 'node:fs';\nreadFileSync('/etc/hostname');\nexport {};\n",
  );
  expect(message).toMatch(
    /^src\/workflow\.ts:2:\d+: The workflow may not read \/etc\/hostname: it has only the files that its bundle carries\./,
  );
  expect(nextSteps).toEqual([
    'Name it under "files" in the project file, or import it: import text from \'./file.md\'. To write a file, use a relative path.',
  ]);
});

test('no connection is possible while routes are read, by any means', async () => {
  let calls = 0;
  const server = createServer((_request, response) => void response.end(String((calls += 1)))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const source = `
    import { createSocket } from 'node:dgram';
    import { lookup } from 'node:dns';
    import { lookup as promise } from 'node:dns/promises';
    import { get } from 'node:http';
    import { connect } from 'node:net';
    import { connect as secure } from 'node:tls';
    const failed = (emitter) => new Promise((_, fail) => emitter.on('error', fail));
    const attempts = {
      fetch: () => fetch('http://127.0.0.1:${port}/'),
      'http.get': () => failed(get('http://127.0.0.1:${port}/')),
      'net.connect': () => failed(connect(${port})),
      'tls.connect': () => failed(secure(${port})),
      'dns.lookup': () => new Promise((_, fail) => lookup('localhost', fail)),
      'dns promises': () => promise('localhost'),
      dgram: () => createSocket('udp4').send('x', ${port}, '127.0.0.1'),
    };
    const refused = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try { await attempt(); } catch (error) {
        if ((error.cause ?? error).code === 'WF_NO_NETWORK') refused.push(name);
      }
    }
    throw new Error(refused.join());
  `;
  expect((await refusalOf(source)).message).toContain(
    'threw Error: fetch,http.get,net.connect,tls.connect,dns.lookup,dns promises,dgram.',
  );
  expect((await refusalOf(`await fetch('http://127.0.0.1:${port}/');\n`)).message).toMatch(
    /opens a connection while it is imported, but routes are read without a network/,
  );
  expect(calls).toBe(0);
});
