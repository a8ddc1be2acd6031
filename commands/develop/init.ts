import { resolve } from 'node:path';
import * as Args from '../../src/cli/kit/define/args.ts';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { showLine } from '../../src/ui/layout/show-line.ts';
import { initProject } from '../../src/use-cases/develop/init-project.ts';
import { trustOwnProject } from '../../src/use-cases/settings/manage-trust.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';

export default class Init extends BaseCommand {
  static override summary = 'Create a project from a template.';
  static override description =
    'Templates: basic (routes support messages, no model), summarise (one chat model), rag (embed, retrieve, answer). The folder is new or empty.';
  static override examples = ['wf init my-workflow --template basic', 'wf init . --template rag --name handbook'];
  static override args = { dir: Args.string({ default: '.', description: 'Folder of the project.' }) };
  static override flags = {
    template: Flags.string({ summary: 'Template to start from.', helpValue: 'NAME', default: 'basic' }),
    name: Flags.string({ summary: "Name of the app. Default: the folder's.", helpValue: 'NAME' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Init);
    const { templates, root } = packagePaths();
    const { nextSteps, ...project } = await initProject({
      dir: resolve(this.folder, args.dir),
      template: flags.template,
      templatesDir: templates,
      packageRoot: root,
      ...(flags.name === undefined ? {} : { appName: flags.name }),
    });
    await trustOwnProject(this.ports.io.env, project.dir, new Date());
    const line = `Created ${project.app} from template ${project.template} in ${project.dir}.`;
    const json = { ...project, next_steps: nextSteps };
    await this.show({ json, view: showLine(line, nextSteps.join(' && ')) });
  }
}
