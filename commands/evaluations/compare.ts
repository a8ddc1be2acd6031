import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { CLUSTER_FLAG, GATE_FLAG } from '../../src/cli/kit/define/evaluation-flags.ts';
import { comparisonView } from '../../src/ui/evaluations/comparison-view.ts';
import { gateView } from '../../src/ui/evaluations/gate-view.ts';
import { readGate, requirePassed } from '../../src/use-cases/evaluations/read-gate.ts';
import { splitNames } from '../../src/use-cases/records/look-up-record.ts';
import { compareEvaluations } from '../../src/use-cases/evaluations/compare-evaluations.ts';

export default class EvalCompare extends BaseCommand {
  static override summary = 'Compare evaluations with a baseline, case by case.';
  static override description =
    'Pairs cases with the same cells; rows that repeat one another are one case. wf help methods explains the tests.';
  static override examples = [
    'wf eval compare default tuned',
    'wf eval compare 01932c5e-1111 01932c5e-2222 01932c5e-3333 --rows 20',
    'wf eval compare default tuned --gate release.gate.yaml',
    'wf eval compare default tuned --group-by locale',
    'wf eval compare default tuned --primary exact_match',
    'wf eval compare default tuned --primary exact_match,"latency mean"',
    'wf eval compare default tuned --json',
  ];
  static override args = {
    baseline: Flags.argument({
      names: 'evaluation',
      required: true,
      description:
        "Id or id prefix, a variant's name for its newest evaluation of what the candidates ran on, env:NAME, or a file of evidence.",
    }),
    candidates: Flags.argument({
      names: 'evaluation',
      required: true,
      multiple: true,
      description: 'One or more evaluations to compare with the baseline.',
    }),
  };
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.EVALUATION_ROUTE_FLAG,
    ...GATE_FLAG,
    ...Flags.MARKDOWN_FLAG,
    ...CLUSTER_FLAG,
    level: Flags.string({
      summary: "Confidence of intervals and verdicts. Default: the gate's, or 0.95.",
      unit: 'SHARE',
      exclusive: ['gate'],
    }),
    primary: Flags.string({
      summary:
        'Metrics tested at the full level; the others share one. "latency mean" is compared only if it is named. Default: the first evaluator that asks no model, if there is one, otherwise the first.',
      helpValue: 'METRIC,METRIC',
      exclusive: ['gate'],
    }),
    seed: Flags.integer({ summary: 'Seed of the sign flips. Default: 1.', helpValue: 'N', min: 0 }),
    rows: Flags.integer({
      summary: 'Worse and better rows to show, each. Default: 10.',
      helpValue: 'N',
      min: 0,
      max: 1000,
    }),
    'group-by': Flags.string({
      summary: 'Also compare the rows of each value of this column.',
      helpValue: 'COLUMN',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalCompare);
    const gate = await readGate(flags.gate, this.source);
    const { client, app, onWarning } = await this.appSession();
    const compared = await compareEvaluations({
      client,
      app,
      onWarning,
      cwd: this.ports.io.cwd,
      baseline: args.baseline,
      candidates: args.candidates,
      route: flags.route ?? null,
      level: flags.level ?? null,
      gate,
      ...(flags.primary === undefined ? {} : { primary: splitNames(flags.primary) }),
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
      ...(flags.rows === undefined ? {} : { maxRows: flags.rows }),
      ...(flags['group-by'] === undefined ? {} : { groupBy: flags['group-by'] }),
      clusterBy: flags['cluster-by'] ?? null,
    });
    const { comparison, gate: report } = compared;
    await this.show({
      json: report === null ? comparison : { ...comparison, gate: report },
      view: () => [...comparisonView(comparison), ...gateView(report)],
    });
    requirePassed(report);
  }
}
