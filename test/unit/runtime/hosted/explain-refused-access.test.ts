import { PLACE } from '../../../../src/foundation/errors/stacks.ts';
import { execFile } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { tempProject } from '../../../helpers/temp-project.ts';
import {
  describeUncaught,
  explainRefusedAccess,
  findAuthorLine,
  limitNativeCode,
  reportRefusedUses,
} from '../../../../src/runtime/hosted/author-errors.ts';

const HOME = '/home/me/shop';
const REFUSED = 'Access to this API has been restricted. Use --allow-fs-read to manage permissions.';
const EXPLAINED =
  'The workflow may not read /etc/passwd: it has only the files that its bundle carries (at src/flow.ts:4). Name it under "files" in the project file, or import it: import text from \'./file.md\'. To write a file, use a relative path.';

/** An error of Node's permissions, thrown by the author's code. */
function refusedRead(stack = `Error: ${REFUSED}\n    at read (${HOME}/src/flow.ts:4:1)`): Error {
  const facts = { code: 'ERR_ACCESS_DENIED', permission: 'FileSystemRead', resource: '/etc/passwd', stack };
  return Object.assign(new Error(REFUSED), facts);
}

const explain = explainRefusedAccess({ home: HOME, isSandboxed: true });

test('a refusal names what, where and how to allow it, in message and stack', () => {
  const error = refusedRead();
  const explained = explain(error) as Error;
  expect(explained).toBe(error);
  expect(Reflect.get(explained, PLACE)).toBe('src/flow.ts:4');
  expect([explained.message, explained.stack]).toEqual([
    EXPLAINED,
    `Error: ${EXPLAINED}\n    at read (${HOME}/src/flow.ts:4:1)`,
  ]);
});

test('a refusal without a line of the author names no line', () => {
  expect(explain(refusedRead('Error: x'))).toMatchObject({
    message: EXPLAINED.replace(' (at src/flow.ts:4)', ''),
    stack: 'Error: x',
  });
});

test.each([
  ['another error', new Error('x')],
  ['no error', 'ERR_ACCESS_DENIED'],
  ['nothing', undefined],
])('%s stays as it is', (_, thrown) => {
  const message = thrown instanceof Error ? thrown.message : null;
  expect(explain(thrown)).toBe(thrown);
  expect(thrown instanceof Error ? thrown.message : null).toBe(message);
});

test('outside of the sandbox, a refusal has another cause', () => {
  const error = refusedRead();
  expect(explainRefusedAccess({ home: HOME, isSandboxed: false })(error)).toBe(error);
  expect(error.message).toBe(REFUSED);
});

test.each([
  ['    at project:///src/flow.ts:12:3', 'src/flow.ts:12'],
  ['    at async answer (project:///src/flow.ts:12:3)', 'src/flow.ts:12'],
  ['    at answer (/home/me/shop/src/flow.ts:4:1)', 'src/flow.ts:4'],
  ['    at file:///home/me/shop/src/flow.ts:4:1', 'src/flow.ts:4'],
  ['    at file:///elsewhere/flow.ts:4:1', '/elsewhere/flow.ts:4'],
  [
    '    at readFileSync (node:fs:440:20)\n    at f (project:///node_modules/a/b.js:1:1)\n    at project:///a.ts:9:1',
    'a.ts:9',
  ],
  ['    at /home/me/shop/.wf/dev/1/workflow.mjs:3:1', null],
  ['    at /home/me/shop/node_modules/a/b.js:3:1', null],
  [`    at x (${new URL('../../../../src/runtime/hosted/answer-call.ts', import.meta.url).href}:3:1)`, null],
  ['Error: at /not/a/frame.ts:1:1', null],
])('the innermost line of the author is found in %s', (stack, expected) => {
  expect(findAuthorLine(`Error: x\n${stack}`, '/home/me/shop')).toBe(expected);
});

// Channels keep their listeners, so that there is one for all tests.
reportRefusedUses(process.cwd());

