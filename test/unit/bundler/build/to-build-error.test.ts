import { expect, test } from 'vitest';
import type { UserError } from '../../../../src/errors/wf-error.ts';
import { tempProject } from '../../../helpers/temp-project.ts';
import { bundleProject } from '../stub-sdk.ts';

async function failureOf(files: Record<string, string>): Promise<UserError> {
  await using project = await tempProject(files);
  const failure: unknown = await bundleProject(project.root).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'SourceError', code: 'WF_BUILD_FAILED' });
  // The line above holds it to that.
  return failure as UserError;
}

test('a syntax error shows file, line, column, the line and a caret', async () => {
  const { message, details } = await failureOf({ 'src/workflow.ts': 'const a = 1;\nexport const b = a a;\n' });

  expect(message).toBe(
    [
      'src/workflow.ts:2:20: The workflow does not compile: Expected ";" but found "a".',
      '',
      '  2 | export const b = a a;',
      '    |                    ^',
    ].join('\n'),
  );
  expect(details).toEqual({
    problems: [{ text: 'Expected ";" but found "a"', file: 'src/workflow.ts', line: 2, column: 20 }],
  });
});

test('the caret counts characters, even with tabs and accents', async () => {
  const { message } = await failureOf({ 'src/workflow.ts': "\tconst é = 'ü' x;\n" });

  expect(message).toContain('src/workflow.ts:1:16: ');
  expect(message).toContain("  1 | \tconst é = 'ü' x;\n    | \t              ^");
});

test('a caret far to the right is shown with the text around it', async () => {
  const { message } = await failureOf({ 'src/workflow.ts': `const long = '${'x'.repeat(500)}' here;\n` });

  const [shown = '', caret = ''] = message.split('\n').slice(-2);
  expect(shown.length).toBeLessThan(110);
  expect(shown.slice(caret.indexOf('^'))).toBe('here;');
});

test('TypeScript that Node and esbuild do not support is rejected with its position', async () => {
  const { message } = await failureOf({ 'src/workflow.ts': 'export const a: number = ;\n' });

  expect(message).toMatch(/^src\/workflow\.ts:1:26: The workflow does not compile: Unexpected ";"\./);
});

test('a missing package is reported with the command to install it', async () => {
  const { message, nextSteps } = await failureOf({
    'src/workflow.ts': "import { ask } from './ask.ts';\nexport default ask;\n",
    'src/ask.ts': "import Client from '@acme/llm/client';\nexport const ask = Client;\n",
  });

  expect(message).toMatch(
    /^src\/ask\.ts:1:20: The file imports "@acme\/llm\/client", but the package @acme\/llm is not installed\.\n\n {2}1 \| /,
  );
  expect(nextSteps).toEqual(['npm install @acme/llm']);
});

test('a relative import of a missing file is reported with its position', async () => {
  const { message, nextSteps } = await failureOf({ 'src/workflow.ts': "export * from './gone.ts';\n" });

  expect(message).toMatch(/^src\/workflow\.ts:1:15: The file imports "\.\/gone\.ts", but there is no such file\./);
  expect(nextSteps).toEqual([]);
});

test('an import of a missing export is rejected', async () => {
  const { message } = await failureOf({
    'src/workflow.ts': "import { b } from './a.ts';\nexport default b;\n",
    'src/a.ts': 'export const a = 1;\n',
  });

  expect(message).toContain('src/workflow.ts:1:10: The workflow does not compile: No matching export in "src/a.ts"');
});

test('an unknown entry of the SDK is rejected with the available ones', async () => {
  const { message, nextSteps } = await failureOf({ 'src/workflow.ts': "export * from 'wfkit/nothing';\n" });

  expect(message).toContain('The file imports "wfkit/nothing", but the available entries are wfkit, wfkit/runtime.');
  expect(nextSteps).toEqual([]);
});

test('several problems are counted, each with its next step', async () => {
  const { message, nextSteps } = await failureOf({
    'src/workflow.ts': "import a from 'package-a';\nimport b from 'package-b';\nexport default [a, b];\n",
  });

  expect(message).toContain('1 more problem after this one.');
  expect(nextSteps).toEqual(['npm install package-a', 'npm install package-b']);
});

test('the next step is one of the package manager whose lock file is there', async () => {
  const { nextSteps } = await failureOf({ 'yarn.lock': '', 'src/workflow.ts': "export * from '@a/b/c';\n" });

  expect(nextSteps).toEqual(['yarn add @a/b']);
});
