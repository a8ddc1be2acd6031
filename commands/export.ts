import { Args } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { APP_FLAG } from '../src/cli/base-flags.ts';
import { archivePage } from '../src/ui/pages/archive-pages.ts';
import { showPage } from '../src/ui/show-page.ts';
import { exportApp } from '../src/use-cases/export-app.ts';

export default class Export extends BaseCommand {
  static override summary = 'Write a whole app into one archive.';
  static override description =
    'Variants with their revisions, environments with their history, bundles, test sets, evaluations with their rows and evaluators, as a tar.gz with a manifest of counts and checksums. Values of variables, keys and logs are not in it. From a service that has only the public endpoints it takes what those tell, and says what they do not.';
  static override examples = ['wf export', 'wf export backup.tar.gz --app support', 'wf export backup.tar.gz --json'];
  static override args = { file: Args.string({ description: "File to write. Default: the app's name with .tar.gz." }) };
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(Export);
    const settings = await this.settings();
    const { client } = await this.session();
    const report = await exportApp({
      client,
      app: settings.app.value,
      file: args.file ?? null,
      cwd: this.ports.io.cwd,
    });
    const headline = `Exported ${report.app_name}.`;
    await this.show({ json: report, view: (display) => showPage(archivePage(headline, report), display) });
  }
}
