import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';

/** Creates the project for the script of every command: a template with linked packages. */
export async function makeStoryProject(): Promise<TempProject> {
  const home = await tempProject();
  const { exitCode, stderr } = await runWf(['init', 'project', '--template', 'basic', '--json'], { cwd: home.root });
  if (exitCode !== 0) throw new Error(stderr);
  const root = join(home.root, 'project');
  await linkPackages(root, ['zod']);
  await symlink(resolve('.'), join(root, 'node_modules', 'wf'), 'junction');
  return { ...home, root, path: (file) => join(root, file) };
}
