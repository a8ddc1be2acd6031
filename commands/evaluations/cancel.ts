import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, EVALUATION_ARG, EVALUATION_ROUTE_FLAG, YES_FLAG } from '../../src/cli/kit/define/flags.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';
import { withNextSteps } from '../../src/foundation/errors/wf-error.ts';

export default class EvalCancel extends BaseCommand {
  static override summary = 'Cancel an evaluation that is queued or running. Computed rows stay.';
  static override examples = ['wf eval cancel tuned', 'wf eval cancel 01932c5e-1111 --yes --json'];
  static override args = EVALUATION_ARG;
  static override flags = { ...APP_FLAG, ...EVALUATION_ROUTE_FLAG, ...YES_FLAG };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalCancel);
    const { client, app } = await this.appSession();
    await client.require('cancellation of evaluations', args.id);
    const evaluation = await resolveEvaluation({
      client,
      app,
      evaluation: args.id,
      route: flags.route,
      acceptsPart: true,
    });
    await this.confirm(`Cancel evaluation ${evaluation.id} of ${evaluation.variant_names.join(', ')}?`);
    const { id } = evaluation;
    const cancelled = await withNextSteps(client.cancelEvaluation({ evaluation_id: id }), {
      WF_CONFLICT: [`wf eval show ${id}`],
    });
    await this.show({
      json: cancelled,
      line: `Cancelled evaluation ${cancelled.id}. To continue: wf eval resume ${cancelled.id}`,
    });
  }
}
