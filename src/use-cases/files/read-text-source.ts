import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../../errors/wf-error.ts';
import { describeReadError } from './describe-read-error.ts';

export interface TextSource {
  /** Path of a file, relative to `cwd`, or `-` for standard input. */
  readonly source: string;
  readonly cwd: string;
  readonly stdin: AsyncIterable<unknown>;
}

/**
 * Reads a file or standard input as UTF-8, without a byte order mark.
 *
 * @throws {WF_INVALID_INPUT} when it cannot be read or is not UTF-8
 */
export async function readTextSource({ source, cwd, stdin }: TextSource): Promise<string> {
  const bytes = source === '-' ? await readAll(stdin) : await readBytes(source, cwd);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UserError({ code: 'WF_INVALID_INPUT', message: `${nameOfSource(source)} is not valid UTF-8.`, cause });
  }
}

/** Names the source of a text in messages. */
export function nameOfSource(source: string): string {
  return source === '-' ? 'Standard input' : source;
}

async function readAll(stdin: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk)));
  return Buffer.concat(chunks);
}

async function readBytes(file: string, cwd: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, file));
  } catch (cause) {
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: `Cannot read ${file}: ${describeReadError(cause)}.`,
      cause,
    });
  }
}
