import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { allowedEgress, egressFlag } from '../../src/cli/kit/define/server-flags.ts';
import { UserError } from '../../src/foundation/errors/wf-error.ts';
import { replayComparisonView } from '../../src/ui/develop/replay-comparison-view.ts';
import { showRouteAnswer } from '../../src/ui/develop/describe-call-cost.ts';
import { parseRouteCall, toRoutePath } from '../../src/use-cases/develop/parse-route-call.ts';
import { readParameters } from '../../src/use-cases/files/read-json-source.ts';
import { callLimitOf } from '../../src/use-cases/develop/calls/call-limit.ts';
import type { RouteReplay } from '../../src/contract/develop/replay-result.ts';

export default class Replay extends BaseCommand {
  static override summary = 'Run on this machine what an environment runs, or once ran.';
  static override description =
    "Fetches the bundle and the configuration of that revision and calls one of its routes in a local process; nothing on the service changes. The code sees the variables of the project's .env. --with runs another configuration on the same inputs and shows how the outputs differ.";
  static override examples = [
    'wf replay production@3 / --input message="I was charged twice"',
    'wf replay production /summarise --inputs article.json --with tuned',
    'wf replay production@3 / --input message=hello --with production --json',
  ];
  static override args = {
    what: Flags.argument({
      names: 'environment',
      required: true,
      description: 'ENVIRONMENT[@REVISION], or VARIANT[@REVISION].',
    }),
    ...Flags.ROUTE_ARG,
  };
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.INPUT_FLAGS,
    with: Flags.string({
      names: 'environment',
      summary: 'Also run this variant or environment, and compare the outputs.',
      helpValue: 'VARIANT[@N]',
    }),
    ...egressFlag('the code of a service may connect to'),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Replay);
    const inputFile = await readParameters(flags.inputs, this.source);
    const callOptions = { inputs: flags.input ?? [], inputFile, config: [] };
    const { replayRoute } = await import('../../src/use-cases/develop/replay-route.ts');
    const { openVariables, readVariables } = await import('../../src/use-cases/serve/read-variables.ts');
    const settings = await this.settings();
    const { client, mode } = await this.session();
    const replay = await replayRoute({
      client,
      app: settings.app.value,
      named: args.what,
      comparedWith: flags.with ?? null,
      route: toRoutePath(args.route),
      call: (schema) => parseRouteCall(callOptions, schema),
      variables: await readVariables(openVariables(settings), this.ports.io.env),
      dataDir: settings.dataDir,
      // `wf run --env` lets the same code of the embedded service connect to this machine.
      allowEgress: mode === 'embedded' ? null : allowedEgress(flags['allow-egress']),
      limit: callLimitOf(settings),
      signal: this.signal,
    });
    await this.#show(replay);
    const failed = [replay.replayed, replay.compared_with].find((run) => run?.error != null);
    if (failed?.error != null) {
      throw new UserError({ code: 'WF_ROUTE_FAILED', message: `${failed.label}: ${failed.error.message}` });
    }
  }

  async #show(replay: RouteReplay): Promise<void> {
    const { replayed, compared_with, missing_variables } = replay;
    await this.note(`Ran ${replayed.label} with bundle ${replayed.artifact_sha256.slice(0, 12)}.`);
    if (missing_variables.length > 0) {
      await this.note(
        `Set on the service but missing here: ${missing_variables.join(', ')}. Add them to the project's .env.`,
      );
    }
    await this.show({
      json: replay,
      view: () =>
        compared_with === null
          ? showRouteAnswer(replayed.answer ?? {})
          : replayComparisonView({ ...replay, compared_with }),
    });
  }
}
