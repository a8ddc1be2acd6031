import { expect, test } from 'vitest';
import { findRefusedAccess } from '../../../../src/foundation/errors/refused-access.ts';
import { toThrownError } from '../../../../src/foundation/errors/thrown-error.ts';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';

const denied = (permission: string, resource?: string) => ({ code: 'ERR_ACCESS_DENIED', permission, resource });
const CARRY = 'Name it under "files" in the project file, or import it: import text from \'./file.md\'.';
const CARRY_OR_WRITE = `${CARRY} To write a file, use a relative path.`;
const ELSEWHERE =
  'Start it in the handler, and run the workflow without a sandbox: wf dev --allow, or wf build --target node.';

test.each<[object, string, string]>([
  [
    denied('FileSystemRead', '/srv/docs/a.md'),
    'The workflow may not read /srv/docs/a.md: it has only the files that its bundle carries.',
    CARRY_OR_WRITE,
  ],
  [denied('FileSystemRead', '/data/artifacts/00ff/files/src/a.md'), 'The bundle does not carry src/a.md.', CARRY],
  [
    denied('FileSystemRead'),
    'The workflow may not read this file: it has only the files that its bundle carries.',
    CARRY_OR_WRITE,
  ],
  [
    denied('FileSystemWrite', '/tmp/x'),
    'The workflow may not write /tmp/x: it writes only in its working folder, which ends with its process.',
    'Write to a relative path, as in ./out.json, or send the data to a store.',
  ],
  [denied('ChildProcess', 'ls'), 'The workflow may not start ls: the sandbox has no other programs.', ELSEWHERE],
  [denied('ChildProcess'), 'The workflow may not start a process: the sandbox has no other programs.', ELSEWHERE],
  [denied('WorkerThreads'), 'The workflow may not start a thread.', ELSEWHERE],
  [
    {
      ...denied('WorkerThreads'),
      stack: 'Error: x\n    at new ThreadStream (/a/workflow.mjs:9:1)',
    },
    'The workflow may not start a thread.',
    'Create pino without "transport", or with a stream in its place: pino(pretty()), by import pretty from \'pino-pretty\'.',
  ],
  [
    {
      message:
        'Setting up fake worker failed: "Cannot find module \'/a/pdf.worker.mjs\' imported from /a/workflow.mjs".',
    },
    'The package pdfjs-dist loads its file pdf.worker.mjs by a name that only its code knows, so the bundle lacks it.',
    'Name the package under "external" in the project file: "external": ["pdfjs-dist"].',
  ],
  [
    { message: 'unable to determine transport target for "pino-pretty"' },
    'pino cannot start a thread for its transport "pino-pretty".',
    'Create pino without "transport", or with a stream in its place: pino(pretty()), by import pretty from \'pino-pretty\'.',
  ],
  [
    { message: "Cannot find module './worker.js' imported from /a/chunks/b-12345678.mjs" },
    'A package loads its file worker.js by a name that only its code knows, so the bundle lacks it.',
    'Name the package under "external" in the project file.',
  ],
  [denied('Addon'), 'The workflow may not load native code.', 'Name the package under "external" in the project file.'],
  [
    { code: 'ERR_DLOPEN_DISABLED', stack: 'Error: x\n    at f (/srv/node_modules/@a/b/index.js:1:2)' },
    'The workflow may not load the native code of @a/b.',
    'Name the package under "external" in the project file: "external": ["@a/b"].',
  ],
  [{ code: 'ENOENT', path: '/srv/.wf/dev/3/files/src/a.md' }, 'The bundle does not carry src/a.md.', CARRY],
  [
    { code: 'SQLITE_CANTOPEN', message: 'unable to open database file' },
    'The workflow cannot open a database (unable to open database file): it writes only in its working folder.',
    "Use a relative path, as in ./app.db, and create its folder before: mkdirSync('data', { recursive: true }).",
  ],
  [
    { code: 'MODULE_NOT_FOUND', message: "Cannot find module 'left-pad'\nRequire stack:" },
    'The workflow loads left-pad by a name that only its code knows, so the bundle lacks it.',
    'Import it by its name, or name it under "external" in the project file: "external": ["left-pad"].',
  ],
  [
    { code: 'ERR_MODULE_NOT_FOUND', message: "Cannot find package '@a/b' imported from /x" },
    'The workflow loads @a/b by a name that only its code knows, so the bundle lacks it.',
    'Import it by its name, or name it under "external" in the project file: "external": ["@a/b"].',
  ],
  [
    { code: 'EACCES', syscall: 'connect', destination: '10.0.0.1:80', reason: 'it is internal' },
    'The workflow may not connect to 10.0.0.1:80: it is internal.',
    'An operator can allow it: wf serve --allow-egress 10.0.0.1:80.',
  ],
])('what the sandbox refused is explained: %o', (error, sentence, advice) => {
  expect(findRefusedAccess(error)).toEqual({ sentence, advice });
  expect(findRefusedAccess(new Error('fetch failed', { cause: error }))).toEqual({ sentence, advice });
});

