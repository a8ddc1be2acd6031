import { mkdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ServiceError, type ServiceErrorOptions } from '../../../../src/errors/service-error.ts';
import { locateThrow } from '../../../../src/use-cases/develop/locate-throw.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const HERE = '    at shorten (project:///src/text.ts:2:9)';
const CALLER = '    at async default (project:///src/workflow.ts:7:3)';
const FOREIGN = '    at run (node:internal/process:1:1)';

/** A failed call whose code threw with this stack. */
function failed(stacktrace: unknown, change: Partial<ServiceErrorOptions> = {}) {
  return new ServiceError({
    code: 'WF_ROUTE_FAILED',
    message: 'Route / failed: Too long (at src/text.ts:2).',
    status: 500,
    requestId: 'r-1',
    details: { detail: { stacktrace } },
    ...change,
  });
}

async function locate(error: unknown) {
  await using folder = await tempFolder();
  await mkdir(folder.path('src'));
  await writeFile(folder.path('src/text.ts'), 'export function shorten() {\n  throw new Error("Too long");\n}\n');
  return await locateThrow(error, { root: folder.root, entry: 'src/workflow.ts' });
}

test('a failed call shows the source line, the callers and the causes', async () => {
  const cause = new Error('Caused by: Error: No more words');
  const error = failed(['Error: Too long', HERE, FOREIGN, CALLER, cause.message, '    at x (project:///src/a.ts:1:1)']);
  expect(await locate(error)).toMatchObject({
    code: 'WF_ROUTE_FAILED',
    details: error.details,
    cause: error,
    location: { sentence: 'Route / failed: Too long.', file: 'src/text.ts', line: 2, column: 9 },
    message: [
      'src/text.ts:2:9: Route / failed: Too long.',
      '  2 |   throw new Error("Too long");\n    |         ^',
      '  called from src/workflow.ts:7:3\nCaused by: Error: No more words',
    ].join('\n\n'),
  });
});

test('without callers and causes, the source line is last', async () => {
  const located = (await locate(failed(['Error: Too long', HERE]))) as Error;
  expect(located.message.split('\n\n')).toEqual([
    'src/text.ts:2:9: Route / failed: Too long.',
    '  2 |   throw new Error("Too long");\n    |         ^',
  ]);
});

test.each([
  ['in no file of the author', failed(['Error: Too long', FOREIGN])],
  ['without a stack', failed('none')],
  ['without details', failed([], { details: undefined })],
  ['with another code', failed(['Error: Too long', HERE], { code: 'WF_FAILED' })],
  ['that is no answer of a service', new Error('Too long')],
])('an error %s stays as it is', async (_, error) => {
  expect(await locate(error)).toBe(error);
});
