import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { BASELINE_FLAG, CLUSTER_FLAG, GATE_FLAG } from '../../src/cli/kit/define/evaluation-flags.ts';
import { evaluationGroupsView, evaluationView } from '../../src/ui/evaluations/evaluation-view.ts';
import { gateView } from '../../src/ui/evaluations/gate-view.ts';
import { readGate, requirePassed } from '../../src/use-cases/evaluations/read-gate.ts';
import { applyGateTo } from '../../src/use-cases/evaluations/apply-gate.ts';
import { groupEvaluation, summariseIfPossible } from '../../src/use-cases/evaluations/summarise-evaluation.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';
import { lackingView } from '../../src/ui/layout/view.ts';

export default class EvalShow extends BaseCommand {
  static override summary = 'Show an evaluation: scores with their intervals, cost, latency, and the worst rows.';
  static override examples = [
    'wf eval show 01932c5e-1111',
    'wf eval show tuned --rows 20',
    'wf eval show tuned --group-by locale',
    'wf eval show tuned --gate release.gate.yaml --baseline default --json',
  ];
  static override args = Flags.EVALUATION_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.EVALUATION_ROUTE_FLAG,
    ...GATE_FLAG,
    ...Flags.MARKDOWN_FLAG,
    ...BASELINE_FLAG,
    ...CLUSTER_FLAG,
    rows: Flags.integer({ summary: 'Worst rows to show. Default: 10.', helpValue: 'N', min: 0, max: 1000 }),
    'group-by': Flags.string({
      summary: 'Also show the scores of each value of this column.',
      helpValue: 'COLUMN',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalShow);
    const gate = await readGate(flags.gate, this.source);
    const { client, app, onWarning } = await this.appSession();
    const found = { client, app, onWarning };
    const evaluation = await resolveEvaluation({ ...found, evaluation: args.id, route: flags.route });
    const clusterBy = flags['cluster-by'] ?? null;
    const options = { maxRows: flags.rows ?? 10, clusterBy };
    const { summary, lacking } = await summariseIfPossible(client, evaluation, options);
    const by = flags['group-by'] ?? null;
    const groups = by === null ? null : await groupEvaluation(client, evaluation, by, clusterBy);
    const { cwd } = this.ports.io;
    const baseline = { ...found, cwd, baseline: flags.baseline ?? null };
    const report = gate === null ? null : await applyGateTo({ gate, evaluation, ...baseline });
    await this.show({
      json: {
        ...evaluation,
        summary,
        ...(groups === null ? {} : { groups }),
        ...(lacking.length === 0 ? {} : { lacking }),
        ...(report === null ? {} : { gate: report }),
      },
      view: () => [
        ...evaluationView(evaluation, summary),
        ...evaluationGroupsView(groups),
        ...lackingView(lacking),
        ...gateView(report),
      ],
    });
    requirePassed(report);
  }
}
