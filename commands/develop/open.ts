import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { hasBrowser, openBrowser } from '../../src/cli/kit/process/open-browser.ts';
import { findPageUrl } from '../../src/use-cases/develop/find-page-url.ts';

export default class Open extends BaseCommand {
  static override summary = 'Open the playground, or another page of the service, in the browser.';
  static override description =
    'The service is the one that the settings name, or wf dev. Also prints the address; without a screen, only prints it. Sign in once with the link that wf dev or wf serve prints.';
  static override examples = ['wf open', 'wf open openapi', 'wf open tuned --base-url https://wf.example.com/api'];
  static override args = {
    what: Flags.argument({
      names: 'variant',
      description: 'playground (default), openapi, or a variant for its own interface.',
    }),
  };
  static override flags = Flags.APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(Open);
    const settings = await this.settings();
    const url = await findPageUrl({ settings, openSession: () => this.session(), what: args.what ?? 'playground' });
    const isOpened = !this.wantsDocument && hasBrowser(this.ports.io);
    if (isOpened) openBrowser(url);
    await this.show({ json: { url }, line: isOpened ? `Opening ${url}` : url });
  }
}
