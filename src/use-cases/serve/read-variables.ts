import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { hasCode } from '../../foundation/errors/wf-error.ts';

/** Files with variables of a project, the strongest last: `.env.local` is one person's. */
export const VARIABLE_FILES: readonly string[] = ['.env', '.env.local'];

/**
 * Reads the environment variables that a project's workflow may see: those named in its `.env` and `.env.local`. The
 * shell's value wins over the files', and that of `.env.local` over the other.
 */
export async function readVariables(
  projectRoot: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Record<string, string>> {
  if (projectRoot === null) return {};
  const declared: Record<string, string | undefined> = {};
  for (const file of VARIABLE_FILES) Object.assign(declared, parseEnv(await readIfThere(join(projectRoot, file))));
  return Object.fromEntries(Object.entries(declared).map(([name, value]) => [name, env[name] ?? value ?? '']));
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}
