import { initProject, type InitializedProject } from '../../src/use-cases/scaffold/init-project.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';

/** Creates a project from a template of this checkout, which must be built. */
export async function scaffold(dir: string, template: string): Promise<InitializedProject> {
  const { templates, root } = packagePaths();
  return await initProject({
    dir,
    template,
    templatesDir: templates,
    packageRoot: root,
    packageManager: 'npm',
    git: false,
    needsNode: false,
    cwd: dir,
  });
}
