import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { APP_FLAG, ENVIRONMENT_ARG } from '../../src/cli/kit/define/flags.ts';
import { limitFlags } from '../../src/cli/kit/define/list-flags.ts';
import { environmentRevisionsView } from '../../src/ui/environments/environment-views.ts';
import {
  findLackingNames,
  nameHistory,
  readNewestHistory,
} from '../../src/use-cases/environments/list-environment-revisions.ts';
import { lackingView } from '../../src/ui/layout/view.ts';

export default class EnvRevisions extends ListCommand {
  static override summary = 'Show the history of an environment: what each revision ran, why, and what changed.';
  static override examples = ['wf env revisions production', 'wf env revisions production --limit 5 --json'];
  static override args = ENVIRONMENT_ARG;
  static override flags = { ...APP_FLAG, ...limitFlags('Show only the newest N.') };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EnvRevisions);
    const limit = this.limitOf(flags) ?? null;
    const { client, app } = await this.appSession();
    const { environment, shown, total } = await readNewestHistory({
      client,
      app,
      environment: args.environment,
      limit,
    });
    await this.show({
      json: { ...environment, revisions: shown },
      view: async (display) => {
        const isDrawn = display.form === 'terminal';
        const runs = await nameHistory(client, environment, { withParameters: isDrawn });
        const lacking = await findLackingNames(client, environment, runs);
        return [...environmentRevisionsView(environment, runs, shown), ...lackingView(lacking)];
      },
    });
    await this.reportOutcome({ shown: shown.length, total, readHere: null });
  }
}
