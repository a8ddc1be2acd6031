import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { CHANGED_LIMIT_FLAGS, MAX_ERRORS_FLAG } from '../../src/cli/kit/define/evaluation-flags.ts';
import { describeWatchEvent } from '../../src/ui/evaluations/describe-watch-event.ts';
import { showEvaluationProgress } from '../../src/ui/live/show-steps.ts';
import { evaluationsView } from '../../src/ui/evaluations/evaluation-views.ts';
import { parseLimits } from '../../src/use-cases/evaluations/parse-run-options.ts';
import { listInterrupted } from '../../src/use-cases/evaluations/filter-evaluations.ts';
import { missingArgument } from '../../src/cli/kit/arguments/usage-error.ts';
import { requireEnd, requireFewErrors } from '../../src/use-cases/evaluations/require-finished.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';
import { abandonedAfter, waitForEvaluations } from '../../src/use-cases/evaluations/watch-evaluations.ts';
import { usageError, withNextSteps } from '../../src/foundation/errors/wf-error.ts';

export default class EvalResume extends BaseCommand {
  static override summary = 'Resume an evaluation that stopped, was cancelled or failed.';
  static override description =
    'Computes only rows without a result, and retries failed calls. Limits given here replace the old ones, and the value none removes one.';
  static override examples = [
    'wf eval resume tuned',
    'wf eval resume 01932c5e-1111 --max-cost 5',
    'wf eval resume tuned --max-cost none',
    'wf eval resume --all',
  ];
  static override args = { id: Flags.argument({ ...Flags.EVALUATION_ARG.id, required: false }) };
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.EVALUATION_ROUTE_FLAG,
    ...Flags.EVENTS_FLAG,
    ...CHANGED_LIMIT_FLAGS,
    ...MAX_ERRORS_FLAG,
    all: Flags.boolean({
      summary:
        'Resume the evaluations of the app that were interrupted: a process had begun them, and none runs them now.',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalResume);
    if (args.id === undefined && !flags.all) throw missingArgument('ID', Flags.EVALUATION_ARG.id.description);
    if (args.id !== undefined && flags.all) throw usageError('Name an evaluation or use --all, not both.');
    const limits = parseLimits(flags, true);
    const { client, url, app } = await this.appSession();
    await client.require('resumable evaluations', args.id ?? 'EVALUATION');
    const found = flags.all
      ? await listInterrupted({ client, app })
      : [await resolveEvaluation({ client, app, evaluation: args.id ?? '', route: flags.route, acceptsPart: true })];
    const { onEvent, close } = await this.follow({ line: describeWatchEvent(), live: showEvaluationProgress });
    const resumed: Awaited<ReturnType<typeof client.resumeEvaluation>>[] = [];
    for (const { id } of found) {
      const resumption = client.resumeEvaluation({ evaluation_id: id, body: { limits } });
      resumed.push(await withNextSteps(resumption, { WF_CONFLICT: [`wf eval show ${id}`] }));
    }
    const signal = await this.waitSignal();
    const evaluations = await waitForEvaluations(resumed, {
      client,
      onEvent,
      signal,
      abandonedAfterMs: abandonedAfter(url),
    });
    await close();
    if (flags.json) await requireEnd(client, evaluations);
    await this.show({
      json: flags.all ? evaluations : evaluations[0],
      view: () =>
        found.length === 0
          ? { text: 'No evaluation of this app is interrupted.', remark: null }
          : evaluationsView(evaluations),
    });
    await requireEnd(client, evaluations);
    await requireFewErrors(client, evaluations, flags['max-errors'] ?? 0);
  }
}
