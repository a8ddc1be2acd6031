import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { writeParts } from '../../src/cli/kit/output/write-parts.ts';
import { countOf } from '../../src/foundation/numbers.ts';
import { EXPORT_FORMATS, exportFormat, exportTestset } from '../../src/use-cases/testsets/export-testset.ts';
import { writeOutput } from '../../src/use-cases/files/output/open-output.ts';

export default class TestsetsExport extends BaseCommand {
  static override summary = 'Export a stored test set as csv, json or jsonl.';
  static override description =
    'Writes to standard output unless --output names a file. In csv, a column with anything but text becomes JSON, and its header says so.';
  static override examples = ['wf testsets export cases --format csv --output cases.csv', 'wf testsets export cases'];
  static override args = Flags.TESTSET_REVISION_ARG;
  static override flags = {
    format: Flags.string({
      summary: 'Format of the rows. Default: by the name of --output, else jsonl.',
      options: EXPORT_FORMATS,
    }),
    ...Flags.OUTPUT_FLAG,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TestsetsExport);
    const { client } = await this.session();
    const file = Flags.fileOf(flags.output);
    const format = exportFormat(flags.format ?? null, file);
    const { testset, revision, rows, parts } = await exportTestset(client, args.testset, format);
    if (file === null) {
      if (!this.wantsDocument) return await writeParts(parts, this.ports.io);
      return await this.show({ json: await collect(rows()), line: '' });
    }
    await writeOutput(file, this.ports.io.cwd, parts);
    await this.show({
      json: { testset_id: testset.id, rows: revision.rows, format, file },
      line: `Wrote ${countOf(revision.rows, 'row')} of ${testset.name} to ${file} as ${format}.`,
    });
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
