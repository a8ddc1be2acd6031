import { extname } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { usageError } from '../../src/foundation/errors/wf-error.ts';
import { writeParts } from '../../src/cli/kit/output/write-parts.ts';
import { EXPORT_FORMATS, exportEvaluation } from '../../src/use-cases/evaluations/export-evaluation.ts';
import { readJsonLines } from '../../src/use-cases/files/read-json-lines.ts';
import { resolveBaseline } from '../../src/use-cases/evaluations/resolve-baseline.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';
import { writeOutput } from '../../src/use-cases/files/output/open-output.ts';

export default class EvalExport extends BaseCommand {
  static override summary = 'Export an evaluation as csv, jsonl, JUnit XML, one html file, or a file of evidence.';
  static override description =
    'Writes to standard output unless --output names a file. The format spreadsheet is csv in which no text is read as a formula. The format json is a file of evidence, which --baseline of other commands reads.';
  static override examples = [
    'wf eval export tuned --format csv --output tuned.csv',
    'wf eval export tuned --format spreadsheet --output tuned.csv',
    'wf eval export 01932c5e-1111 --format junit --output report.xml',
    'wf eval export tuned --format html --baseline default --output report.html',
    'wf eval export tuned --format html --baseline default --group-by locale --output report.html',
    'wf eval export default --format json --output baseline.json',
    'wf eval export tuned --format junit --baseline ./baseline.json --output report.xml',
    'wf eval export tuned',
  ];
  static override args = Flags.EVALUATION_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.EVALUATION_ROUTE_FLAG,
    format: Flags.string({
      summary: 'Format of the rows. Default: by the name of --output (.csv, .html, .xml, .json), else jsonl.',
      options: EXPORT_FORMATS,
    }),
    baseline: Flags.string({
      names: 'evaluation',
      summary:
        'Evaluation that the html file or the JUnit report compares it with, by id or variant, env:NAME, or a file of evidence.',
      allowsPath: true,
    }),
    'group-by': Flags.string({
      summary: 'With --baseline: column of the test set whose values the html file compares separately, too.',
      helpValue: 'COLUMN',
    }),
    ...Flags.OUTPUT_FLAG,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalExport);
    const file = Flags.fileOf(flags.output);
    const format = EXPORT_FORMATS.find((name) => name === flags.format) ?? formatOf(file);
    if (flags.baseline !== undefined && format !== 'html' && format !== 'junit') throw needsReport();
    if (flags['group-by'] !== undefined && (flags.baseline === undefined || format !== 'html')) throw needsBaseline();
    const { client, app, onWarning } = await this.appSession();
    const evaluation = await resolveEvaluation({ client, app, onWarning, evaluation: args.id, route: flags.route });
    const baseline =
      flags.baseline === undefined
        ? null
        : await resolveBaseline({
            client,
            app,
            onWarning,
            baseline: flags.baseline,
            comparedWith: [evaluation],
            cwd: this.ports.io.cwd,
          });
    const groupBy = flags['group-by'] ?? null;
    const parts = exportEvaluation({ client, evaluation, format, baseline, groupBy });
    if (file === null) {
      if (!this.wantsDocument) return await writeParts(parts, this.ports.io);
      const json = await readJsonLines(exportEvaluation({ client, evaluation, format: 'jsonl', baseline, groupBy }));
      return await this.show({ json, line: '' });
    }
    await writeOutput(file, this.ports.io.cwd, parts);
    await this.show({
      json: { evaluation_id: evaluation.id, format, file },
      line: `Wrote evaluation ${evaluation.id} to ${file} as ${format}.`,
    });
  }
}

/** What a file's name says that it is. */
const FORMATS_BY_END: Readonly<Record<string, (typeof EXPORT_FORMATS)[number]>> = {
  '.csv': 'csv',
  '.html': 'html',
  '.xml': 'junit',
  '.json': 'json',
};

function formatOf(file: string | null): (typeof EXPORT_FORMATS)[number] {
  return FORMATS_BY_END[extname(file ?? '').toLowerCase()] ?? 'jsonl';
}

function needsReport(): Error {
  return usageError('--baseline requires --format html or --format junit.');
}

function needsBaseline(): Error {
  return usageError('--group-by requires --baseline, and --format html.');
}