/** Publishes what Node does in audit mode, and returns what is written. */
function publish(name: string, message: object): string {
  let written = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  channel(`node:permission-model:${name}`).publish(message);
  return written.replace(/^\S+\.ts:\d+: /, 'LINE: ');
}

test.each(['fs', 'child', 'worker', 'wasi', 'addon'])('a use of %s is reported with its line', (name) => {
  expect(publish(name, { permission: 'FileSystemRead', resource: '/etc/hosts' })).toBe(
    'LINE: A deployed call would be refused this. The workflow may not read /etc/hosts: it has only the files that its bundle carries. Name it under "files" in the project file, or import it: import text from \'./file.md\'. To write a file, use a relative path.\n',
  );
});

test('what is no refusal is not reported, and stacks stay as long as they were', () => {
  const limit = Error.stackTraceLimit;
  expect(publish('fs', { permission: 'Unknown' })).toBe('');
  expect(Error.stackTraceLimit).toBe(limit);
});

const MODULE = pathToFileURL(resolve('src/runtime/hosted/author-errors.ts')).href;

/** Runs code in a process that reports. */
async function run(code: string): Promise<{ exitCode: unknown; output: string }> {
  const source = `import { reportUncaught } from ${JSON.stringify(MODULE)};\nreportUncaught();\n${code}`;
  return await new Promise((done) => {
    const args = ['--input-type=module', '--eval', source];
    execFile(process.execPath, args, (error, stdout, stderr) =>
      done({ exitCode: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

test.each([
  ["Promise.reject('no');", 'A promise was rejected and nobody handled it: no\n'],
  ["setImmediate(() => { throw 'thrown'; });", 'Uncaught: thrown\n'],
])('%s is told in a sentence, and ends the process', async (code, output) => {
  expect(await run(code)).toEqual({ exitCode: 1, output });
});

test("a handler of the workflow's own decides", async () => {
  const code = "process.on('uncaughtException', (error) => console.log(`mine: ${error.message}`));";
  expect(await run(`${code} Promise.reject(new Error('no'));`)).toEqual({ exitCode: 0, output: 'mine: no\n' });
});

test("an error has the author's frames and its causes", () => {
  const error = new Error('outer', { cause: 'not an error' });
  error.stack = 'Error: outer\n    at project:///src/flow.ts:1:2\n    at f (file:///data/artifacts/1.mjs:3:4)';
  expect(describeUncaught(error, 'uncaughtException')).toBe('Uncaught: Error: outer\n    at src/flow.ts:1:2');
});

describe('native code', () => {
  const original = process.dlopen.bind(process);
  const loaded: unknown[] = [];

  beforeEach(() => {
    process.dlopen = (_module: object, file: string, flags?: number) => loaded.push([file, flags]);
  });
  afterEach(() => {
    process.dlopen = original;
    loaded.length = 0;
  });

  test('is loaded from the packages of a bundle, and from nowhere else', async () => {
    await using project = await tempProject({
      'packages/1/node_modules/a/a.node': '',
      'app/files/b.node': '',
      'app/workflow.mjs': '',
    });
    await symlink(project.path('packages/1/node_modules'), project.path('app/node_modules'));
    await symlink(project.path('app/files/b.node'), project.path('packages/1/node_modules/a/b.node'));
    limitNativeCode(project.path('app/workflow.mjs'));

    process.dlopen({}, project.path('app/node_modules/a/a.node'), 2);
    expect(loaded).toEqual([[project.path('app/node_modules/a/a.node'), 2]]);
    expect(() => process.dlopen({}, project.path('app/files/b.node'))).toThrow(
      'is native code outside of the packages',
    );
    expect(() => process.dlopen({}, project.path('app/node_modules/a/b.node'))).toThrow('is native code outside');
  });

  test('is not loaded by a bundle without packages', async () => {
    await using project = await tempProject({ 'app/workflow.mjs': '', 'app/b.node': '' });
    limitNativeCode(project.path('app/workflow.mjs'));

    expect(() => process.dlopen({}, project.path('app/b.node'))).toThrow('is native code outside of the packages');
  });
});
