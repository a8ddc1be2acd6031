import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { shellLine } from '../../src/foundation/shell-word.ts';
import { lineView } from '../../src/ui/layout/show-view.ts';
import {
  describeAfterChange,
  describeEarlier,
  describeRunning,
} from '../../src/use-cases/environments/list-environment-revisions.ts';
import { rollbackEnvironment } from '../../src/use-cases/environments/change-environment.ts';

export default class EnvRollback extends BaseCommand {
  static override summary = 'Roll an environment back to what it ran before.';
  static override description =
    'Adds a new revision equal to the one before the current, or to revision N. No history is lost. Asks first on a terminal.';
  static override examples = [
    'wf env rollback production',
    'wf env rollback production --to 3 --message "Wrong tone"',
    'wf env rollback production --to 1 --override "Nothing else answers"',
  ];
  static override args = Flags.ENVIRONMENT_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.MESSAGE_FLAG,
    ...Flags.YES_FLAG,
    override: Flags.string({
      summary: 'Go back even to a revision that passed no gate of a protected environment.',
      helpValue: 'REASON',
    }),
    to: Flags.integer({ summary: 'Revision of the environment to go back to.', helpValue: 'N', min: 1 }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EnvRollback);
    const { client, app } = await this.appSession();
    const {
      record: environment,
      warning,
      revision,
    } = await rollbackEnvironment({
      client,
      app,
      ...args,
      to: flags.to ?? null,
      message: flags.message ?? null,
      override: flags.override ?? null,
      confirm: (before) =>
        this.confirmAtTerminal(async () => {
          const runs = await describeRunning(client, before);
          const back = await describeEarlier(client, before, flags.to ?? null);
          // If there is no such revision, the service reports it.
          return back === null ? null : `${before.name} runs ${runs ?? 'nothing'}. Go back to ${back}?`;
        }),
    });
    await this.show({
      json: environment,
      warning,
      view: async () => {
        const runs = await describeAfterChange(client, environment);
        const line = `Rolled ${environment.name} back to ${runs ?? 'nothing'}${revision === null ? '' : `, as revision ${revision}`}.`;
        return lineView(line, shellLine(['wf', 'env', 'revisions', environment.name]));
      },
    });
  }
}
