import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { describeBuildWarning } from '../../src/foundation/build-warning.ts';
import { routesView } from '../../src/ui/deployments/route-columns.ts';
import { buildWorkflow } from '../../src/use-cases/develop/build-workflow.ts';
import { requireProject } from '../../src/use-cases/develop/require-project.ts';
import { PROJECT_FOLDER_ARG } from '../../src/cli/kit/define/flags.ts';

export default class Routes extends BaseCommand {
  static override summary = "List the routes of the project's source, with their configuration fields.";
  static override examples = ['wf routes', 'wf routes ./support --json'];
  static override args = PROJECT_FOLDER_ARG;

  async run(): Promise<void> {
    const { args } = await this.parse(Routes);
    this.enter(args.dir);
    const { manifest, warnings } = await buildWorkflow(requireProject(await this.settings(), this.folder));
    await this.show({ json: manifest.routes, view: () => routesView(manifest.routes) });
    for (const warning of warnings) await this.warnAbout(describeBuildWarning(warning));
  }
}
