import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { hasBrowser, openBrowser } from '../../src/cli/kit/process/open-browser.ts';
import { aborted } from '../../src/foundation/abort.ts';
import { describeDevEvent } from '../../src/ui/develop/describe-dev-event.ts';
import { requireProject } from '../../src/use-cases/develop/require-project.ts';
import { startDev } from '../../src/use-cases/develop/start-dev.ts';
import { PORT } from '../../src/cli/kit/define/server-flags.ts';

export default class Dev extends BaseCommand {
  static override summary = 'Try the project in the browser while you write it.';
  static override description =
    "Serves the playground with the project's own data. After each save, calls run the new code; if it does not build, the last working version. Other wf commands in the folder use the same service. Ends on Ctrl-C.";
  static override examples = ['wf dev', 'wf dev ./support --port 5000 --no-open', 'wf dev --allow'];
  static override args = Flags.PROJECT_FOLDER_ARG;
  static override flags = {
    ...Flags.PROJECT_APP_FLAG,
    ...Flags.EVENTS_FLAG,
    port: Flags.integer({
      summary: 'Port to listen on; 0 picks a free one. Default: 4747, or another when it is in use.',
      ...PORT,
    }),
    allow: Flags.boolean({
      summary: 'Let the workflow do what the sandbox of deployed code refuses, and report each use.',
    }),
    open: Flags.boolean({
      summary: 'Open the browser, at a terminal on a machine with a screen.',
      allowNo: true,
      default: true,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Dev);
    const { signal } = this;
    this.enter(args.dir);
    const settings = await this.settings();
    const follower = await this.follow({ line: describeDevEvent });
    const dev = await startDev({
      project: requireProject(settings, this.folder),
      loadProject: async () => requireProject(await this.readSettings(), this.folder),
      port: flags.port ?? null,
      allow: flags.allow,
      configDir: settings.configDir,
      onEvent: follower.onEvent,
      signal,
    });
    try {
      if (signal.aborted) return;
      const json = { url: dev.url, page_url: dev.pageUrl, key_file: dev.keyFile };
      await this.show({ json, line: `Playground: ${dev.pageUrl}` });
      if (flags.open && hasBrowser(this.ports.io)) openBrowser(dev.pageUrl);
      await aborted(signal);
    } finally {
      await dev.close();
    }
  }
}
