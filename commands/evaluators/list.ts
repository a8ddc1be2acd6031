import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { evaluatorsView, storedEvaluatorsView } from '../../src/ui/evaluators/evaluator-views.ts';
import { findAppId, resolveAppId } from '../../src/use-cases/apps/resolve-app.ts';

export default class EvaluatorsList extends BaseCommand {
  static override summary = "List the evaluators: built-in ones, and those of the app's project.";
  static override examples = ['wf evaluators list', 'wf evaluators list --stored --json'];
  static override flags = {
    ...Flags.APP_FLAG,
    stored: Flags.boolean({ summary: 'List the settings that are stored under names instead.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(EvaluatorsList);
    const { client, app } = await this.appSession();
    if (flags.stored) {
      const stored = await client.listEvaluatorConfigs({ app_id: await resolveAppId({ client, app }) });
      return await this.show({ json: stored, view: () => storedEvaluatorsView(stored) });
    }
    const app_id = await findAppId(client, app);
    const evaluators = await client.listEvaluators(app_id === null ? {} : { app_id });
    await this.show({ json: evaluators, view: () => evaluatorsView(evaluators) });
  }
}
