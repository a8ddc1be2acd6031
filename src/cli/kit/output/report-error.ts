import { type Io, writeText } from '../process/io.ts';
import { hasColor } from '../process/screen.ts';
import { stackWithCauses } from '../../../foundation/errors/stacks.ts';
import { stripControlCharacters } from '../../../ui/layout/text/format-value.ts';
import { hasSwitch, wantsJson } from '../arguments/switches.ts';
import { messageOf } from '../../../foundation/errors/read-thrown.ts';
import { type ErrorCode, isWfError, type WfError } from '../../../foundation/errors/wf-error.ts';

/**
 * Reports on stderr why a command failed: a message and next steps, or a JSON document under `--json`.
 *
 * @param argv - the raw command line, which may be what could not be parsed
 * @returns the exit status of the process
 */
export async function reportError(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  const whole = describeError(error);
  const isDebug = hasSwitch(argv, 'debug');
  const described = isDebug ? whole : { ...whole, message: shortened(whole.message) };
  const text = wantsJson(argv)
    ? JSON.stringify({ error: whole.document }, null, 2)
    : (await toLines(described, io)).join('\n');
  await writeText(io.stderr, `${text}\n`);
  if (isDebug && error instanceof Error) await writeText(io.stderr, `${stackWithCauses(error)}\n`);
  return described.exitCode;
}

/** A screen of text: a longer message hides what it is about. */
const MAX_LENGTH = 1200;

/** Cuts a message in the middle: its beginning says what happened, and its end what to do. --debug shows all. */
function shortened(message: string): string {
  if (message.length <= MAX_LENGTH) return message;
  const half = MAX_LENGTH / 2;
  return `${message.slice(0, half)} … ${message.slice(-half)} (shortened; --debug shows all of it)`;
}

/** Sanitises the text, which may come from a service or contain an untrusted name. */
async function toLines(described: DescribedError, io: Io): Promise<string[]> {
  const { message, nextSteps } = described;
  const columns = io.stderr.isTTY ? (io.stderr.columns ?? 0) : 0;
  const steps = nextSteps.map((step) => toTry(stripControlCharacters(step)));
  return [await wrapProse(headline(stripControlCharacters(message), io), columns), ...requestLine(described), ...steps];
}

/** Shows the request's id, under which the service logged the failure. */
function requestLine({ message, document: { status, request_id: id } }: DescribedError): string[] {
  return status === null || status < 500 || id === null || message.includes(id) ? [] : [`  Request: ${id}`];
}

const TRY = '  Try: ';

/** A step is never wrapped: it is or contains a command, which has to be copied whole. */
function toTry(step: string): string {
  return `${TRY}${step.replaceAll('\n', `\n${' '.repeat(TRY.length)}`)}`;
}

function headline(message: string, io: Io): string {
  const label = 'Error:';
  return `${hasColor(io.stderr, io.env) ? `\u001b[31m${label}\u001b[39m` : label} ${message}`;
}

/** The error document of `--json`. @source design §2, Errors */
interface ErrorDocument {
  readonly code: ErrorCode;
  readonly message: string;
  /** HTTP status, if a response of a service was the cause. */
  readonly status: number | null;
  readonly request_id: string | null;
  readonly details: unknown;
  readonly next_steps: readonly string[];
}

interface DescribedError {
  readonly message: string;
  readonly nextSteps: readonly string[];
  readonly exitCode: number;
  readonly document: ErrorDocument;
}

/** Describes any thrown value. Anything but a deliberate or a system error is a bug in `wf`. */
function describeError(error: unknown): DescribedError {
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

/**
 * Wraps sentences between words. Words longer than a line, such as URLs, paths and ids, stay whole, so that users can
 * copy them; so do indented lines, which show part of a file.
 *
 * @param columns - width of the terminal; 0 if there is none or its width is unknown
 */
export async function wrapProse(text: string, columns: number): Promise<string> {
  // A character takes at most two cells.
  if (columns <= 0 || text.length * 2 <= columns) return text;
  const { wrapWords } = await import('../../../ui/layout/text/text-width.ts');
  return text
    .split('\n')
    .map((line) => (/^\s/.test(line) ? line : wrapWords(line, columns, false)))
    .join('\n');
}
