import { EXIT_CODES, type ErrorCode } from './error-codes.ts';

const MARKER = Symbol.for('wf.error');

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
    return EXIT_CODES[this.code];
  }
}

/** An error that the user can fix. */
export class UserError extends WfError {
  static override readonly name: string = 'UserError';
}

/** A bug in `wf`. */
export class BugError extends WfError {
  static override readonly name = 'BugError';

  constructor(message: string, cause?: unknown) {
    super({ code: 'WF_BUG', message, ...(cause === undefined ? {} : { cause }) });
  }
}

/** Returns whether a value is a `WfError`, even if another copy of this module created it. */
export function isWfError(value: unknown): value is WfError {
  return value instanceof Error && (value as { [MARKER]?: unknown })[MARKER] === true;
}
