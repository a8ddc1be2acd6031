import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, EVENTS_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { LIMIT_FLAGS } from '../../src/cli/kit/define/evaluation-flags.ts';
import { describeWatchEvent } from '../../src/ui/evaluations/describe-watch-event.ts';
import { showEvaluationProgress } from '../../src/ui/live/show-evaluation-progress.ts';
import { evaluationsPage } from '../../src/ui/evaluations/evaluation-pages.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { parseLimits } from '../../src/use-cases/evaluations/parse-run-options.ts';
import { requireEnd } from '../../src/use-cases/evaluations/require-finished.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';
import { waitForEvaluations } from '../../src/use-cases/evaluations/watch-evaluations.ts';
import { EVALUATION_ARG } from '../../src/cli/kit/define/record-args.ts';
import { requireExtensions } from '../../src/use-cases/session/require-extensions.ts';

export default class EvalResume extends BaseCommand {
  static override summary = 'Resume an evaluation that stopped, was cancelled or failed.';
  static override description =
    'Computes only rows without a result, and retries failed calls. Limits given here replace the old ones; none can be removed.';
  static override examples = [
    'wf eval resume tuned',
    'wf eval resume 01932c5e-1111 --max-cost 5',
    'wf eval resume tuned --max-cost none',
  ];
  static override args = EVALUATION_ARG;
  static override flags = { ...APP_FLAG, ...EVENTS_FLAG, ...LIMIT_FLAGS };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalResume);
    const limits = parseLimits(flags, true);
    const { client, app } = await this.appSession();
    const extended = await requireExtensions(client, 'resumable evaluations');
    const found = await resolveEvaluation({ client, app, evaluation: args.id, byVariant: true });
    const { onEvent, close } = await this.follow({ line: describeWatchEvent(), live: showEvaluationProgress });
    const resumed = await extended.resumeEvaluation({ evaluation_id: found.id, body: { limits } });
    const evaluations = await waitForEvaluations([resumed], { client, onEvent, signal: this.signal });
    await close();
    if (flags.json) requireEnd(evaluations);
    await this.show({
      json: evaluations[0] ?? resumed,
      view: (display) => showPage(evaluationsPage(evaluations), display),
    });
    requireEnd(evaluations);
  }
}
