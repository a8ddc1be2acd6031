import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { resolveAppId } from '../../src/use-cases/apps/resolve-app.ts';
import { resolveStoredEvaluator } from '../../src/use-cases/evaluators/resolve-stored-evaluator.ts';
import { deleteRecord } from '../../src/use-cases/records/delete-record.ts';

export default class EvaluatorsDelete extends BaseCommand {
  static override summary = "Delete an evaluator's settings that are stored under a name.";
  static override description = `Finished evaluations keep the settings they ran with. ${Flags.ASKS_FIRST}`;
  static override examples = ['wf evaluators delete close', 'wf evaluators delete close --yes'];
  static override args = {
    name: Flags.argument({ names: 'stored evaluator', required: true, description: 'Name, id or id prefix.' }),
  };
  static override flags = { ...Flags.APP_FLAG, ...Flags.YES_FLAG };

  async run(): Promise<void> {
    const { args } = await this.parse(EvaluatorsDelete);
    const { client, app } = await this.appSession();
    const appId = await resolveAppId({ client, app });
    const config = await resolveStoredEvaluator(client, appId, args.name);
    await this.confirm(`Delete the evaluator configuration ${config.name}?`);
    const warning = await deleteRecord(client, 'evaluator', { ...config, app_id: appId });
    const line = `Deleted evaluator configuration ${config.name} (${config.id}).`;
    await this.show({ json: config, warning, line, next: 'wf evaluators list --stored' });
  }
}
