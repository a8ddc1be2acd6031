import { rename, writeFile } from 'node:fs/promises';
import { linkPackages, tempProject, type TempProject } from './temp-project.ts';

/** A project for `wf dev` whose only route answers an expression. */
export async function devProject(answer = "'one'"): Promise<TempProject> {
  const project = await tempProject({
    'package.json': JSON.stringify({ name: 'support', type: 'module' }),
    'wf.config.json': JSON.stringify({ app: 'support' }),
    'src/workflow.ts': workflow(answer),
  });
  await linkPackages(project.root, ['zod']);
  return project;
}

export function workflow(answer: string): string {
  return `import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => ${answer});\n`;
}

/** Saves a source in one step: a watcher must not see it empty, as between the two steps of `writeFile`. */
export async function save(project: TempProject, file: string, text: string): Promise<void> {
  const temporary = `${project.root}.saved`;
  await writeFile(temporary, text);
  await rename(temporary, project.path(file));
}
