import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceExcerpt } from '../../../../src/use-cases/develop/read-source-excerpt.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

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
