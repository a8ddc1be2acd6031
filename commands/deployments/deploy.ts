import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BuildingCommand } from '../../src/cli/kit/command/building-command.ts';
import { labelFlag } from '../../src/cli/kit/define/record-flags.ts';
import { isWfError, usageError } from '../../src/foundation/errors/wf-error.ts';
import { shellLine, shellWord } from '../../src/foundation/shell-word.ts';
import { describeDeployEvent } from '../../src/ui/live/describe-event.ts';
import { showSteps } from '../../src/ui/live/show-steps.ts';
import { registrationView } from '../../src/ui/deployments/registration-view.ts';
import { registerAddress } from '../../src/use-cases/deployments/register-address.ts';
import { deployView } from '../../src/ui/deployments/build-views.ts';
import { describeRunningIn } from '../../src/use-cases/environments/list-environment-revisions.ts';
import { deployWorkflow } from '../../src/use-cases/deployments/deploy-workflow.ts';
import { findRefusal } from '../../src/use-cases/deployments/deploy-target.ts';
import { resolveEnvironment } from '../../src/use-cases/environments/resolve-environment.ts';
import { parseLabels } from '../../src/use-cases/labels/change-labels.ts';
import { requireProject } from '../../src/use-cases/develop/require-project.ts';

export default class Deploy extends BuildingCommand {
  static override summary = 'Build the workflow and put it on the service.';
  static override description =
    'Builds the workflow, compares its route schemas with the deployed ones, checks the configurations that environments run, uploads new code and binds it to a variant in one step. Fails if a configuration in use would break. The same deploy twice changes nothing; after an interrupted deploy, the old code keeps serving. Asks first on a terminal if the environment of --env runs something.';
  static override examples = [
    'wf deploy',
    'wf deploy --plan',
    'wf deploy --plan --markdown',
    'wf deploy ./support --env production --json',
    'wf deploy --url https://support.example.com',
    'wf deploy --plan --migrate rename:tone=voice --migrate clamp:words',
  ];
  static override args = Flags.PROJECT_FOLDER_ARG;
  static override flags = {
    ...Flags.PROJECT_APP_FLAG,
    ...Flags.CHECK_FLAG,
    ...Flags.EVENTS_FLAG,
    ...Flags.MARKDOWN_FLAG,
    ...Flags.YES_FLAG,
    plan: Flags.boolean({ summary: 'Show what would change without changing anything.' }),
    migrate: Flags.string({
      summary:
        'Fix stored configurations that the new code rejects: rename:old=new, default:field, clamp:field, map:field:from=to or drop:field.',
      helpValue: 'MIGRATION',
      ...Flags.REPEATED,
    }),
    'accept-breaking': Flags.boolean({
      summary: 'Deploy even if environments run configurations that the new code rejects; they keep their old code.',
    }),
    variant: Flags.string({ names: 'variant', summary: "Variant to bind the code to. Default: the project's." }),
    url: Flags.string({
      summary:
        'Address of a self-hosted workflow, built by wf build --target: registers it and uploads nothing. At a service of others, also that of a workflow that your own service hosts: a key for it is created.',
      helpValue: 'URL',
    }),
    env: Flags.string({
      names: 'environment',
      summary: 'Environment to deploy to in the same step.',
      helpValue: 'ENV',
    }),
    ...labelFlag('Give the variant a label'),
    message: Flags.string({
      char: 'm',
      summary: 'Reason for the deployment: wf log shows it, and wf env revisions that of --env.',
      helpValue: 'TEXT',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Deploy);
    const labels = parseLabels(flags.label);
    await this.#enterFolder(args.dir);
    const project = requireProject(await this.settings(), this.folder);
    const { client } = await this.session();
    const { env: environment } = flags;
    if (environment !== undefined && !flags.plan) {
      // Ask before the work, whose progress is drawn in the same lines.
      await this.confirmAtTerminal(async () => {
        const runs = await describeRunningIn({ client, app: project.app, environment });
        return runs === null ? null : `${environment} runs ${runs}. Deploy the code to it?`;
      });
    }
    const types = this.startTypes(project.root, flags);
    let done = 'Nothing was deployed.';
    let nextSteps: string[] = [];
    this.ports.interruption.explain(() => ({ text: done, nextSteps }));
    const { onEvent, close } = await this.follow({ line: describeDeployEvent, live: showSteps(describeDeployEvent) });
    const options = {
      ...project,
      client,
      variant: flags.variant ?? project.variant,
      environment: flags.env ?? null,
      message: flags.message ?? null,
      migrations: flags.migrate ?? [],
      acceptBreaking: flags['accept-breaking'],
      plan: flags.plan,
      labels,
      types,
    };
    const { url } = flags;
    if (url !== undefined && (await client.extensions()) === null) {
      const confirm = async (question: string) => void (await this.confirmAtTerminal(async () => question));
      const { warning, ...registered } = await registerAddress({
        ...options,
        url,
        service: (await this.session()).url ?? '',
        openOwn: async (baseUrl) => await this.openOther(baseUrl),
        confirm,
        onEvent,
        onWrite: (left) => {
          done = left;
          nextSteps = [this.#commandWithoutPlan()];
        },
      });
      done = flags.plan ? done : 'The workflow is registered.';
      const json = { ...registered, types: await this.typesForProgram(onEvent) };
      await close(flags.plan ? 'Planned' : 'Registered');
      await this.warnOfBuild(registered.warnings);
      const ids = registered.variant === null ? [] : [registered.variant.variant_id];
      await this.show({
        json,
        ids,
        warning,
        view: () => registrationView(registered, flags.plan ? this.#commandWithoutPlan() : null),
      });
      return await this.typesForUser();
    }
    const deployed = await deployWorkflow({
      ...options,
      url: url ?? null,
      onEvent: (event) => {
        if (event.type.startsWith('upload-')) done = 'The code may be deployed: run the same command again.';
        onEvent(event);
      },
    });
    done = flags.plan ? done : 'The code is deployed.';
    const typeReport = await this.typesForProgram(onEvent);
    await close(flags.plan ? 'Planned' : 'Deployed');
    await this.warnOfBuild(deployed.warnings);
    await this.show({
      json: { ...deployed, types: typeReport },
      ids: deployed.deployment === null ? [] : [deployed.deployment.variant_id],
      view: () => deployView({ ...deployed, command: this.#commandWithoutPlan() }),
    });
    await this.typesForUser();
    const refusal = flags.plan ? findRefusal(deployed.compatibility, flags['accept-breaking']) : null;
    if (refusal !== null) throw refusal;
  }

  /** An environment in the place of the folder is a likely slip. */
  async #enterFolder(folder: string | undefined): Promise<void> {
    try {
      this.enter(folder);
    } catch (error) {
      if (!isWfError(error) || folder === undefined || !(await this.#isEnvironment(folder))) throw error;
      throw usageError(`${folder} is an environment, and no folder of that name exists.`, [
        `wf deploy --env ${shellWord(folder)}`,
      ]);
    }
  }

  async #isEnvironment(environment: string): Promise<boolean> {
    const { app, project } = await this.settings();
    const found = async () =>
      await resolveEnvironment({ client: (await this.session()).client, app: app.value, environment });
    // Without a service, or without the app, nothing is called so.
    return (
      project !== null &&
      (await found().then(
        () => true,
        () => false,
      ))
    );
  }

  /** Returns the command that carries out a plan: the same one without `--plan`, including its migrations. */
  #commandWithoutPlan(): string {
    return shellLine(['wf', 'deploy', ...this.argv.filter((word) => word !== '--plan' && word !== '--markdown')]);
  }
}
