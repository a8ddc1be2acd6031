import { messageOf } from '../../../foundation/errors/read-thrown.ts';
import { type ErrorCode, isWfError, type WfError } from '../../../foundation/errors/wf-error.ts';

/** The error document of `--json`. @source design §2, Errors */
export interface ErrorDocument {
  readonly code: ErrorCode;
  readonly message: string;
  /** HTTP status, if a response of a service was the cause. */
  readonly status: number | null;
  /** Id of the request in the service's log. */
  readonly request_id: string | null;
  readonly details: unknown;
  readonly next_steps: readonly string[];
}

export interface DescribedError {
  readonly message: string;
  readonly nextSteps: readonly string[];
  readonly exitCode: number;
  readonly document: ErrorDocument;
}

/** Describes any thrown value. Anything but a deliberate or a system error is a bug in `wf`. */
export function describeError(error: unknown): DescribedError {
  if (isWfError(error)) return describeWfError(error);
  const systemError = describeSystemError(error);
  if (systemError !== undefined) return systemError;
  const reason = messageOf(error);
  return describe({
    code: 'WF_BUG',
    message: `wf has a bug: ${reason === '' ? 'an error without a message' : reason}`,
    nextSteps: ['Run the same command with --debug and report the output.'],
    exitCode: 1,
  });
}

function describeWfError(error: WfError): DescribedError {
  const { code, message, nextSteps, details, exitCode } = error;
  // Only service errors have a status. Another copy of the class may have created this one, so check the field.
  const status = 'status' in error && typeof error.status === 'number' ? error.status : null;
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null;
  return describe({ code, message, nextSteps, details, exitCode, status, requestId });
}

/** Describes a system error, which the user can usually fix. */
function describeSystemError(error: unknown): DescribedError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const isFull = error.code === 'ENOSPC';
  const message = isFull ? `The disk is full: ${error.message}.` : `System error: ${error.message}.`;
  const nextSteps = isFull ? ['Free some space, and run the same command again.'] : [];
  return describe({ code: 'WF_FAILED', message, nextSteps, exitCode: 1 });
}

interface Facts {
  readonly code: ErrorCode;
  readonly message: string;
  readonly nextSteps: readonly string[];
  readonly exitCode: number;
  readonly details?: unknown;
  readonly status?: number | null;
  readonly requestId?: string | null;
}

function describe({ code, message, nextSteps, exitCode, ...rest }: Facts): DescribedError {
  const { details = null, status = null, requestId = null } = rest;
  const document = { code, message, status, request_id: requestId, details, next_steps: nextSteps };
  return { message, nextSteps, exitCode, document };
}
