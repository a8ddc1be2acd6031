import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServiceError, type ServiceErrorOptions } from '../../../../src/foundation/errors/wf-error.ts';
import { locateThrow } from '../../../../src/use-cases/develop/open-source.ts';
import { readSourceExcerpt } from '../../../../src/use-cases/develop/serve-dev.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

describe('a failed call', () => {
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
      details: { detail: { stacktrace, place: 'src/text.ts:2' } },
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
    const error = failed([
      'Error: Too long',
      HERE,
      FOREIGN,
      CALLER,
      cause.message,
      '    at x (project:///src/a.ts:1:1)',
    ]);
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
});

describe('lines of the sources', () => {
  const LINES = ['one', 'two', 'three', 'four', 'five', 'six'];

  async function read(place: string, known = 'workflow.ts') {
    await using project = await tempProject({ 'workflow.ts': LINES.join('\n'), '.env': 'KEY=secret' });
    const stack = `Error: no\n    at node:internal/timers:1:2\n    at run (${join(project.root, place)})`;
    return await readSourceExcerpt({ stack, root: project.root, files: [join(project.root, known)] });
  }

  test('the lines around the innermost position in the sources are read', async () => {
    expect(await read('workflow.ts:4:3')).toEqual({
      file: 'workflow.ts',
      line: 4,
      column: 3,
      first_line: 2,
      lines: ['two', 'three', 'four', 'five', 'six'],
    });
  });

  test('at the edges of a file there are fewer lines', async () => {
    expect(await read('workflow.ts:1:1')).toMatchObject({ first_line: 1, lines: ['one', 'two', 'three'] });
    expect(await read('workflow.ts:6:1')).toMatchObject({ first_line: 4, lines: ['four', 'five', 'six'] });
  });

  test.each(['.env:1:1', 'workflow.ts:7:1', '../other.ts:1:1', 'node_modules/zod/index.js:1:1'])(
    'a stack that names %s shows nothing',
    async (place) => {
      expect(await read(place)).toBeNull();
    },
  );

  test('files outside the workflow are never read', async () => {
    expect(await read('workflow.ts:1:1', 'other.ts')).toBeNull();
  });
});
