import { basename, dirname } from 'node:path';
import { ProjectConfig } from '../contract/settings/project-config.ts';
import { isWfError, messageOf, UserError } from '../foundation/errors/wf-error.ts';
import { writeCachedConfig } from './cache-folder.ts';
import { importDefault, type ImportedDefault } from './import-default.ts';
import { type Machine, thisMachine } from './machine.ts';
import { readPlainConfig } from './read-plain-config.ts';
import { notTrusted } from './settings/require-trust.ts';
import { isTrusted } from './settings/trusted-folders.ts';
import type * as z from 'zod';
import { closestNames } from '../foundation/closest-names.ts';

/**
 * Reads a project file of any kind, and caches the value if it is written in TypeScript or JavaScript. Runs code only if
 * the user trusts its folder.
 *
 * @throws {WF_INVALID_INPUT} with the file and the reason
 * @throws {WF_NOT_TRUSTED} for code in a folder that the user has not trusted
 */
export async function loadProjectFile(file: string, machine: Machine = thisMachine()): Promise<ProjectConfig> {
  const { value, sources } = await readProjectFile(file, machine);
  const config = checkProjectConfig(file, value);
  if (sources !== null) writeCachedConfig(sources, config, file, machine);
  return config;
}

async function readProjectFile(file: string, machine: Machine): Promise<ImportedDefault> {
  let imported: ImportedDefault | null = null;
  const load = async (path: string, text: string): Promise<unknown> => {
    const plain = readPlainConfig(text);
    if (plain.kind === 'code') requireTrust(path, plain.line, machine);
    imported =
      plain.kind === 'plain'
        ? { value: plain.value, sources: new Map([[path, text]]) }
        : await importDefault(path).catch(rethrowAsError);
    return imported.value;
  };
  try {
    const { cosmiconfig } = await loadCosmiconfig();
    // Data may name any of these by `$import`; cosmiconfig itself would run them.
    const loaders = { '.ts': load, '.js': load, '.mjs': load, '.cjs': load };
    const explorer = cosmiconfig('wf', { searchPlaces: [basename(file)], loaders, cache: false });
    const result = await explorer.load(file);
    // cosmiconfig types the content as `any`; the caller checks it.
    const value = (result?.isEmpty === true ? {} : result?.config) as unknown;
    return { value, sources: sourcesOf(imported) };
  } catch (error) {
    throw isWfError(error) ? error : unreadable(file, error);
  }
}

/** cosmiconfig adds a field to what its loader throws, which only objects take. */
function rethrowAsError(thrown: unknown): never {
  throw thrown instanceof Error ? thrown : new Error(`its code threw ${JSON.stringify(thrown) ?? String(thrown)}`);
}

/** Returns the traced sources; none if `$import` makes cosmiconfig read other files. */
function sourcesOf(imported: ImportedDefault | null): ImportedDefault['sources'] {
  const { value } = imported ?? {};
  return typeof value === 'object' && value !== null && !('$import' in value) ? (imported?.sources ?? null) : null;
}

async function loadCosmiconfig() {
  const namespace = await import('cosmiconfig');
  // In split bundles, a CommonJS module has its exports only under `default`.
  return 'default' in namespace ? (namespace.default as typeof namespace) : namespace;
}

function unreadable(file: string, error: unknown): UserError {
  const message = messageOf(error);
  const [reason] = message.replace(` Error in ${file}:\n`, ' error: ').split('\n', 1);
  const missing = /Cannot find package '([^']+)'/.exec(message)?.[1];
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Cannot read the project file ${file}${lineOf(error, file)}: ${reason}.`.replace(/\.\.$/, '.'),
    nextSteps: [missing === undefined ? `Fix ${basename(file)}.` : 'npm install'],
    details: { file },
    cause: error,
  });
}

/** Returns the line of a syntax error, which is only in the first line of the stack. */
function lineOf(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const after = stack.split(basename(file), 2)[1] ?? '';
  const line = /^(?:\?[\w.=&]+)?:(\d+)/.exec(after)?.[1];
  return line === undefined ? '' : `, line ${line}`;
}

/**
 * Requires that the user trusts the folder of a project file that is code. Completion and lists read project files, too,
 * so without trust, a Tab in somebody else's repository would run their code.
 *
 * @param line - where its code begins
 * @throws {WF_NOT_TRUSTED} with the command that trusts the folder
 */
export function requireTrust(file: string, line: number | null, machine: Machine): void {
  const folder = dirname(file);
  if (isTrusted(folder, machine)) return;
  const where = line === null ? '' : ` (line ${line})`;
  throw notTrusted(`${file} contains code${where}, and you have not trusted its folder, so wf did not run it`, folder);
}

/**
 * Checks the contents of a project file. Rejects unknown settings, which would silently do nothing.
 *
 * @throws {WF_INVALID_INPUT} with the file, each wrong setting and what is valid
 */
function checkProjectConfig(file: string, value: unknown): ProjectConfig {
  const parsed = ProjectConfig.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(describeIssue);
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Invalid project file ${file}: ${problems.join('; ')}.`,
    nextSteps: [`Settings are: ${Object.keys(ProjectConfig.shape).join(', ')}.`],
    details: { file, problems },
  });
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(describeUnknown).join('; ');
  if (issue.path.length === 0) return 'it must contain an object with settings';
  return `${issue.path.join('.')}: ${issue.message.replace(/^Invalid input: /, '')}`;
}

function describeUnknown(key: string): string {
  const near = closestNames(key, Object.keys(ProjectConfig.shape));
  return `${JSON.stringify(key)} is not a setting${near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : ''}`;
}
