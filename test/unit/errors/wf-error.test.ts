import { build } from 'esbuild';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notFound } from '../../../src/errors/not-found.ts';
import { isServiceError, ServiceError } from '../../../src/errors/service-error.ts';
import { BugError, isWfError, UserError } from '../../../src/errors/wf-error.ts';

test('the exit code comes from the catalogue', () => {
  expect(new UserError({ code: 'WF_CONFLICT', message: 'taken' }).exitCode).toBe(5);
  expect(new BugError('broken').exitCode).toBe(1);
});

test('an error has next steps, details and a cause only if they are given', () => {
  const bare = new UserError({ code: 'WF_CONFLICT', message: 'taken' });
  expect([bare.nextSteps, bare.details, 'cause' in bare, 'cause' in new BugError('broken')]).toEqual([
    [],
    undefined,
    false,
    false,
  ]);
  const cause = new Error('x');
  const full = new UserError({ code: 'WF_CONFLICT', message: 'taken', nextSteps: ['wait'], details: { a: 1 }, cause });
  expect([full.nextSteps, full.details, full.cause]).toEqual([['wait'], { a: 1 }, cause]);
  expect(new BugError('broken', cause)).toMatchObject({ name: 'BugError', code: 'WF_BUG', message: 'broken', cause });
});

test('the mark of an error is not among its fields', () => {
  const error = new UserError({ code: 'WF_CONFLICT', message: 'taken' });
  expect([isWfError(error), Object.getOwnPropertySymbols(Object.assign({}, error))]).toEqual([true, []]);
});

test('an error keeps the name of its class after minification', async () => {
  const contents = `
    import { ServiceError } from './service-error.ts';
    import { SourceError } from './source-error.ts';
    import { BugError, UserError } from './wf-error.ts';
    const said = { code: 'WF_FAILED', message: '', status: null, location: {} };
    export const names = [UserError, SourceError, ServiceError, BugError].map((Class) => new Class(said).name);
  `;
  const stdin = { contents, resolveDir: join(import.meta.dirname, '../../../src/errors') };
  const { outputFiles } = await build({ stdin, write: false, bundle: true, minify: true, format: 'esm' });
  const { names } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
  expect(names).toEqual(['UserError', 'SourceError', 'ServiceError', 'BugError']);
});

test('an error of another copy of the module is recognised by its marker', () => {
  const foreign = Object.defineProperty(new Error('x'), Symbol.for('wf.error'), { value: true });
  expect([isWfError(foreign), isWfError(new Error('x')), isWfError('x'), isWfError(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a service error of another copy of the module is recognised, a user error is not', () => {
  const foreign = Object.defineProperty(new Error('x'), Symbol.for('wf.error'), { value: true });
  Object.assign(foreign, { status: 409, requestId: null });
  expect(isServiceError(foreign)).toBe(true);
  expect(isServiceError(new UserError({ code: 'WF_CONFLICT', message: 'taken' }))).toBe(false);
  expect(isServiceError(Object.assign(new Error('x'), { status: 409, requestId: null }))).toBe(false);
});

test('a service error keeps status and request id', () => {
  const error = new ServiceError({ code: 'WF_NOT_FOUND', message: 'gone', status: 404, requestId: 'r1' });
  expect({ name: error.name, status: error.status, requestId: error.requestId }).toEqual({
    name: 'ServiceError',
    status: 404,
    requestId: 'r1',
  });
});

test.each([
  [['production', 'staging'], 'No environment is called "prodution". Did you mean production?'],
  [['a', 'b'], 'No environment is called "prodution". Available: a, b.'],
  [[], 'No environment is called "prodution". There is no environment yet.'],
])('the error for an unknown name lists the available ones: %j', (available, message) => {
  expect(notFound({ kind: 'environment', name: 'prodution', available }).message).toBe(message);
});
