import { type DescribedError, describeError } from './describe-error.ts';
import { writeText, type Io } from './io.ts';
import { hasColor } from './screen.ts';
import { toHarmless } from '../ui/to-harmless.ts';
import { hasSwitch, wantsJson } from './has-switch.ts';

/**
 * Tells on stderr why a command failed: a sentence and next steps for a person, a JSON document under `--json`.
 *
 * @param argv - the words of the command line, since they may be what could not be read
 * @returns the exit status of the process
 */
export async function reportError(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  const described = describeError(error);
  const isDebug = hasSwitch(argv, 'debug');
  const text = wantsJson(argv)
    ? JSON.stringify({ error: described.document }, null, 2)
    : toLines(described, io).join('\n');
  await writeText(io.stderr, `${text}\n`);
  if (isDebug && error instanceof Error) await writeText(io.stderr, `${stackOf(error)}\n`);
  return described.exitCode;
}

/** The words may be a service's, or a stranger's who named something. */
function toLines(described: DescribedError, io: Io): string[] {
  const { message, nextSteps } = described;
  return [headline(toHarmless(message), io), ...requestLine(described), ...nextSteps.map(toHarmless).map(toTry)];
}

/** What the service failed at stands in its log under this id, for whoever operates it. */
function requestLine({ message, document: { status, request_id: id } }: DescribedError): string[] {
  return status === null || status < 500 || id === null || message.includes(id) ? [] : [`  Request: ${id}`];
}

function toTry(step: string): string {
  return `  Try: ${step}`;
}

function headline(message: string, io: Io): string {
  const label = 'Error:';
  return `${hasColor(io.stderr, io.env) ? `\u001b[31m${label}\u001b[39m` : label} ${message}`;
}

function stackOf(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\nCaused by: ${stackOf(error.cause)}` : own;
}
