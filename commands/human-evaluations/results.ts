import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { humanSummaryView } from '../../src/ui/human-evaluations/human-summary-view.ts';
import { resolveHumanEvaluation } from '../../src/use-cases/human-evaluations/find-human-evaluations.ts';
import { summariseHumanEvaluation } from '../../src/use-cases/human-evaluations/summarise-human-evaluation.ts';

export default class HumanEvalResults extends BaseCommand {
  static override summary = 'Show the votes, how far people agree, and how far a judge agrees with them.';
  static override description = 'Shares come with 95 % intervals.';
  static override examples = [
    'wf human-eval results 01932c5e-1111',
    'wf human-eval results 01932c5e-1111 --against tuned:exact_match',
    'wf human-eval results 01932c5e-1111 --against default:ai_critique,tuned:ai_critique --json',
  ];
  static override args = Flags.HUMAN_EVALUATION_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    against: Flags.string({
      summary: "An evaluator of an evaluation of the same outputs, or one per variant; a variant's name is its newest.",
      helpValue: 'EVALUATION:EVALUATOR',
    }),
    route: Flags.string({
      names: 'route',
      summary: 'With --against: route that the evaluation called, where a variant has some of several.',
      dependsOn: ['against'],
    }),
    'pass-score': Flags.string({
      summary: 'With --against: lowest mean score of a good output. Default: 50.',
      helpValue: 'N',
      dependsOn: ['against'],
    }),
    'judge-pass': Flags.string({
      summary:
        'With --against: lowest number of a good output. Required for one variant and an evaluator that gives numbers.',
      helpValue: 'N',
      dependsOn: ['against'],
    }),
    scale: Flags.string({
      summary: 'What differences between scores mean for agreement: nominal, ordinal or interval (default).',
      helpValue: 'SCALE',
    }),
    seed: Flags.integer({ summary: 'Seed of the bootstrap. Default: 1.', helpValue: 'N', min: 0 }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(HumanEvalResults);
    const { client, app, onWarning } = await this.appSession();
    const evaluation = await resolveHumanEvaluation({ client, app, evaluation: args.id });
    const summary = await summariseHumanEvaluation({
      client,
      app,
      onWarning,
      evaluation,
      against: flags.against ?? null,
      route: flags.route ?? null,
      passScore: flags['pass-score'] ?? null,
      judgePass: flags['judge-pass'] ?? null,
      scale: flags.scale ?? null,
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    });
    await this.show({ json: summary, view: () => humanSummaryView(summary) });
  }
}
