import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ProcessCommand } from './run-process.ts';

/** The checkout. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** A folder with a workflow and its own user settings. */
export interface BenchProject extends AsyncDisposable {
  readonly root: string;
  path(file: string): string;
  /** A `wf` command in this project. */
  wf(...args: string[]): ProcessCommand;
  write(file: string, text: string): Promise<void>;
}

/**
 * Writes a project like those of `wf init`, with a program installed.
 *
 * @param program - folder of the package
 */
export async function createBenchProject(workflow: string, program = ROOT): Promise<BenchProject> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'wf-bench-')));
  const root = join(home, 'project');
  const path = (file: string) => join(root, file);
  const write = async (file: string, text: string) => {
    await mkdir(dirname(path(file)), { recursive: true });
    await writeFile(path(file), text);
  };
  await write('package.json', JSON.stringify({ name: 'bench', private: true, type: 'module' }));
  await write('wf.config.ts', CONFIG);
  await write('src/workflow.ts', workflow);
  await mkdir(path('node_modules'));
  for (const name of ['zod', 'hono']) await symlink(join(ROOT, 'node_modules', name), path(`node_modules/${name}`));
  await symlink(program, path('node_modules/wfkit'));
  const env = { XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') };
  return {
    root,
    path,
    write,
    wf: (...args) => ({ command: process.execPath, args: [join(program, 'bin', 'wf.js'), ...args], env, cwd: root }),
    [Symbol.asyncDispose]: async () => await rm(home, { recursive: true, force: true }),
  };
}

/** A project with a template's sources and their packages, and with TypeScript, so that `wf dev` checks types. */
export async function createTemplateProject(template: string): Promise<BenchProject> {
  const project = await createBenchProject('');
  await cp(join(ROOT, 'templates', template, 'src'), project.path('src'), { recursive: true });
  await cp(join(ROOT, 'templates/_shared/common/tsconfig.json'), project.path('tsconfig.json'));
  for (const name of ['openai', 'typescript', '@types'])
    await symlink(join(ROOT, 'node_modules', name), project.path(`node_modules/${name}`));
  return project;
}

const CONFIG = `
import { defineConfig } from 'wfkit';

export default defineConfig({ app: 'bench', entry: 'src/workflow.ts' });
`;
