import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

const MARKER = Symbol.for('wf.error');

export interface WfErrorOptions {
  readonly code: ErrorCode;
  /** One sentence: what happened, to what, and what was expected or available. */
  readonly message: string;
  /** Commands or actions the reader can take next, most likely first. */
  readonly nextSteps?: readonly string[];
  /** Structured facts for `--json`, for example validation items. */
  readonly details?: unknown;
  readonly cause?: unknown;
}

/** Base of every error `wf` raises on purpose: a code from the catalogue, a sentence, and what to do next. */
export class WfError extends Error {
  /** Written out in every class: the ones that a build minifies would be called by a letter. */
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
    return ERROR_CODES[this.code].exitCode;
  }
}

/** The person at the keyboard can mend it. */
export class UserError extends WfError {
  static override readonly name: string = 'UserError';
}

/** `wf` is at fault. */
export class BugError extends WfError {
  static override readonly name = 'BugError';

  constructor(message: string, cause?: unknown) {
    super({ code: 'WF_BUG', message, ...(cause === undefined ? {} : { cause }) });
  }
}

/** Answers whether a thrown value is a `WfError`, also one of another copy of this module. */
export function isWfError(value: unknown): value is WfError {
  return value instanceof Error && (value as { [MARKER]?: unknown })[MARKER] === true;
}
