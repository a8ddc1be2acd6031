import { expect, test } from 'vitest';
import { findRefusedAccess } from '../../../src/errors/refused-access.ts';

const denied = (permission: string, resource?: string) => ({ code: 'ERR_ACCESS_DENIED', permission, resource });
const CARRY = 'Name it under "files" in the project file, or import it: import text from \'./file.md\'.';
const ELSEWHERE = 'Run the workflow without a sandbox: wf build --target node.';

test.each<[object, string, string]>([
  [
    denied('FileSystemRead', '/srv/docs/a.md'),
    'The workflow may not read /srv/docs/a.md: it has only the files that its bundle carries.',
    CARRY,
  ],
  [
    denied('FileSystemRead', '/data/artifacts/00ff/files/src/a.md'),
    'The workflow may not read src/a.md: it has only the files that its bundle carries.',
    CARRY,
  ],
  [
    denied('FileSystemRead'),
    'The workflow may not read this file: it has only the files that its bundle carries.',
    CARRY,
  ],
  [
    denied('FileSystemWrite', '/tmp/x'),
    'The workflow may not write /tmp/x: a deployed call keeps no files.',
    'Return the data, or send it to a store.',
  ],
  [denied('ChildProcess', 'ls'), 'The workflow may not start ls: the sandbox has no other programs.', ELSEWHERE],
  [denied('ChildProcess'), 'The workflow may not start a process: the sandbox has no other programs.', ELSEWHERE],
  [denied('WorkerThreads'), 'The workflow may not start a thread.', ELSEWHERE],
  [denied('Addon'), 'The workflow may not load native code.', 'Name the package under "external" in the project file.'],
  [
    { code: 'ERR_DLOPEN_DISABLED', stack: 'Error: x\n    at f (/srv/node_modules/@a/b/index.js:1:2)' },
    'The workflow may not load the native code of @a/b.',
    'Name the package under "external" in the project file: "external": ["@a/b"].',
  ],
  [{ code: 'ENOENT', path: '/srv/.wf/dev/3/files/src/a.md' }, 'The bundle does not carry src/a.md.', CARRY],
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
])('%o is explained', (error, sentence, advice) => {
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
])('%o is not of the sandbox', (error) => {
  expect(findRefusedAccess(error)).toBeNull();
});

test('an error that causes itself ends the search', () => {
  const error: { cause?: unknown } = {};
  error.cause = error;

  expect(findRefusedAccess(error)).toBeNull();
});
