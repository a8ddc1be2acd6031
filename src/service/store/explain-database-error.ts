import { isWfError, UserError } from '../../foundation/errors/wf-error.ts';
import { fieldOf } from '../../foundation/record.ts';
import { NUL_REASON } from './any-value.ts';

/** Result codes of SQLite, without their extended part. @source https://sqlite.org/rescode.html */
const SQLITE_REASONS: Record<number, string> = {
  5: 'is locked by another process',
  6: 'is locked by another process',
  8: 'cannot be written to: the file or its folder is read-only',
  10: 'cannot be read or written: the disk reports an error',
  11: 'is damaged or truncated',
  13: 'cannot grow: the disk is full',
  14: 'cannot be opened: the file or its folder is not accessible',
  26: 'is not a database, or is damaged or truncated',
};

/** Extended codes that say more than their primary code. */
const SQLITE_EXTENDED_REASONS: Record<number, string> = {
  // The index of the write-ahead log could not grow to its required size.
  4874: 'cannot be read or written: the disk is full',
};

/** Conditions of PostgreSQL and connection errors. @source PostgreSQL manual, appendix A */
const POSTGRES_REASONS: Record<string, string> = {
  '08006': 'closed the connection',
  '25006': 'cannot be written to: the server is read-only',
  '25P03': 'ended a transaction that was idle too long',
  '28000': 'refuses this user',
  '28P01': 'refuses this password',
  '3D000': 'does not exist',
  '40001': 'is busy: other changes of the same records came first, again and again',
  '40P01': 'is busy: other changes of the same records came first, again and again',
  '53100': 'cannot grow: the disk of the server is full',
  '53300': 'has no free connection',
  '55P03': 'is busy: a lock was not released in time (lock_timeout)',
  '57014': 'took too long for a statement (statement_timeout)',
  '57P01': 'is shutting down',
  '57P02': 'is recovering from a crash',
  '57P03': 'is starting up or shutting down',
  ECONNREFUSED: 'cannot be reached: nothing listens there',
  ECONNRESET: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached: there is no route to the host',
  EPIPE: 'closed the connection',
  EAI_AGAIN: 'cannot be reached: the host name cannot be looked up now',
  ENOTFOUND: 'cannot be reached: the host name is unknown',
  ETIMEDOUT: 'cannot be reached: it does not answer',
  // The pool reports a silent server and exhausted connections with the same message.
  NO_CONNECTION: 'does not answer, or all its connections are in use (pool_max)',
  SILENT: 'does not answer',
  LOST: 'closed the connection, or does not answer',
};

/** Transient conditions in which nothing was stored. */
const UNDONE = new Set([
  '40001',
  '40P01',
  '53300',
  '55P03',
  '57P03',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'NO_CONNECTION',
]);
/** Transient conditions in which a transaction may have been committed although its answer was lost. */
const UNKNOWN = new Set(['08006', '57P01', '57P02', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'LOST', 'SILENT']);
const RETRY_AFTER_SECONDS = 1;

/** pg's messages for a broken connection: while it is used, and when it is used again for the rollback. */
const LOST = ['Connection terminated', 'Client has encountered a connection error', 'Client was closed'];

/** Values that PostgreSQL refuses to compare, because no stored value can equal them. */
const INPUT_REASONS: Record<string, string> = {
  '22021': NUL_REASON,
  '22003': 'A number is out of range.',
};

/** Turns a database's own error into a readable one about the file or server; returns any other error unchanged. */
export function explainDatabaseError(error: unknown, label: string): unknown {
  if (!(error instanceof Error)) return error;
  const message = INPUT_REASONS[codeOf(error) ?? ''];
  if (message !== undefined) return new UserError({ code: 'WF_INVALID_INPUT', message, cause: error });
  const found = 'errcode' in error ? reasonOfSqlite(error.errcode) : reasonOfPostgres(error);
  if (found?.reason === undefined) return error;
  const { reason, nextStep, details } = found;
  return new UserError({
    code: 'WF_DATABASE',
    message: `${label} ${reason}.`,
    nextSteps: [nextStep],
    ...(details === undefined ? {} : { details }),
    cause: error,
  });
}

/** When to retry, and whether it is certain that nothing was stored. */
export interface PassingCondition {
  readonly retry_after: number;
  readonly is_undone: boolean;
}

interface Reason {
  readonly reason: string | undefined;
  readonly nextStep: string;
  readonly details?: PassingCondition;
}

/** Describes a damaged copy of a database. @param problem - as SQLite's check reports it */
export function damaged(name: string, problem: string): UserError {
  const message = `${name} is damaged: ${problem}.`;
  return new UserError({ code: 'WF_INVALID_INPUT', message, nextSteps: [RESTORE_STEP] });
}

const RESTORE_STEP = 'Restore the last backup into a new folder: wf restore BACKUP --data-dir DIR';

/** Primary codes of a damaged file. */
const DAMAGED = [11, 26];

/** Returns whether SQLite found a file damaged. */
export function isOfDamage(error: unknown): boolean {
  const errcode = fieldOf(error, 'errcode');
  return typeof errcode === 'number' && DAMAGED.includes(errcode & 0xff);
}

function reasonOfSqlite(errcode: unknown): Reason | undefined {
  if (typeof errcode !== 'number') return undefined;
  const primary = errcode & 0xff;
  return {
    reason: SQLITE_EXTENDED_REASONS[errcode] ?? SQLITE_REASONS[primary],
    nextStep: DAMAGED.includes(primary)
      ? RESTORE_STEP
      : 'Check the file, its folder and the disk, or name another database: wf serve --data-dir DIR',
  };
}

function reasonOfPostgres(error: Error): Reason {
  const condition = conditionOf(error);
  const isPassing = UNDONE.has(condition) || UNKNOWN.has(condition);
  const details = { retry_after: RETRY_AFTER_SECONDS, is_undone: UNDONE.has(condition) };
  return {
    reason: POSTGRES_REASONS[condition],
    nextStep: 'Check the server and its address: --database-url postgres://user:password@host/database',
    ...(isPassing ? { details } : {}),
  };
}

function conditionOf(error: Error): string {
  if (error.message === 'timeout exceeded when trying to connect') return 'NO_CONNECTION';
  if (error.message === 'Query read timeout') return 'SILENT';
  if (LOST.some((message) => error.message.startsWith(message))) return 'LOST';
  return codeOf(error) ?? '';
}

/** Reads the code of a PostgreSQL or system error; a connection tried at several addresses wraps it. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  return error instanceof AggregateError && error.errors[0] instanceof Error ? codeOf(error.errors[0]) : undefined;
}

/** Answers whether a transaction lost against a concurrent one and can be run again. */
export function isLostRace(error: unknown): boolean {
  // Serialization failure, deadlock, and a row that a concurrent transaction inserted first.
  return error instanceof Error && ['40001', '40P01', '23505'].includes(codeOf(error) ?? '');
}

/** Answers whether the database server, or the connection to it, failed: nobody's mistake, and perhaps transient. */
export function isServerFailure(error: unknown): boolean {
  if (isWfError(error)) return error.code === 'WF_DATABASE' && isServerFailure(error.cause);
  return error instanceof Error && !('errcode' in error) && POSTGRES_REASONS[conditionOf(error)] !== undefined;
}
