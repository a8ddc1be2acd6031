import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { shellWord } from '../../src/foundation/shell-word.ts';
import { gatesOf, nameGates } from '../../src/contract/environments/gates.ts';
import { readGateFile } from '../../src/use-cases/evaluations/read-gate.ts';
import { promotionSteps, protectEnvironment } from '../../src/use-cases/environments/change-environment.ts';

export default class EnvProtect extends BaseCommand {
  static override summary = 'Protect an environment: it accepts only what passed a gate.';
  static override description =
    'The service stores the gate and checks every deploy to the environment against the evaluation rows that it has stored. A gate with a route: judges evaluations of that route, and replaces its gate; a deploy must pass the gates of all routes. Rollbacks are limited to revisions that passed. Requires the role operator. Asks first on a terminal.';
  static override examples = ['wf env protect production --gate release.gate.yaml', 'wf env protect production --off'];
  static override args = Flags.ENVIRONMENT_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.YES_FLAG,
    gate: Flags.string({
      summary: 'Conditions in YAML or JSON; - reads stdin.',
      allowsPath: true,
      helpValue: 'FILE|-',
      exactlyOne: ['gate', 'off'],
    }),
    off: Flags.boolean({ summary: 'Remove the protection, or with --route the gate of that route.' }),
    route: Flags.string({ names: 'route', summary: 'With --off: route whose gate to remove.', dependsOn: ['off'] }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EnvProtect);
    const gate = await readGateFile(flags.gate, this.source);
    const { client, app } = await this.appSession();
    const { route = null } = flags;
    await this.confirmAtTerminal(() => {
      const removed = route === null ? 'any variant, without a gate' : `variants without a gate for ${route}`;
      const accepted = gate === null ? removed : `only what passes the gate ${gate.name}`;
      return Promise.resolve(`Let ${args.environment} accept ${accepted}?`);
    });
    const { environment, isChanged } = await protectEnvironment({ client, app, ...args, gate, route });
    const { name, protection } = environment;
    const gates = gatesOf(protection);
    const only = `accepts only what passes ${gates.length === 1 ? 'the gate' : 'the gates'} ${nameGates(gates)}`;
    const accepted = gates.length === 0 ? 'accepts any variant' : only;
    const unchanged = `Nothing changed: ${name} ${route === null ? '' : `has no gate for ${route}, and `}${accepted}.`;
    const line = isChanged ? `${name} ${accepted}${gates.length === 0 ? '' : ' from now on'}.` : unchanged;
    const next =
      gates.length === 0 ? `wf env show ${shellWord(name)}` : promotionSteps(environment, 'VARIANT').join(' && ');
    await this.show({ json: environment, line, next });
  }
}
