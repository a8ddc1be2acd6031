import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { identityView } from '../../src/ui/settings/identity-views.ts';
import { describeKind } from '../../src/use-cases/session/describe-service.ts';
import { whoAmI } from '../../src/use-cases/keys/who-am-i.ts';

export default class Whoami extends BaseCommand {
  static override summary = 'Show whose key commands send, and to which service.';
  static override examples = ['wf whoami', 'wf whoami --json'];

  async run(): Promise<void> {
    await this.parse(Whoami);
    const settings = await this.settings();
    const identity = await whoAmI(await this.session(), settings);
    const kind = describeKind(identity);
    await this.show({ json: identity, view: () => identityView({ ...identity, kind }) });
  }
}
