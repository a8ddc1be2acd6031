import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, EVALUATION_ARG, EVALUATION_ROUTE_FLAG } from '../../src/cli/kit/define/flags.ts';
import { LABEL_FLAGS } from '../../src/cli/kit/define/record-flags.ts';
import { describeMetadata } from '../../src/ui/labels/label-columns.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';
import { changeLabels, parseLabelChange, requireLabelChange } from '../../src/use-cases/labels/change-labels.ts';

export default class EvalUpdate extends BaseCommand {
  static override summary = 'Change the labels of an evaluation, or archive it.';
  static override examples = [
    'wf eval update tuned --label team=search',
    'wf eval update 01932c5e-1111 --label release=2.4 --unlabel team',
    'wf eval update 01932c5e-1111 --archive',
  ];
  static override args = EVALUATION_ARG;
  static override flags = { ...APP_FLAG, ...EVALUATION_ROUTE_FLAG, ...LABEL_FLAGS };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalUpdate);
    const change = parseLabelChange(flags);
    requireLabelChange(change);
    const { client, app, onWarning } = await this.appSession();
    const evaluation = await resolveEvaluation({ client, app, onWarning, evaluation: args.id, route: flags.route });
    const { record, isChanged } = await changeLabels(client, evaluation, change, (body) =>
      client.updateEvaluationMetadata({ evaluation_id: evaluation.id, body }),
    );
    const line = isChanged
      ? describeMetadata(`evaluation ${record.id}`, record, change)
      : `Nothing changed: evaluation ${record.id} already is like this.`;
    await this.show({ json: record, line, next: 'wf eval list' });
  }
}
