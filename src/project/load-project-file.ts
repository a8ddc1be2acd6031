import { basename } from 'node:path';
import type { ProjectConfig } from '../contract/settings/project-config.ts';
import { isWfError, UserError } from '../errors/wf-error.ts';
import { checkProjectConfig } from './check-project-config.ts';
import { importDefault } from './import-default.ts';

/**
 * Reads a project file of any kind.
 *
 * @throws {WF_INVALID_INPUT} naming the file and what is wrong with it
 */
export async function loadProjectFile(file: string): Promise<ProjectConfig> {
  return checkProjectConfig(file, await readProjectFile(file));
}

async function readProjectFile(file: string): Promise<unknown> {
  try {
    const { cosmiconfig } = await loadCosmiconfig();
    const loaders = { '.ts': importDefault, '.js': importDefault, '.mjs': importDefault };
    const explorer = cosmiconfig('wf', { searchPlaces: [basename(file)], loaders, cache: false });
    const result = await explorer.load(file);
    // cosmiconfig types what a file holds as `any`; it is checked by the caller.
    return (result?.isEmpty === true ? {} : result?.config) as unknown;
  } catch (error) {
    throw isWfError(error) ? error : unreadable(file, error);
  }
}

async function loadCosmiconfig() {
  const namespace = await import('cosmiconfig');
  // A bundler that splits code gives a CommonJS module's exports under `default` only.
  return 'default' in namespace ? (namespace.default as typeof namespace) : namespace;
}

function unreadable(file: string, error: unknown): UserError {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replaceAll(`${file}:\n`, '').split('\n', 1)[0];
  const missing = /Cannot find package '([^']+)'/.exec(message)?.[1];
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The project file ${file}${lineOf(error, file)} cannot be read: ${reason}.`.replace(/\.\.$/, '.'),
    nextSteps: [missing === undefined ? `Mend ${basename(file)}.` : 'npm install'],
    details: { file },
    cause: error,
  });
}

/** A module that does not parse tells its line in the first line of the stack only. */
function lineOf(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const after = stack.split(basename(file), 2)[1] ?? '';
  const line = /^(?:\?[\w.=&]+)?:(\d+)/.exec(after)?.[1];
  return line === undefined ? '' : `, line ${line},`;
}
