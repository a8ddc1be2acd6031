import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { VariableRule } from '../../contract/evaluations/variable-rule.ts';
import { hasCode } from '../../foundation/errors/wf-error.ts';
import { isOwnVariable } from '../../foundation/steering-variable.ts';
import type { Project } from '../../project/find-project.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { VARIABLE_FILES } from '../../project/variable-files.ts';
import { deriveAppName } from '../../project/app-names.ts';

/** Where a project's environment variables come from. */
export interface VariableSource {
  /** The folder of its `.env` files. */
  readonly root: string;
  /** The only app whose workflow sees them. */
  readonly app: string;
  /** Names that its project file takes from the shell. */
  readonly taken: readonly string[];
  /** Exceptions from what looks like a credential. */
  readonly rule: VariableRule;
}

/**
 * Returns the source of the variables of the project here; `null` without a project.
 *
 * @throws {WF_NOT_TRUSTED} when the user does not trust its folder
 */
export function openVariables({ project, requireTrust }: Settings): VariableSource | null {
  if (project === null) return null;
  requireTrust();
  return variablesOf(project);
}

/** @param project - that the user trusts */
export function variablesOf(project: Pick<Project, 'root' | 'config'>): VariableSource {
  return {
    root: project.root,
    app: ownAppOf(project),
    taken: project.config.env ?? [],
    rule: project.config.variables ?? {},
  };
}

/** Returns the name of a project's own app, whatever app a command is about. */
export function ownAppOf({ root, config }: Pick<Project, 'root' | 'config'>): string {
  return config.app ?? deriveAppName(basename(root));
}

/**
 * Reads the environment variables that a project's workflow sees: what its `.env` and `.env.local` write, and what its
 * project file takes from the shell, which wins. Nothing else of the shell: a cloned `.env` with an empty `GITHUB_TOKEN=`
 * must not get the user's. Variables of wf are never among them, whoever names them.
 */
export async function readVariables(
  source: Pick<VariableSource, 'root' | 'taken'> | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Record<string, string>> {
  if (source === null) return {};
  const written: Record<string, string | undefined> = {};
  for (const file of VARIABLE_FILES) Object.assign(written, parseEnv(await readIfThere(join(source.root, file))));
  for (const name of source.taken) if (env[name] !== undefined) written[name] = env[name];
  const theirs = Object.entries(written).filter(([name]) => !isOwnVariable(name));
  return Object.fromEntries(theirs.map(([name, value]) => [name, value ?? '']));
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}
