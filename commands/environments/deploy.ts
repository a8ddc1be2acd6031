import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { shellLine } from '../../src/foundation/shell-word.ts';
import { gatesPassed } from '../../src/ui/environments/environment-views.ts';
import { gateView } from '../../src/ui/evaluations/gate-view.ts';
import { describeRunning } from '../../src/use-cases/environments/list-environment-revisions.ts';
import { readGateFile, readGateReport } from '../../src/use-cases/evaluations/read-gate.ts';
import {
  type DeployedToEnvironment,
  deployToEnvironment,
} from '../../src/use-cases/environments/change-environment.ts';

export default class EnvDeploy extends BaseCommand {
  static override summary = 'Make an environment run a variant, as a new environment revision.';
  static override description =
    "Deploys the variant's newest revision, or the one after @, without downtime. With --gate, or in a protected environment, the service first checks the evaluation's stored rows against the gate, and stores the verdict with the revision. Deploying what already runs changes nothing. Asks first on a terminal if the environment already runs something.";
  static override examples = [
    'wf env deploy production --variant formal',
    'wf env deploy staging --variant formal@3 --app support --message "Shorter answers"',
    'wf env deploy production --variant formal --gate release.gate.yaml --evaluation formal',
  ];
  static override args = Flags.ENVIRONMENT_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.MESSAGE_FLAG,
    ...Flags.YES_FLAG,
    variant: Flags.string({
      names: 'variant',
      summary: 'Variant to run, at revision N with @N.',
      helpValue: 'VARIANT[@N]',
      required: true,
    }),
    gate: Flags.string({
      summary:
        "With --evaluation: conditions in YAML or JSON that must pass; exit 7 or 8 otherwise. Default: the environment's gate.",
      allowsPath: true,
      dependsOn: ['evaluation'],
    }),
    route: Flags.string({
      names: 'route',
      summary: 'With --evaluation: route that it called, where a variant has some of several.',
      dependsOn: ['evaluation'],
    }),
    evaluation: Flags.string({
      names: 'evaluation',
      summary:
        "Evaluation that a gate checks: its id, or a variant for its newest on the gate's route, unless it has some of several test sets. May be repeated.",
      helpValue: 'EVALUATION',
      ...Flags.REPEATED,
    }),
    baseline: Flags.string({
      names: 'evaluation',
      summary: 'With --evaluation: what a rule "not_worse_by" compares with, by id or variant. May be repeated.',
      helpValue: 'EVALUATION',
      dependsOn: ['evaluation'],
      ...Flags.REPEATED,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EnvDeploy);
    const gate = await readGateFile(flags.gate, this.source);
    const { client, app, onWarning } = await this.appSession();
    const deployed = await deployToEnvironment({
      client,
      app,
      onWarning,
      ...args,
      variant: flags.variant,
      message: flags.message ?? null,
      gate,
      evaluations: flags.evaluation ?? [],
      route: flags.route ?? null,
      baselines: flags.baseline ?? [],
      confirm: (environment, next) =>
        this.confirmAtTerminal(async () => {
          const runs = await describeRunning(client, environment);
          const code = runs === next ? ' with the newest code' : '';
          return runs === null ? null : `${environment.name} runs ${runs}. Make it run ${next}${code}?`;
        }),
    }).catch((error: unknown) => this.#showReport(error));
    const { environment, warning, isChanged } = deployed;
    const next = shellLine(['wf', 'env', 'revisions', environment.name]);
    await this.show({
      json: { ...environment, changed: isChanged },
      warning,
      line: describeDeployment(deployed),
      next,
    });
  }

  /** The verdict of a gate is a result even if the gate failed. */
  async #showReport(error: unknown): Promise<never> {
    const report = readGateReport(error);
    if (report !== null) {
      await this.show({ json: { gate: report }, view: () => gateView(report) });
    }
    throw error;
  }
}

function describeDeployment(deployed: DeployedToEnvironment): string {
  const { environment, variantName, variantRevision, environmentRevision, isChanged } = deployed;
  const { name, revisions } = environment;
  if (!isChanged) return `Nothing changed: ${name} already runs ${variantName}@${variantRevision}.`;
  const at = environmentRevision === null ? '' : `, now at revision ${environmentRevision}`;
  const gates = gatesPassed(revisions.at(-1)?.evidence);
  const passed = gates === null ? '' : `, past ${gates}`;
  return `Deployed ${variantName}@${variantRevision} to ${name}${at}${passed}.`;
}
