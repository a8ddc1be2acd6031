import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { EVALUATION_FLAGS, LIMIT_FLAGS } from '../../src/cli/kit/define/evaluation-flags.ts';
import { forecastPage } from '../../src/ui/evaluations/forecast-page.ts';
import { describeChangedCode } from '../../src/ui/deployments/describe-changed-code.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { findChangedCode } from '../../src/use-cases/deployments/find-changed-code.ts';
import { resolveAppId } from '../../src/use-cases/apps/resolve-app.ts';
import { parseRunOptions } from '../../src/use-cases/evaluations/parse-run-options.ts';
import { resolveVariants } from '../../src/use-cases/variants/resolve-variants.ts';
import { planEvaluation } from '../../src/use-cases/evaluations/run-evaluation.ts';

const {
  'max-cost': _cost,
  'time-limit': _time,
  'call-timeout': _call,
  ...rest
} = { ...EVALUATION_FLAGS, ...LIMIT_FLAGS };
const { 'provider-keys': _keys, ...FLAGS } = rest;

export default class EvalPlan extends BaseCommand {
  static override summary = 'Show what wf eval run would do: calls to make, stored answers, cost and time.';
  static override description =
    'Estimates cost and time from earlier calls of the same route, with a 90 % interval. Calls nothing; stores a test set given as a file.';
  static override examples = [
    'wf eval plan --testset cases.csv --evaluators exact_match',
    'wf eval plan --testset cases --variants default,tuned --evaluators exact_match --repeat 5 --json',
  ];
  static override flags = { ...APP_FLAG, ...FLAGS };

  async run(): Promise<void> {
    const { flags } = await this.parse(EvalPlan);
    const settings = await this.settings();
    const { app } = settings;
    const options = parseRunOptions(flags);
    const { client } = await this.session();
    const appId = await resolveAppId({ client, app: app.value });
    if (!this.wantsDocument) {
      const changed = await findChangedCode({ client, appId, settings, folder: this.folder });
      if (changed !== null) await this.note(describeChangedCode(changed));
    }
    const variants = await resolveVariants({ client, appId, variants: flags.variants ?? null });
    const { testset, evaluators, route = null, concurrency } = flags;
    const forecasts = await planEvaluation({
      client,
      appId,
      testset,
      types: flags.types ?? '',
      variants,
      evaluators,
      route,
      options,
      ...(concurrency === undefined ? {} : { concurrency }),
    });
    await this.show({ json: forecasts, view: (display) => showPage(forecastPage(forecasts), display) });
  }
}
