import { EvaluatingCommand } from '../../src/cli/kit/command/evaluating-command.ts';
import {
  RUN_BASELINE_FLAG,
  EVALUATION_FLAGS,
  GATE_FLAG,
  GATED_MAX_ERRORS_FLAG,
  RUN_FLAGS,
} from '../../src/cli/kit/define/evaluation-flags.ts';
import { APP_FLAG, EVENTS_FLAG, MARKDOWN_FLAG } from '../../src/cli/kit/define/flags.ts';
import { describeEvaluationEvent } from '../../src/ui/live/describe-event.ts';
import { countOf } from '../../src/foundation/numbers.ts';
import { evaluationsView, nextCommandView } from '../../src/ui/evaluations/evaluation-views.ts';
import { showEvaluationProgress } from '../../src/ui/live/show-steps.ts';
import { gateView } from '../../src/ui/evaluations/gate-view.ts';
import { hasFinished } from '../../src/contract/evaluations/evaluation-status.ts';
import { requireFewErrors, requireFinished } from '../../src/use-cases/evaluations/require-finished.ts';
import { requireScored } from '../../src/use-cases/evaluations/require-scored.ts';
import { readGate, requirePassed } from '../../src/use-cases/evaluations/read-gate.ts';
import { applyGate, requireBaseline } from '../../src/use-cases/evaluations/apply-gate.ts';
import { createRunBaseline } from '../../src/use-cases/evaluations/run-baseline.ts';
import { parseRunRequest, readProviderKeys } from '../../src/use-cases/evaluations/parse-run-options.ts';
import { splitNames } from '../../src/use-cases/records/look-up-record.ts';
import { parseLabels } from '../../src/use-cases/labels/change-labels.ts';
import { abandonedAfter } from '../../src/use-cases/evaluations/watch-evaluations.ts';
import { runEvaluation } from '../../src/use-cases/evaluations/run-evaluation.ts';

export default class EvalRun extends EvaluatingCommand {
  static override summary = 'Evaluate variants on a test set: one evaluation per variant.';
  static override description =
    'Name evaluators by key, with or without auto_; settings follow a colon, as in regex_test:regex_pattern=^ok.';
  static override examples = [
    'wf eval run --testset cases.csv --evaluators exact_match',
    'wf eval run --testset cases --variants default,formal@2 --evaluators exact_match,levenshtein_distance:threshold=3',
    'wf eval run --testset cases --variants default,tuned --evaluators exact_match --gate release.gate.yaml',
    'wf eval run --testset cases.csv --evaluators exact_match --repeat 3 --max-cost 2.50',
    'wf eval run --testset cases.csv --evaluators exact_match --where locale=fr --sample 20',
    'wf eval run --testset cases.csv --evaluators exact_match --failed-of default --max-errors 3',
  ];
  static override flags = {
    ...APP_FLAG,
    ...EVENTS_FLAG,
    ...GATE_FLAG,
    ...MARKDOWN_FLAG,
    ...RUN_BASELINE_FLAG,
    ...EVALUATION_FLAGS,
    ...RUN_FLAGS,
    ...GATED_MAX_ERRORS_FLAG,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(EvalRun);
    const { project } = await this.settings();
    const request = parseRunRequest(flags, project?.config.variables);
    const labels = parseLabels(flags.label);
    const gate = await readGate(flags.gate, this.source);
    const { client, url, app, onWarning, appId, variants } = await this.openVariants(flags.variants);
    const named = flags.baseline ?? null;
    if (gate !== null) requireBaseline(gate, variants.length, named !== null);
    const { cwd } = this.source;
    const baseline = createRunBaseline({
      client,
      app,
      onWarning,
      cwd,
      baseline: named,
      variants: splitNames(flags.variants ?? ''),
    });
    const { onEvent, close } = await this.follow({ line: describeEvaluationEvent, live: showEvaluationProgress });
    const evaluations = await runEvaluation({
      ...request,
      ...this.source,
      client,
      appId,
      variants,
      labels,
      gate,
      findBaseline: baseline.find,
      providerKeys: readProviderKeys(flags['provider-keys'] ?? '', process.env),
      onEvent,
      onWarning,
      signal: await this.waitSignal(),
      abandonedAfterMs: abandonedAfter(url),
    });
    // Under --json, stdout contains a complete result or nothing, so the error reports failures; gates need complete
    // results.
    if (flags.json || gate !== null) await requireFinished(client, evaluations);
    if (flags.json && gate === null) await requireScored(client, evaluations);
    await close(
      evaluations.every(({ status }) => hasFinished(status))
        ? `Evaluated ${countOf(variants.length, 'variant')}`
        : undefined,
    );
    const report =
      gate === null ? null : await applyGate({ client, gate, evaluations, baseline: await baseline.read(evaluations) });
    await this.show({
      json: report === null ? evaluations : { evaluations, gate: report },
      ids: evaluations.map(({ id }) => id),
      view: () => {
        const rest = report === null ? nextCommandView(evaluations) : gateView(report);
        return [...evaluationsView(evaluations), ...rest];
      },
    });
    requirePassed(report);
    await requireFinished(client, evaluations);
    await requireScored(client, evaluations);
    // A gate has a rule of its own: maximum_errors.
    const maxErrors = flags['max-errors'] ?? (gate === null ? 0 : null);
    if (maxErrors !== null) await requireFewErrors(client, evaluations, maxErrors);
  }
}
