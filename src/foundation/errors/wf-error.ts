import { fieldOf } from '../record.ts';

/**
 * The closed catalogue of error codes. `exit` is the exit status of the process; `status` is the HTTP status with which a
 * server answers, which answers 500 for a code without one. `error-explanations.ts` has their texts, because every bundle
 * contains this file. `docs/errors.md` and `wf explain` show both.
 *
 * @source design §2, table of exit codes
 */
export const ERROR_CODES = {
  WF_FAILED: { exit: 1 },
  WF_BUG: { exit: 1 },
  WF_UNEXPECTED_ANSWER: { exit: 1 },
  WF_ROUTE_FAILED: { exit: 1 },
  WF_DATABASE: { exit: 1, status: 503 },
  WF_STORAGE: { exit: 1, status: 503 },
  WF_USAGE: { exit: 2 },
  WF_INVALID_INPUT: { exit: 2, status: 422 },
  WF_UNSUPPORTED: { exit: 2 },
  WF_NO_PROJECT: { exit: 2 },
  WF_NOT_TRUSTED: { exit: 2 },
  WF_FOLDER_NOT_EMPTY: { exit: 2 },
  WF_BUILD_FAILED: { exit: 2 },
  WF_TYPE_ERRORS: { exit: 2 },
  WF_WORKFLOW_INVALID: { exit: 2 },
  WF_TESTSET_INVALID: { exit: 2 },
  WF_NOT_FOUND: { exit: 3, status: 404 },
  WF_NO_FILE: { exit: 3 },
  WF_NOT_SIGNED_IN: { exit: 4, status: 401 },
  WF_NOT_ALLOWED: { exit: 4, status: 403 },
  WF_RATE_LIMITED: { exit: 1, status: 429 },
  WF_CONFLICT: { exit: 5, status: 409 },
  WF_BREAKING_CHANGE: { exit: 5, status: 409 },
  WF_PROTECTED: { exit: 5, status: 409 },
  WF_UNREACHABLE: { exit: 6, status: 502 },
  WF_NOT_READY: { exit: 6, status: 503 },
  WF_TIMEOUT: { exit: 6, status: 504 },
  WF_GATE_FAILED: { exit: 7, status: 409 },
  WF_GATE_INCONCLUSIVE: { exit: 8, status: 409 },
  WF_STOPPED: { exit: 9 },
  WF_INTERRUPTED: { exit: 130 },
} as const satisfies Record<string, { readonly exit: number; readonly status?: number }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Returns the HTTP status of an error that a server raises on purpose; `null`: it is the server's own failure. */
export function statusOf(code: ErrorCode): number | null {
  const entry = ERROR_CODES[code];
  return 'status' in entry ? entry.status : null;
}

export interface WfErrorOptions {
  readonly code: ErrorCode;
  /** One sentence: what happened, to what, and what was expected or available. */
  readonly message: string;
  /** Commands to run or steps to take next, most likely first. */
  readonly nextSteps?: readonly string[];
  /** Structured facts for `--json`, for example validation items. */
  readonly details?: unknown;
  readonly cause?: unknown;
}

/** Base class of every deliberate error: a code of the catalogue, a message, and what to do next. */
export class WfError extends Error {
  /** Written out in every class, because the build shortens class names. */
  static override readonly name: string = 'WfError';

  readonly code: ErrorCode;
  readonly nextSteps: readonly string[];
  readonly details: unknown;

  constructor({ code, message, nextSteps = [], details, cause }: WfErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.nextSteps = nextSteps;
    this.details = details;
    Object.defineProperty(this, MARKER, { value: true });
  }

  get exitCode(): number {
    return ERROR_CODES[this.code].exit;
  }
}

/** An error that the user can fix. */
export class UserError extends WfError {
  static override readonly name: string = 'UserError';
}

/** Creates an error that has a code, a message and next steps only. */
export function userError(code: ErrorCode, message: string, nextSteps: readonly string[] = []): UserError {
  return new UserError({ code, message, nextSteps });
}

/** The record has changed since the caller read it. @source RFC 9110 §15.5.13 */
export class PreconditionError extends UserError {
  static override readonly name = 'PreconditionError';

