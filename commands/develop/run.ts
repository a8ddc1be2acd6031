import type { Interfaces } from '@oclif/core';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { TRIAL_FLAGS } from '../../src/cli/kit/define/evaluation-flags.ts';
import { writeData } from '../../src/cli/kit/process/io.ts';
import { createItemWriter } from '../../src/cli/kit/output/write-parts.ts';
import type { RouteSchema } from '../../src/contract/deployments/route-schema.ts';
import { describeCallCost, showRouteAnswer } from '../../src/ui/develop/describe-call-cost.ts';
import {
  parseRouteCall,
  type ParseRouteCallOptions,
  type RouteCall,
  toRoutePath,
} from '../../src/use-cases/develop/parse-route-call.ts';
import { readAssignments } from '../../src/use-cases/files/read-assignments.ts';
import { readParameters } from '../../src/use-cases/files/read-json-source.ts';
import type { OpenedRoute } from '../../src/use-cases/develop/call-route.ts';
import { callLimitOf } from '../../src/use-cases/develop/calls/call-limit.ts';
import { describeBuildWarning } from '../../src/foundation/build-warning.ts';
import { requireProject } from '../../src/use-cases/develop/require-project.ts';
import { requireAnswered } from '../../src/contract/develop/trial.ts';

export default class Run extends BaseCommand {
  static override summary = "Call a route: from the project's source, or as it is deployed.";
  static override description =
    "Runs from source; --variant and --env call the deployed route with their configuration. Values are read by the route's schema. --testset runs rows, and --with several configurations: nothing is stored, and a terminal shows the rows whose answers differ.";
  static override examples = [
    'wf run / --input message="I was charged twice"',
    'wf run /summarise --inputs article.json --config words=80',
    'wf run /summarise --env production --input text=hello --json',
    'wf run /answer --stream --input question="Where is my parcel?"',
    `wf run /answer --testset cases --rows 1-30 --evaluators exact_match --config words=80 --with '{"words": 20}'`,
  ];
  static override args = Flags.ROUTE_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.INPUT_FLAGS,
    ...TRIAL_FLAGS,
    config: Flags.string({
      char: 'c',
      summary: 'Set one configuration value; @FILE reads it, @@ is a text with @.',
      allowsPath: true,
      helpValue: 'KEY=VALUE',
      ...Flags.REPEATED,
    }),
    variant: Flags.string({
      names: 'variant',
      summary: 'Call the deployed route of this variant.',
      helpValue: 'VARIANT[@N]',
    }),
    stream: Flags.boolean({
      summary: 'Print streamed output as it arrives.',
      exclusive: ['json', 'jq', 'tsv', 'quiet'],
    }),
    env: Flags.string({
      names: 'environment',
      summary: 'Call what this environment runs.',
      helpValue: 'ENV',
      exclusive: ['variant'],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Run);
    const inputFile = await readParameters(flags.inputs, this.source);
    const isStdinTaken = flags.inputs === '-';
    const config = await readAssignments(flags.config ?? [], { ...this.source, flag: '--config', isStdinTaken });
    const callOptions = { inputs: flags.input ?? [], inputFile, config };
    const route = toRoutePath(args.route);
    if (flags.testset !== undefined || flags.with !== undefined) return await this.#try(route, callOptions, flags);
    const stream = flags.stream ? createItemWriter(this.ports.io.stdout) : null;
    await using opened = await this.#open(route, flags);
    const answer = await opened.call(await this.#readCall(callOptions, opened.schema), stream?.write);
    if (stream?.hasBegun === true) {
      await stream.end();
      const cost = describeCallCost(answer);
      if (cost !== null) await this.note(cost);
    } else await this.show({ json: { ...answer, warnings: opened.warnings }, view: () => showRouteAnswer(answer) });
  }

  async #open(
    route: string,
    { variant, env }: Pick<RunFlags, 'variant' | 'env'>,
    runsOnce = false,
  ): Promise<OpenedRoute & AsyncDisposable> {
    const settings = await this.settings();
    const shared = { route, limit: callLimitOf(settings), signal: this.signal, runsOnce };
    if (variant === undefined && env === undefined) {
      const { openSource } = await import('../../src/use-cases/develop/open-source.ts');
      const { readVariables } = await import('../../src/use-cases/serve/read-variables.ts');
      const project = requireProject(settings, this.folder);
      const opened = await openSource({
        ...project,
        ...shared,
        openClient: async () => (await this.session()).client,
        variables: await readVariables(project.variableSource, this.ports.io.env),
        onOutput: (line) => void writeData(this.ports.io.stderr, `${line}\n`),
      });
      for (const warning of opened.warnings ?? []) await this.warnAbout(describeBuildWarning(warning));
      return opened;
    }
    const { openDeployed } = await import('../../src/use-cases/develop/run-deployed-route.ts');
    const { client } = await this.session();
    const opened = await openDeployed({
      ...shared,
      client,
      app: settings.app.value,
      target: variant === undefined ? { kind: 'environment', environment: env ?? '' } : { kind: 'variant', variant },
    });
    return { ...opened, [Symbol.asyncDispose]: async () => {} };
  }

  async #try(route: string, callOptions: ParseRouteCallOptions, flags: RunFlags): Promise<void> {
    const { runTrial } = await import('../../src/use-cases/develop/rows/run-trial.ts');
    const { openTrial } = await import('../../src/use-cases/develop/rows/open-trial.ts');
    const { describeTrialEvent, trialView } = await import('../../src/ui/develop/trial-view.ts');
    const { showSteps } = await import('../../src/ui/live/show-steps.ts');
    // A trial sums up costs, and the answer of a repeated call has only those of the last one.
    await using opened = await this.#open(route, flags, true);
    const trial = await openTrial({
      ...flags,
      own: opened.own,
      ...this.source,
      openClient: async () => await this.appSession(),
    });
    const call = await this.#readCall(callOptions, opened.schema, flags.testset === undefined);
    // Says that there is no such route.
    if (opened.schema === undefined) return void (await opened.call(call));
    const rows = trial.rowsFor(opened.schema, call.inputs);
    const follower = await this.follow({ line: describeTrialEvent(), live: showSteps(describeTrialEvent()) });
    const configurations = [call.config, ...trial.others];
    const done = await runTrial({ ...trial, route, rows, configurations, ...opened, onProgress: follower.onEvent });
    await follower.close('Ran');
    await this.show({ json: { ...done, warnings: opened.warnings }, view: () => trialView(done) });
    requireAnswered(done, flags['max-errors']);
  }

  /** Reads the call by the route's schema; at a terminal, asks for the inputs that it lacks. */
  async #readCall(
    options: ParseRouteCallOptions,
    route: RouteSchema | undefined,
    hasInputs = true,
  ): Promise<RouteCall> {
    const call = parseRouteCall(options, route);
    if (route === undefined || !hasInputs || !this.canAsk) return call;
    const { askInputs } = await import('../../src/cli/kit/prompts/ask-inputs.ts');
    const answers = await askInputs(route, new Set(Object.keys(call.inputs)), this.ports.io);
    if (answers.length === 0) return call;
    await this.addArguments({ flags: answers.map((answer) => `--input=${answer}`) });
    return parseRouteCall({ ...options, inputs: [...options.inputs, ...answers] }, route);
  }
}

type RunFlags = Interfaces.InferredFlags<typeof Run.flags>;
