import { expect, test } from 'vitest';
import {
  explainDatabaseError,
  isLostRace,
  isServerFailure,
} from '../../../../src/service/store/explain-database-error.ts';

const withFields = (fields: Record<string, unknown>, message = 'as the driver says') =>
  Object.assign(new Error(message), fields);

test.each([
  [{ errcode: 5 }, 'is locked by another process'],
  [{ errcode: 261 }, 'is locked by another process'],
  [{ errcode: 8 }, 'cannot be written to: the file or its folder is read-only'],
  [{ errcode: 13 }, 'cannot grow: the disk is full'],
  [{ errcode: 11 }, 'is damaged or truncated'],
  [{ errcode: 778 }, 'cannot be read or written: the disk reports an error'],
  [{ errcode: 4874 }, 'cannot be read or written: the disk is full'],
  [{ code: '53100' }, 'cannot grow: the disk of the server is full'],
  [{ errcode: 6 }, 'is locked by another process'],
  [{ errcode: 14 }, 'cannot be opened: the file or its folder is not accessible'],
  [{ errcode: 26 }, 'is not a database, or is damaged or truncated'],
  [{ code: '08006' }, 'closed the connection'],
  [{ code: '25006' }, 'cannot be written to: the server is read-only'],
  [{ code: '25P03' }, 'ended a transaction that was idle too long'],
  [{ code: '28000' }, 'refuses this user'],
  [{ code: '28P01' }, 'refuses this password'],
  [{ code: '3D000' }, 'does not exist'],
  [{ code: '40001' }, 'is busy: other changes of the same records came first, again and again'],
  [{ code: '40P01' }, 'is busy: other changes of the same records came first, again and again'],
  [{ code: '53300' }, 'has no free connection'],
  [{ code: '55P03' }, 'is busy: a lock was not released in time (lock_timeout)'],
  [{ code: '57014' }, 'took too long for a statement (statement_timeout)'],
  [{ code: '57P01' }, 'is shutting down'],
  [{ code: '57P02' }, 'is recovering from a crash'],
  [{ code: '57P03' }, 'is starting up or shutting down'],
  [{ code: 'ECONNREFUSED' }, 'cannot be reached: nothing listens there'],
  [{ code: 'ECONNRESET' }, 'closed the connection'],
  [{ code: 'EHOSTUNREACH' }, 'cannot be reached: there is no route to the host'],
  [{ code: 'EPIPE' }, 'closed the connection'],
  [{ code: 'EAI_AGAIN' }, 'cannot be reached: the host name cannot be looked up now'],
  [{ code: 'ENOTFOUND' }, 'cannot be reached: the host name is unknown'],
  [{ code: 'ETIMEDOUT' }, 'cannot be reached: it does not answer'],
])('%j becomes a message', (fields, reason) => {
  const error = withFields(fields);
  expect(explainDatabaseError(error, 'The database x')).toMatchObject({
    code: 'WF_DATABASE',
    message: `The database x ${reason}.`,
    cause: error,
  });
});

test('a connection tried at several addresses is explained by the first', () => {
  const error = new AggregateError([withFields({ code: 'ECONNREFUSED' }), withFields({ code: 'EHOSTUNREACH' })]);
  expect(explainDatabaseError(error, 'The database x')).toMatchObject({
    message: 'The database x cannot be reached: nothing listens there.',
  });
});

test.each([
  ['22021', 'A text contains the character U+0000.'],
  ['22003', 'A number is out of range.'],
])("a value that PostgreSQL cannot compare is the caller's mistake: %s", (code, message) => {
  expect(explainDatabaseError(withFields({ code }), 'x')).toMatchObject({ code: 'WF_INVALID_INPUT', message });
});

test.each([withFields({ code: '42P01' }), withFields({ errcode: 1 }), new TypeError('bug'), 'text', null])(
  '%s is returned unchanged',
  (error) => {
    expect(explainDatabaseError(error, 'x')).toBe(error);
  },
);

test('only an error that a retry can resolve is a lost race', () => {
  expect(['40001', '40P01', '23505'].map((code) => isLostRace(withFields({ code })))).toEqual([true, true, true]);
  expect([withFields({ code: '23503' }), withFields({}), 'text'].map(isLostRace)).toEqual([false, false, false]);
});

test.each([
  ['a full disk', { code: '53100' }],
  ['a file in use', { errcode: 5 }],
])('%s is no reason to retry', (_, fields) => {
  expect(explainDatabaseError(withFields(fields), 'x')).toMatchObject({ code: 'WF_DATABASE', details: undefined });
});

test("a server's failure is distinguished from an invalid query in any language", () => {
  const full = withFields({ code: '53100' });
  expect([full, explainDatabaseError(full, 'x')].map(isServerFailure)).toEqual([true, true]);
  const others = [withFields({ code: '23503' }), withFields({ errcode: 13 }), new TypeError('bug'), 'text'];
  expect(others.map(isServerFailure)).toEqual([false, false, false, false]);
});

test.each([
  ['timeout exceeded when trying to connect', 'does not answer, or all its connections are in use (pool_max)', true],
  ['Query read timeout', 'does not answer', false],
  ['Connection terminated unexpectedly', 'closed the connection, or does not answer', false],
  [
    'Client has encountered a connection error and is not queryable',
    'closed the connection, or does not answer',
    false,
  ],
  ['Client was closed and is not queryable', 'closed the connection, or does not answer', false],
])("the driver's message %j is recognised", (message, reason, isUndone) => {
  expect(explainDatabaseError(new Error(message), 'The database x')).toMatchObject({
    message: `The database x ${reason}.`,
    details: { retry_after: 1, is_undone: isUndone },
  });
});

test.each([
  [
    'nothing was stored',
    true,
    ['40001', '40P01', '53300', '55P03', '57P03', 'ECONNREFUSED', 'EHOSTUNREACH', 'EAI_AGAIN'],
  ],
  ['it may be stored', false, ['08006', '57P01', '57P02', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']],
])('after some transient conditions, %s', (_, isUndone, codes) => {
  for (const code of codes) {
    expect(explainDatabaseError(withFields({ code }), 'x'), code).toMatchObject({
      details: { retry_after: 1, is_undone: isUndone },
    });
  }
});

test('a message names what to check', () => {
  expect(explainDatabaseError(withFields({ errcode: 5 }), 'x')).toMatchObject({
    nextSteps: ['Check the file, its folder and the disk, or name another database: wf serve --data-dir DIR'],
  });
  expect(explainDatabaseError(withFields({ code: '3D000' }), 'x')).toMatchObject({
    nextSteps: ['Check the server and its address: --database-url postgres://user:password@host/database'],
  });
});
