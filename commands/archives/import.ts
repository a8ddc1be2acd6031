import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { archiveView } from '../../src/ui/archives/archive-view.ts';
import { importApp } from '../../src/use-cases/archives/import-app.ts';

export default class Import extends BaseCommand {
  static override summary = 'Restore an app from an archive that wf export wrote.';
  static override description =
    'Keeps ids and history. Verifies the whole archive before it sends anything; the service stores all of it or nothing. Fails if the app exists; skips test sets that exist with the same rows. Unfinished evaluations are imported as cancelled, and cost nothing until someone resumes them.';
  static override examples = [
    'wf import backup.tar.gz',
    'wf import backup.tar.gz --plan',
    'wf import - < backup.tar.gz',
    'wf import backup.tar.gz --base-url http://127.0.0.1:4747 --json',
  ];
  static override args = {
    file: Flags.argument({ allowsPath: true, required: true, description: 'Archive to import; - reads stdin.' }),
  };
  static override flags = { plan: Flags.boolean({ summary: 'Verify the archive without changing anything.' }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Import);
    const report = await importApp({
      openClient: async () => (await this.session()).client,
      file: args.file,
      ...this.source,
      plan: flags.plan,
    });
    const { app_name, imported, testsets_kept: kept, evaluations_cancelled: cancelled } = report;
    const also = kept === 0 ? '' : ` ${kept === 1 ? '1 test set' : `${kept} test sets`} already existed.`;
    const held =
      cancelled === 0
        ? ''
        : ` ${cancelled === 1 ? '1 evaluation was' : `${cancelled} evaluations were`} unfinished and imported as cancelled. Resume: wf eval resume ID`;
    const headline = imported
      ? `Imported ${app_name}.${also}${held}`
      : `The archive of ${app_name} is complete and undamaged. Nothing was changed.`;
    await this.show({ json: report, view: () => archiveView(headline, report) });
  }
}
