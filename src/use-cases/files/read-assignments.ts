import { isWfError, usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { readTextSource, type TextSource } from './read-text-source.ts';

export interface ReadAssignmentsOptions extends Omit<TextSource, 'source'> {
  /** The flag, for messages. @defaultValue `--set` */
  readonly flag?: string;
  /** Whether another flag reads standard input. */
  readonly isStdinTaken?: boolean;
}

/**
 * Replaces the value of each `key=@file` by the text of the file: `key=@-` is standard input, and `key=@@text` the text
 * `@text`. A text is taken as it is, with its last line break.
 *
 * @throws {WF_INVALID_INPUT} when a file cannot be read or is not UTF-8
 * @throws {WF_USAGE} when no file is named, or standard input is read twice
 */
export async function readAssignments(
  assignments: readonly string[],
  { flag = '--set', isStdinTaken = false, ...from }: ReadAssignmentsOptions,
): Promise<string[]> {
  const sources = assignments.map(sourceOf);
  const reads = sources.filter((source) => source === '-').length + Number(isStdinTaken);
  if (reads > 1) {
    const next = `Store one of them in a file: ${flag} KEY=@FILE`;
    throw usageError('Standard input can be read only once.', [next]);
  }
  const read: string[] = [];
  // One after the other: the error of the first bad file is the one that is shown.
  for (const [index, assignment] of assignments.entries()) {
    const source = sources[index] ?? null;
    const key = assignment.slice(0, assignment.indexOf('=') + 1);
    if (source === null) read.push(assignment.replace(/^([^=]*=@)@/s, '$1'));
    else if (source === '')
      throw usageError(`${flag} ${assignment} names no file. Write ${key}@FILE, or ${key}@@ for the text "@".`);
    else read.push(key + (await readValue({ source, ...from }, `${flag} ${key}`)));
  }
  return read;
}

/** The file that a value names; `null` if it is a text. */
function sourceOf(assignment: string): string | null {
  return /^[^=]*=@(?!@)(.*)$/s.exec(assignment)?.[1] ?? null;
}

async function readValue(source: TextSource, written: string): Promise<string> {
  try {
    return await readTextSource(source);
  } catch (error) {
    if (!isWfError(error)) throw error;
    const { code, message, cause } = error;
    throw new UserError({
      code,
      message,
      cause,
      nextSteps: [`For a text that begins with @: ${written}@@${source.source}`],
    });
  }
}
