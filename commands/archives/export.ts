import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { usageError } from '../../src/foundation/errors/wf-error.ts';
import { archiveView } from '../../src/ui/archives/archive-view.ts';
import { exportApp } from '../../src/use-cases/archives/export-app.ts';
import { Writable } from 'node:stream';
import type { OutputStream } from '../../src/cli/kit/process/io.ts';

export default class Export extends BaseCommand {
  static override summary = 'Export an app as one archive.';
  static override description =
    'Variants with their revisions, environments with their history, bundles, test sets, evaluations with their rows and evaluators, as a tar.gz with a manifest of counts and checksums. It contains no values of variables, no keys and no logs. From a service with only the public endpoints, it exports what they return and reports what is missing.';
  static override examples = [
    'wf export',
    'wf export backup.tar.gz --app support',
    'wf export backup.tar.gz --json',
    'wf export - --app support',
  ];
  static override args = {
    file: Flags.argument({
      allowsPath: true,
      description: "File to write; - for standard output. Default: the app's name with .tar.gz.",
    }),
  };
  static override flags = { ...Flags.APP_FLAG, ...Flags.OUTPUT_FLAG };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Export);
    if (args.file !== undefined && flags.output !== undefined)
      throw usageError('Name the file once: FILE or --output.');
    const named = args.file ?? flags.output;
    const toStdout = named !== undefined && Flags.fileOf(named) === null;
    if (toStdout) this.#requireReader();
    const { client, app } = await this.appSession();
    const report = await exportApp({
      client,
      app,
      file: toStdout ? '-' : (named ?? null),
      cwd: this.ports.io.cwd,
      stdout: toWritable(this.ports.io.stdout),
    });
    const headline = `Exported ${report.app_name}.`;
    if (toStdout) return await this.note(`${headline} ${report.size} bytes, sha256 ${report.sha256}.`);
    await this.show({ json: report, view: () => archiveView(headline, report) });
  }

  /** Standard output can take either the archive or a document, and a terminal cannot show the archive. */
  #requireReader(): void {
    if (this.wantsDocument)
      throw usageError('Standard output cannot contain both the archive and a document: name a file.');
    if (this.ports.io.stdout.isTTY === true) {
      throw usageError('A terminal cannot show an archive.', [
        'wf export backup.tar.gz',
        'wf export - > backup.tar.gz',
      ]);
    }
  }
}

/** Creates a byte stream to a command's output, with back pressure. */
function toWritable(output: OutputStream): Writable {
  return new Writable({ write: (chunk: Buffer, _, done) => void output.write(chunk, done) });
}
