import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, EVALUATION_ARG, EVALUATION_ROUTE_FLAG, EVENTS_FLAG } from '../../src/cli/kit/define/flags.ts';
import { MAX_ERRORS_FLAG } from '../../src/cli/kit/define/evaluation-flags.ts';
import { describeWatchEvent } from '../../src/ui/evaluations/describe-watch-event.ts';
import { showEvaluationProgress } from '../../src/ui/live/show-steps.ts';
import { evaluationView } from '../../src/ui/evaluations/evaluation-view.ts';
import { requireEnd, requireFewErrors } from '../../src/use-cases/evaluations/require-finished.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';
import { abandonedAfter, watchEvaluation } from '../../src/use-cases/evaluations/watch-evaluations.ts';

export default class EvalWatch extends BaseCommand {
  static override summary = 'Follow an evaluation to its end, whichever process runs it.';
  static override description =
    'Ends as wf eval run does. Ctrl-C stops watching; it stops the evaluation only if this process runs it. If no process runs it, ends with exit code 9 and the command to resume it; --timeout bounds the wait.';
  static override examples = [
    'wf eval watch tuned',
    'wf eval watch 01932c5e-1111 --events',
    'wf eval watch tuned --json',
  ];
  static override args = EVALUATION_ARG;
  static override flags = { ...APP_FLAG, ...EVALUATION_ROUTE_FLAG, ...EVENTS_FLAG, ...MAX_ERRORS_FLAG };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalWatch);
    const { client, url, app } = await this.appSession();
    const evaluation = await resolveEvaluation({
      client,
      app,
      evaluation: args.id,
      route: flags.route,
      acceptsPart: true,
    });
    const { onEvent, close } = await this.follow({ line: describeWatchEvent(), live: showEvaluationProgress });
    const ended = await watchEvaluation(evaluation, {
      client,
      onEvent,
      signal: await this.waitSignal(),
      abandonedAfterMs: abandonedAfter(url),
    });
    await close();
    if (flags.json) await requireEnd(client, [ended]);
    await this.show({ json: ended, view: () => evaluationView(ended) });
    await requireEnd(client, [ended]);
    await requireFewErrors(client, [ended], flags['max-errors'] ?? 0);
  }
}
