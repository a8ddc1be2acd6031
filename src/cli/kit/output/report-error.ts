import { type Io, writeText } from '../process/io.ts';
import { hasColor } from '../process/screen.ts';
import { inSamePlace } from './same-place.ts';
import { stackWithCauses } from '../../../foundation/errors/stacks.ts';
import { stripControlCharacters } from '../../../foundation/terminal-text.ts';
import { hasSwitch, wantsJson } from '../arguments/switches.ts';
import { type ErrorCode, isWfError, messageOf, type WfError } from '../../../foundation/errors/wf-error.ts';

/**
 * Reports on stderr why a command failed: a message and next steps, or a JSON document under `--json`.
 *
 * @param argv - the raw command line, which may be what could not be parsed
 * @returns the exit status of the process
 */
export async function reportError(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  const { document: described, exitCode } = describeError(error);
  const document = { ...described, next_steps: described.next_steps.map((step) => inSamePlace(step, argv)) };
  const isDebug = hasSwitch(argv, 'debug');
  const shown = isDebug ? document : { ...document, message: shortened(document.message) };
  const text = wantsJson(argv) ? JSON.stringify({ error: document }, null, 2) : (await toLines(shown, io)).join('\n');
  await writeText(io.stderr, `${text}\n`);
  if (isDebug && error instanceof Error) await writeText(io.stderr, `${stackWithCauses(error)}\n`);
  return exitCode;
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
async function toLines(document: ErrorDocument, io: Io): Promise<string[]> {
  const columns = io.stderr.isTTY ? (io.stderr.columns ?? 0) : 0;
  const steps = document.next_steps.map((step) => toTry(stripControlCharacters(step)));
  return [
    await wrapProse(headline(stripControlCharacters(document.message), io), columns),
    ...requestLine(document),
    ...steps,
  ];
}

/** Shows the request's id, under which the service logged the failure. */
function requestLine({ message, status, request_id: id }: ErrorDocument): string[] {
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
  readonly document: ErrorDocument;
  readonly exitCode: number;
}

/** Describes any thrown value. Anything but a deliberate or a system error is a bug in `wf`. */
function describeError(error: unknown): DescribedError {
  if (isWfError(error)) return describeWfError(error);
  if (error instanceof Error && 'syscall' in error && 'code' in error) return describeSystemError(error);
  const lacking = missingPackage(error);
  if (lacking !== null) return describeMissingPackage(lacking);
  const reason = messageOf(error) || 'an error without a message';
  const next_steps = ['Run the same command with --debug and report the output.'];
  return describe({ code: 'WF_BUG', message: `wf has a bug: ${reason}`, next_steps });
}

function describeWfError(error: WfError): DescribedError {
  const { code, message, nextSteps: next_steps, details, exitCode } = error;
  // Only service errors have a status. Another copy of the class may have created this one, so check the field.
  const status = 'status' in error && typeof error.status === 'number' ? error.status : null;
  const request_id = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null;
  return describe({ code, message, next_steps, details, status, request_id }, exitCode);
}

/** Describes a system error, which the user can usually fix. */
function describeSystemError(error: Error & { readonly code: unknown }): DescribedError {
  if (error.code !== 'ENOSPC') return describe({ code: 'WF_FAILED', message: `System error: ${error.message}.` });
  const next_steps = ['Free some space, and run the same command again.'];
  return describe({ code: 'WF_FAILED', message: `The disk is full: ${error.message}.`, next_steps });
}

/** Finds the package that Node could not load; modules of projects are reported where they are loaded. */
function missingPackage(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_MODULE_NOT_FOUND') return null;
  return /^Cannot find (?:module|package) '(\w[^']*|@[^']+)'/.exec(error.message)?.[1] ?? null;
}

/** Yarn's Plug'n'Play keeps packages where only a program that yarn starts finds them. */
function describeMissingPackage(name: string): DescribedError {
  const message = `The package ${name} of wf cannot be loaded: the installation is not complete, or wf was started without its package manager.`;
  const next_steps = ["Under Yarn's Plug'n'Play: yarn wf", 'Otherwise install wf again: npm install'];
  return describe({ code: 'WF_FAILED', message, next_steps });
}

type Facts = Pick<ErrorDocument, 'code' | 'message'> & Partial<ErrorDocument>;

function describe(facts: Facts, exitCode = 1): DescribedError {
  const { code, message, status = null, request_id = null, details = null, next_steps = [] } = facts;
  return { document: { code, message, status, request_id, details, next_steps }, exitCode };
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
