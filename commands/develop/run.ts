import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, INPUT_FLAGS } from '../../src/cli/kit/define/base-flags.ts';
import type { ItemWriter } from '../../src/cli/kit/output/item-writer.ts';
import { writeData } from '../../src/cli/kit/output/write-data.ts';
import type { RouteSchema } from '../../src/contract/deployments/route-schema.ts';
import { describeCallCost } from '../../src/ui/develop/describe-call-cost.ts';
import { showRouteAnswer } from '../../src/ui/develop/show-route-answer.ts';
import {
  parseRouteCall,
  type RouteCall,
  toRoutePath,
  type ParseRouteCallOptions,
} from '../../src/use-cases/develop/parse-route-call.ts';
import { readAssignments } from '../../src/use-cases/files/read-assignments.ts';
import { readParameters } from '../../src/use-cases/files/read-json-source.ts';
import type { RouteAnswer } from '../../src/use-cases/develop/run-deployed-route.ts';
import { callLimitOf } from '../../src/use-cases/develop/calls/call-limit.ts';
import { requireProject } from '../../src/use-cases/develop/require-project.ts';
import { ROUTE_ARG } from '../../src/cli/kit/define/record-args.ts';

export default class Run extends BaseCommand {
  static override summary = "Call a route: from the project's source, or as it is deployed.";
  static override description =
    "From source by default; --variant and --env call the deployed route with their configuration. Values are read by the route's schema.";
  static override examples = [
    'wf run / --input message="I was charged twice"',
    'wf run /summarise --inputs article.json --config words=80',
    'wf run /summarise --env production --input text=hello --json',
    'wf run /answer --stream --input question="Where is my parcel?"',
  ];
  static override args = ROUTE_ARG;
  static override flags = {
    ...APP_FLAG,
    ...INPUT_FLAGS,
    config: Flags.string({
      char: 'c',
      summary: 'Set one configuration value; @FILE reads it, @@ is a text with @.',
      helpValue: 'KEY=VALUE',
      multiple: true,
      multipleNonGreedy: true,
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
    const from = { cwd: this.folder, stdin: this.ports.io.stdin };
    const inputFile = await readParameters(flags.inputs, from);
    const isStdinTaken = flags.inputs === '-';
    const config = await readAssignments(flags.config ?? [], { ...from, flag: '--config', isStdinTaken });
    const callOptions = { inputs: flags.input ?? [], inputFile, config };
    const route = toRoutePath(args.route);
    const stream = flags.stream ? this.openStream() : null;
    const answer =
      flags.variant === undefined && flags.env === undefined
        ? await this.#callSource(route, callOptions, stream?.write)
        : await this.#callDeployed(route, callOptions, flags, stream?.write);
    if (stream?.hasBegun === true) {
      await stream.end();
      const cost = describeCallCost(answer);
      if (cost !== null) await this.note(cost);
    } else await this.show({ json: answer, view: () => showRouteAnswer(answer) });
  }

  async #callSource(
    route: string,
    callOptions: ParseRouteCallOptions,
    onItem?: ItemWriter['write'],
  ): Promise<RouteAnswer> {
    const { runRoute } = await import('../../src/use-cases/develop/run-route.ts');
    const { readVariables } = await import('../../src/use-cases/serve/read-variables.ts');
    const settings = await this.settings();
    const project = requireProject(settings, this.folder);
    return await runRoute({
      ...project,
      route,
      call: (schema) => this.#readCall(callOptions, schema),
      variables: await readVariables(project.root, this.ports.io.env),
      limit: callLimitOf(settings),
      signal: this.signal,
      onItem,
      onOutput: (line) => void writeData(this.ports.io.stderr, `${line}\n`),
    });
  }

  async #callDeployed(
    route: string,
    callOptions: ParseRouteCallOptions,
    { variant, env }: { readonly variant?: string | undefined; readonly env?: string | undefined },
    onItem?: ItemWriter['write'],
  ): Promise<RouteAnswer> {
    const { runDeployedRoute } = await import('../../src/use-cases/develop/run-deployed-route.ts');
    const settings = await this.settings();
    const { client } = await this.session();
    return await runDeployedRoute({
      client,
      app: settings.app.value,
      route,
      target: variant === undefined ? { kind: 'environment', environment: env ?? '' } : { kind: 'variant', variant },
      call: (schema) => this.#readCall(callOptions, schema),
      limit: callLimitOf(settings),
      signal: this.signal,
      onItem,
    });
  }

  /** Reads the call by the route's schema; at a terminal, asks for the inputs that it lacks. */
  async #readCall(options: ParseRouteCallOptions, route: RouteSchema | undefined): Promise<RouteCall> {
    const call = parseRouteCall(options, route);
    if (route === undefined || !this.canAsk) return call;
    const { askInputs } = await import('../../src/cli/kit/prompts/ask-inputs.ts');
    const answers = await askInputs(route, new Set(Object.keys(call.inputs)), this.ports.io);
    if (answers.length === 0) return call;
    await this.addWords({ flags: answers.map((answer) => `--input=${answer}`) });
    return parseRouteCall({ ...options, inputs: [...options.inputs, ...answers] }, route);
  }
}
