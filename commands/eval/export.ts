import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { APP_FLAG } from '../../src/cli/base-flags.ts';
import { writeParts } from '../../src/cli/write-parts.ts';
import { showLine } from '../../src/ui/show-line.ts';
import { exportEvaluation } from '../../src/use-cases/export-evaluation.ts';
import { readJsonLines } from '../../src/use-cases/read-json-lines.ts';
import { resolveEvaluation } from '../../src/use-cases/resolve-evaluation.ts';
import { writeTextFile } from '../../src/use-cases/write-text-file.ts';

export default class EvalExport extends BaseCommand {
  static override summary = 'Write the rows of an evaluation as csv, jsonl or JUnit XML.';
  static override description =
    'Writes to standard output unless --output names a file. Any number of rows passes through.';
  static override examples = [
    'wf eval export tuned --format csv --output tuned.csv',
    'wf eval export 01932c5e-1111 --format junit --output report.xml',
    'wf eval export tuned',
  ];
  static override args = {
    id: Args.string({
      required: true,
      description: "Id or beginning of an id, or a variant's name for its newest evaluation.",
    }),
  };
  static override flags = {
    ...APP_FLAG,
    format: Flags.string({ summary: 'Form of the rows. Default: jsonl.', options: ['csv', 'jsonl', 'junit'] }),
    output: Flags.string({ char: 'o', summary: 'File to write.', helpValue: 'FILE' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalExport);
    const { app } = await this.settings();
    const { client } = await this.session();
    const evaluation = await resolveEvaluation({ client, app: app.value, evaluation: args.id, byVariant: true });
    const format = flags.format === 'csv' || flags.format === 'junit' ? flags.format : 'jsonl';
    const parts = exportEvaluation(client, evaluation, format);
    if (flags.output === undefined) {
      if (!this.wantsDocument) return await writeParts(parts, this.ports.io);
      const json = await readJsonLines(exportEvaluation(client, evaluation, 'jsonl'));
      return await this.show({ json, view: showLine('') });
    }
    await writeTextFile(flags.output, this.ports.io.cwd, parts);
    await this.show({
      json: { evaluation_id: evaluation.id, format, file: flags.output },
      view: showLine(`Wrote evaluation ${evaluation.id} to ${flags.output} as ${format}.`),
    });
  }
}
