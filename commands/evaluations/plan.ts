import { EvaluatingCommand } from '../../src/cli/kit/command/evaluating-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/flags.ts';
import { EVALUATION_FLAGS, PLANNED_GATE_FLAG } from '../../src/cli/kit/define/evaluation-flags.ts';
import { forecastView, gatePlanView } from '../../src/ui/evaluations/gate-view.ts';
import { readGate } from '../../src/use-cases/evaluations/read-gate.ts';
import { parseRunRequest } from '../../src/use-cases/evaluations/parse-run-options.ts';
import { planEvaluation } from '../../src/use-cases/evaluations/run-evaluation.ts';

export default class EvalPlan extends EvaluatingCommand {
  static override summary = 'Show what wf eval run would do: calls to make, stored answers, cost and time.';
  static override description =
    'Estimates cost and time from earlier calls of the variant, or of the route, with a 90 % interval, or its lower end where these are too few or too different. Calls nothing; stores a test set given as a file. With --gate, it shows what each rule can decide on these cases.';
  static override examples = [
    'wf eval plan --testset cases.csv --evaluators exact_match',
    'wf eval plan --testset cases --variants default,tuned --evaluators exact_match --repeat 5 --json',
    'wf eval plan --testset cases.csv --evaluators exact_match --gate release.gate.yaml',
  ];
  static override flags = { ...APP_FLAG, ...PLANNED_GATE_FLAG, ...EVALUATION_FLAGS };

  async run(): Promise<void> {
    const { flags } = await this.parse(EvalPlan);
    const { project } = await this.settings();
    const request = parseRunRequest(flags, project?.config.variables);
    const gate = await readGate(flags.gate, this.source);
    const { client, appId, variants } = await this.openVariants(flags.variants);
    const planned = await planEvaluation({
      ...request,
      gate,
      ...this.source,
      client,
      appId,
      variants,
      onWarning: this.onWarning,
    });
    const { forecasts } = planned;
    await this.show({
      json: planned.gate === null ? forecasts : planned,
      view: () => [...forecastView(forecasts), ...gatePlanView(planned.gate)],
    });
  }
}