test.each([
  null,
  { code: 'ERR_DLOPEN_FAILED', message: 'libc.so.6: cannot open shared object file' },
  'text',
  new Error('other'),
  denied('Inspector'),
  { code: 'ENOENT', path: '/srv/other.txt' },
  { code: 'ENOENT' },
  { code: 'EACCES', syscall: 'open', destination: '10.0.0.1:80', reason: 'x' },
  { code: 'EACCES', syscall: 'connect', message: 'connect EACCES 10.0.0.1:80' },
  { code: 'EACCES', syscall: 'connect', destination: '10.0.0.1:80' },
  { code: 'ECONNREFUSED', syscall: 'connect' },
  { code: 'MODULE_NOT_FOUND', message: "Cannot find module './mine.js'" },
])('what the sandbox did not refuse is left alone: %o', (error) => {
  expect(findRefusedAccess(error)).toBeNull();
});

test('an error that causes itself ends the search', () => {
  const error: { cause?: unknown } = {};
  error.cause = error;

  expect(findRefusedAccess(error)).toBeNull();
});

test.each([
  ['text', 'text', 'string'],
  [undefined, 'undefined', 'undefined'],
  [7, '7', 'number'],
])('the thrown value %j is described', (thrown, message, name) => {
  expect(toThrownError(thrown)).toEqual({ message, stack: '', name, code: null, refusal: null });
});

test.each([
  [new TypeError('Boom'), null],
  [Object.assign(new TypeError('Boom'), { code: 'ERR_ACCESS_DENIED' }), 'ERR_ACCESS_DENIED'],
  [Object.assign(new TypeError('Boom'), { code: 7 }), null],
])('an error keeps its name, stack and code', (thrown, code) => {
  expect(toThrownError(thrown)).toEqual({
    message: 'Boom',
    stack: thrown.stack,
    name: 'TypeError',
    code,
    refusal: null,
  });
  delete thrown.stack;
  expect(toThrownError(thrown).stack).toBe('');
});

const deniedThread = Object.assign(new Error('Access denied'), denied('WorkerThreads'));
const notInstalled = Object.assign(new Error("Cannot find module 'left-pad'"), { code: 'ERR_MODULE_NOT_FOUND' });

test('outside of a sandbox, nothing is refused by it', () => {
  expect(toThrownError(deniedThread)).toMatchObject({ message: 'Access denied', refusal: null });
});

test('in a sandbox, an access that it refused is explained, but not a package that is not installed', () => {
  Object.defineProperty(process, 'permission', { value: {}, configurable: true });
  try {
    expect(toThrownError(deniedThread)).toMatchObject({
      message: 'The workflow may not start a thread.',
      code: 'ERR_ACCESS_DENIED',
      refusal: {
        nextSteps: [ELSEWHERE],
        details: { code: 'ERR_ACCESS_DENIED', message: 'Access denied' },
      },
    });
    expect(toThrownError(notInstalled)).toMatchObject({ message: notInstalled.message, refusal: null });
  } finally {
    Reflect.deleteProperty(process, 'permission');
  }
});

test('an error of the SDK keeps its next steps and details', () => {
  const refused = new UserError({ code: 'WF_WORKFLOW_INVALID', message: 'No', nextSteps: ['a'], details: { b: 1 } });
  expect(toThrownError(refused).refusal).toEqual({ nextSteps: ['a'], details: { b: 1 } });
  const bare = Object.assign(new Error('No'), { [Symbol.for('wf.error')]: true });
  expect(toThrownError(bare).refusal).toEqual({ nextSteps: [], details: undefined });
});
