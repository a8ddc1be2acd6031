import * as Flags from '../../src/cli/kit/define/flags.ts';
import { EvaluatingCommand } from '../../src/cli/kit/command/evaluating-command.ts';
import { describeHumanEvaluationEvent } from '../../src/ui/live/describe-event.ts';
import { showSteps } from '../../src/ui/live/show-steps.ts';
import { humanEvaluationView } from '../../src/ui/human-evaluations/human-summary-view.ts';
import { createHumanEvaluation } from '../../src/use-cases/human-evaluations/create-human-evaluation.ts';
import { splitNames } from '../../src/use-cases/records/look-up-record.ts';
import { showHumanEvaluation } from '../../src/use-cases/human-evaluations/find-human-evaluations.ts';

const TYPES = ['human_a_b_testing', 'single_model_test'] as const;

export default class HumanEvalCreate extends EvaluatingCommand {
  static override summary = 'Have people vote: two variants side by side, or scores for one.';
  static override description =
    'Calls the variants for each row, unless an evaluation has stored the output, and prints the link to vote at.';
  static override examples = [
    'wf human-eval create --testset cases.csv --variants default,tuned',
    'wf human-eval create --testset cases --variants tuned --type single_model_test --voters ana,ben',
    'wf human-eval create --testset cases.csv --variants default,tuned@2 --inputs question --json',
  ];
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.EVENTS_FLAG,
    testset: Flags.string({
      names: 'testset',
      allowsPath: true,
      required: true,
      summary: 'File (csv, json, jsonl), or name or id of a stored test set.',
      helpValue: 'FILE|ID',
    }),
    variants: Flags.string({
      names: 'variant',
      isList: true,
      summary: "One variant or two. Default: the app's only one.",
      helpValue: 'A,B',
    }),
    type: Flags.string({ summary: 'How people vote. Default: by the number of variants.', options: TYPES }),
    inputs: Flags.string({
      summary: 'Columns that voters see. Default: all but correct_answer, which they see only if it is named.',
      helpValue: 'C,C',
    }),
    route: Flags.string({
      names: 'route',
      summary: 'Path of the route to call. Default: the entrypoint, or the only one.',
    }),
    concurrency: Flags.integer({ summary: 'Concurrent calls. Default: 16.', min: 1, max: 1000 }),
    voters: Flags.string({ summary: 'People who each get their own link.', helpValue: 'NAME,NAME' }),
  };

  protected override runsEvaluators = false;

  async run(): Promise<void> {
    const { flags } = await this.parse(HumanEvalCreate);
    const { client, url, appId, variants } = await this.openVariants(flags.variants);
    const { onEvent, close } = await this.follow({
      line: describeHumanEvaluationEvent,
      live: showSteps(describeHumanEvaluationEvent),
    });
    const { record: evaluation, warning } = await createHumanEvaluation({
      client,
      appId,
      testset: flags.testset,
      ...this.source,
      variants,
      type: TYPES.find((type) => type === flags.type) ?? null,
      inputs: splitUnique(flags.inputs),
      route: flags.route ?? null,
      voters: splitUnique(flags.voters),
      ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
      onEvent,
      signal: this.signal,
    });
    const shown = await showHumanEvaluation({ client, evaluation, serverUrl: url });
    await close(shown.lacking === undefined ? 'Generated the outputs to vote on' : 'Created the human evaluation');
    await this.show({ json: shown, warning, view: () => humanEvaluationView(shown, url) });
  }
}

function splitUnique(typed = ''): string[] {
  return [...new Set(splitNames(typed))];
}
