import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { hasCode } from '../../foundation/errors/wf-error.ts';

/**
 * Reads the environment variables that a project's workflow may see: those named in its `.env` file. The shell's value
 * wins over the file's.
 */
export async function readVariables(
  projectRoot: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Record<string, string>> {
  if (projectRoot === null) return {};
  const declared = parseEnv(await readIfThere(join(projectRoot, '.env')));
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
