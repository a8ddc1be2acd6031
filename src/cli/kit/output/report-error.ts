import { type DescribedError, describeError } from './describe-error.ts';
import { writeText, type Io } from '../process/io.ts';
import { hasColor } from '../process/screen.ts';
import { stackWithCauses } from '../../../foundation/errors/stacks.ts';
import { wrapProse } from './wrap-prose.ts';
import { stripControlCharacters } from '../../../ui/layout/text/format-value.ts';
import { hasSwitch, wantsJson } from '../words/has-switch.ts';

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
