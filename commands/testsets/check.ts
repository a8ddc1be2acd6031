import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { CLUSTER_FLAG, FILE_FLAGS, PLANNED_GATE_FLAG } from '../../src/cli/kit/define/evaluation-flags.ts';
import { testsetReportView } from '../../src/ui/testsets/testset-views.ts';
import { checkTestset, requireValidTestset } from '../../src/use-cases/testsets/check-testset.ts';
import { readGate } from '../../src/use-cases/evaluations/read-gate.ts';
import { splitNames } from '../../src/use-cases/records/look-up-record.ts';

export default class TestsetsCheck extends BaseCommand {
  static override summary = 'Check a test set: duplicates, gaps, balance, and the smallest difference it can detect.';
  static override description =
    'Ends with exit code 2 for problems: missing columns, empty rows, the same question with different answers. Warnings count under --strict.';
  static override examples = [
    'wf testsets check testsets/messages.csv',
    'wf testsets check - --format csv < cases.csv',
    'wf testsets check cases --route /summarise --answers expected --strict',
    'wf testsets check testsets/messages.csv --gate release.gate.yaml',
  ];
  static override args = {
    testset: Flags.argument({
      names: 'testset',
      allowsPath: true,
      required: true,
      description: 'A csv, json or jsonl file, or a stored test set; - reads stdin.',
    }),
  };
  static override flags = {
    ...Flags.APP_FLAG,
    ...FILE_FLAGS,
    ...CLUSTER_FLAG,
    ...PLANNED_GATE_FLAG,
    answers: Flags.string({
      summary: 'Columns with expected answers. Default: correct_answer.',
      helpValue: 'COLUMN,COLUMN',
    }),
    columns: Flags.string({ summary: 'Required columns.', helpValue: 'COLUMN,COLUMN' }),
    route: Flags.string({ names: 'route', summary: 'Deployed route; requires a column for each of its inputs.' }),
    discordant: Flags.string({
      summary: 'Assumed share of cases where two variants differ, for the power estimate. Default: 0.2.',
      unit: 'SHARE',
    }),
    strict: Flags.boolean({ summary: 'Treat warnings as problems.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TestsetsCheck);
    const { app } = await this.settings();
    const report = await checkTestset({
      openClient: async () => (await this.session()).client,
      app: app.value,
      testset: args.testset,
      types: flags.types ?? null,
      delimiter: flags.delimiter ?? null,
      format: flags.format ?? null,
      ...this.source,
      answers: splitNames(flags.answers ?? 'correct_answer'),
      // A named column must exist; the default one need not.
      columns: splitNames([flags.columns, flags.answers].filter((names) => names !== undefined).join(',')),
      route: flags.route ?? null,
      discordant: flags.discordant ?? null,
      clusterBy: flags['cluster-by'] ?? null,
      gate: await readGate(flags.gate, this.source),
    });
    await this.show({ json: report, view: () => testsetReportView(report) });
    requireValidTestset(report, flags.strict);
  }
}
