import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { environmentRevisionsPage } from '../../src/ui/environments/environment-pages.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { listEnvironmentRevisions } from '../../src/use-cases/environments/list-environment-revisions.ts';
import { nameHistory } from '../../src/use-cases/environments/name-history.ts';
import { ENVIRONMENT_ARG } from '../../src/cli/kit/define/record-args.ts';
import { lackingPage } from '../../src/ui/layout/lacking-page.ts';

export default class EnvRevisions extends BaseCommand {
  static override summary = 'Show the history of an environment: what each revision ran, why, and what changed.';
  static override examples = ['wf env revisions production', 'wf env revisions production --json'];
  static override args = ENVIRONMENT_ARG;
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(EnvRevisions);
    const { client, app } = await this.appSession();
    const environment = await listEnvironmentRevisions({ client, app, environment: args.environment });
    await this.show({
      json: environment,
      view: async (display) => {
        const isDrawn = display.form === 'terminal';
        const runs = await nameHistory(client, environment, { withParameters: isDrawn });
        const ids = environment.revisions.map((one) => one.deployed_app_variant_revision);
        const isKnown = ids.every((id) => id === null || runs.has(id)) || (await client.extensions()) !== null;
        const lacking = isKnown ? [] : ['the names of some revisions of variants, so only their ids are shown'];
        return showPage([...environmentRevisionsPage(environment, runs), ...lackingPage(lacking)], display);
      },
    });
  }
}
