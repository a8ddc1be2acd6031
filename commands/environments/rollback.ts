import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { shellLine } from '../../src/foundation/shell-word.ts';
import { describeRunning } from '../../src/use-cases/environments/list-environment-revisions.ts';
import { rollbackEnvironment } from '../../src/use-cases/environments/change-environment.ts';

export default class EnvRollback extends BaseCommand {
  static override summary = 'Roll an environment back to what it ran before.';
  static override description =
    'Adds a new revision equal to an earlier one: to revision N, or to the last one that ran something else and was not itself rolled back from. Repeated, it goes further back. No history is lost. Asks first on a terminal.';
  static override examples = [
    'wf env rollback production',
    'wf env rollback production --plan',
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
    plan: Flags.boolean({ summary: 'Show which revision it would go back to, and why. Changes nothing.' }),
    to: Flags.string({
      summary: 'Revision of the environment to go back to: its number, or its id where numbers repeat.',
      helpValue: 'N|ID',
      isNumberOrId: true,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EnvRollback);
    const { client, app } = await this.appSession();
    const {
      record: environment,
      warning,
      revision,
      plan,
      isChanged,
    } = await rollbackEnvironment({
      client,
      app,
      ...args,
      to: flags.to ?? null,
      message: flags.message ?? null,
      override: flags.override ?? null,
      isPlan: flags.plan,
      confirm: ({ message }, before) =>
        this.confirmAtTerminal(async () => {
          const runs = await describeRunning(client, before);
          return `${before.name} runs ${runs ?? 'nothing'}.\n${message}.\nGo back?`;
        }),
    });
    if (flags.plan) return await this.show({ json: plan, line: `${plan.message}.` });
    const history = shellLine(['wf', 'env', 'revisions', environment.name]);
    const at = revision === null ? '' : ` This is revision ${revision}.`;
    await this.show({
      json: { ...environment, changed: isChanged, rollback: plan },
      warning,
      line: isChanged ? `Rolled back ${plan.message}.${at}` : `Nothing changed: ${plan.message}.`,
      next: history,
    });
  }
}