  constructor(options: Omit<WfErrorOptions, 'code'>) {
    super({ ...options, code: 'WF_CONFLICT' });
  }
}

/** A bug in `wf`. */
export class BugError extends WfError {
  static override readonly name = 'BugError';

  constructor(message: string, cause?: unknown) {
    super({ code: 'WF_BUG', message, ...(cause === undefined ? {} : { cause }) });
  }
}

export interface ServiceErrorOptions extends WfErrorOptions {
  /** HTTP status; `null` when no response arrived. */
  readonly status: number | null;
  readonly requestId?: string | null;
}

/** A service refused a request, failed, or did not answer. */
export class ServiceError extends WfError {
  static override readonly name = 'ServiceError';

  readonly status: number | null;
  readonly requestId: string | null;

  constructor({ status, requestId = null, ...options }: ServiceErrorOptions) {
    super(options);
    this.status = status;
    this.requestId = requestId;
  }
}

const MARKER = Symbol.for('wf.error');

/** Returns whether a value is a `WfError`, even if another copy of this module created it. */
export function isWfError(value: unknown): value is WfError {
  return value instanceof Error && (value as { [MARKER]?: unknown })[MARKER] === true;
}

/**
 * Returns whether a value is a `ServiceError`. Unlike `instanceof`, it also recognises errors of another copy of this
 * module.
 */
export function isServiceError(value: unknown): value is ServiceError {
  return isWfError(value) && 'status' in value && 'requestId' in value;
}

/** Separates flags when one of them is required. */
export const ONE_OF = ' or ';

/** Details of an error that is fixed by adding a flag or an argument. */
export interface MissingArgument {
  /** The flag (`--app`) or argument (`VARIANT`); all flags of a group that exclude each other. */
  readonly missing: string;
}

/** Reads which flag or argument is missing; `null` for any other error. */
export function missingArgumentOf(error: unknown): string | null {
  if (!isWfError(error)) return null;
  const missing = fieldOf(error.details, 'missing');
  return typeof missing === 'string' ? missing : null;
}

/** Creates the error about a command line that contradicts itself, or has a value that is not valid. */
export function usageError(message: string, nextSteps?: readonly string[]): UserError {
  return userError('WF_USAGE', message, nextSteps);
}

/** Returns the result of some work, or a fallback if it fails with an expected error. */
export async function recover<Result, Fallback>(
  work: Promise<Result>,
  isExpected: (error: unknown) => boolean,
  fallback: Fallback,
): Promise<Result | Fallback> {
  return await work.catch((error: unknown) => {
    if (isExpected(error)) return fallback;
    throw error;
  });
}

export type NextSteps = Partial<Record<ErrorCode, readonly string[]>>;

/**
 * Adds next steps to an error of the service. The service sends only a message; which command helps depends on the
 * command that sent the request.
 *
 * @param steps - next steps by error code, or chosen from the error's details
 */
export async function withNextSteps<Answer>(
  answer: Promise<Answer>,
  steps: NextSteps | ((error: ServiceError) => readonly string[]),
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isServiceError(error) || error.nextSteps.length > 0) throw error;
    throw reword(error, { nextSteps: typeof steps === 'function' ? steps(error) : (steps[error.code] ?? []) });
  }
}

/** Creates the same error with another message or other next steps. */
export function reword(error: WfError, changes: Partial<Pick<WfErrorOptions, 'message' | 'nextSteps'>>): WfError {
  const { code, message, nextSteps, details, cause } = error;
  const options = { code, message, nextSteps, details, cause, ...changes };
  if (!isServiceError(error)) return new UserError(options);
  return new ServiceError({ ...options, status: error.status, requestId: error.requestId });
}

/** Returns the message of an error, or any other thrown value as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Returns whether an error has a code of Node or the operating system, as in `ENOENT`. */
export function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}

/** Next steps that read a project's source. Whoever calls a service may be in another folder. */
export const ROUTES_STEP = "wf routes, in the project's folder";
export const DEPLOY_STEP = "wf deploy, in the project's folder";
