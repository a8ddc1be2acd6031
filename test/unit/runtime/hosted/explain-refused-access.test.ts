import { expect, test } from 'vitest';
import { explainRefusedAccess } from '../../../../src/runtime/hosted/explain-refused-access.ts';

const HOME = '/home/me/shop';
const REFUSED = 'Access to this API has been restricted. Use --allow-fs-read to manage permissions.';
const EXPLAINED =
  'The workflow may not read /etc/passwd: it has only the files that its bundle carries (at src/flow.ts:4). Name it under "files" in the project file, or import it: import text from \'./file.md\'.';

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
