import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countOf } from '../../../../src/foundation/numbers.ts';
import { SourceError } from '../../../../src/foundation/errors/source-error.ts';
import { isServiceError, isWfError, missingArgumentOf, UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { PACKAGE_NAME, PACKAGE_VERSION } from '../../../../src/foundation/package.ts';

test('an error keeps the name of its class after minification', async () => {
  const contents = `
    import { SourceError } from './source-error.ts';
    import { BugError, ServiceError, UserError } from './wf-error.ts';
    const said = { code: 'WF_FAILED', message: '', status: null, location: {} };
    export const names = [UserError, SourceError, ServiceError, BugError].map((Class) => new Class(said).name);
  `;
  const stdin = { contents, resolveDir: join(import.meta.dirname, '../../../../src/foundation/errors') };
  const { outputFiles } = await build({ stdin, write: false, bundle: true, minify: true, format: 'esm' });
  const { names } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
  expect(names).toEqual(['UserError', 'SourceError', 'ServiceError', 'BugError']);
});

test('errors of another copy of the package are recognised by their marker, and no others', () => {
  const fields = { status: 409, requestId: null };
  const foreign = () => Object.defineProperty(new Error('x'), Symbol.for('wf.error'), { value: true });
  expect(
    [foreign(), Object.assign(foreign(), fields), Object.assign(new Error('x'), fields), new Error('x'), 'x', null].map(
      (value) => [isWfError(value), isServiceError(value)],
    ),
  ).toEqual([
    [true, false],
    [true, true],
    [false, false],
    [false, false],
    [false, false],
    [false, false],
  ]);
});

test('the mark of an error is not among its fields', () => {
  const error = new UserError({ code: 'WF_CONFLICT', message: 'taken' });
  expect([isWfError(error), Object.getOwnPropertySymbols(Object.assign({}, error))]).toEqual([true, []]);
});

test('name and version in code are those of the package', () => {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ name: PACKAGE_NAME, version: PACKAGE_VERSION, bin: { wf: 'bin/wf.js' } });
});

const LOCATION = { sentence: 'Unexpected }', file: 'workflow.ts', line: 3, column: 7, frame: '3 | }\n    ^' };

test.each([
  [LOCATION, undefined, 'workflow.ts:3:7: Unexpected }\n\n3 | }\n    ^'],
  [{ ...LOCATION, frame: null }, 'Nothing changed.', 'workflow.ts:3:7: Unexpected }\n\nNothing changed.'],
  [{ ...LOCATION, column: null, frame: null }, undefined, 'workflow.ts:3: Unexpected }'],
  [{ ...LOCATION, file: null, line: null, column: null, frame: null }, undefined, 'Unexpected }'],
])('the message of an error in the sources begins with its position: %j', (location, remark, message) => {
  expect(new SourceError({ code: 'WF_BUILD_FAILED', location, remark }).message).toBe(message);
});

test.each([
  [{ missing: '--app' }, '--app'],
  [undefined, null],
  [null, null],
  ['missing', null],
  [{ app: 'a' }, null],
  [{ missing: 1 }, null],
])('the missing flag of an error with the details %j is %j', (details, missing) => {
  expect(missingArgumentOf(new UserError({ code: 'WF_USAGE', message: 'No.', details }))).toBe(missing);
  expect(missingArgumentOf(Object.assign(new Error('No.'), { details }))).toBeNull();
});

test('a count has its noun in the plural, except for one', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
});
