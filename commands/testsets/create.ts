import { countOf } from '../../src/foundation/numbers.ts';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { LABEL_FLAG } from '../../src/cli/kit/define/record-flags.ts';
import { FILE_FLAGS } from '../../src/cli/kit/define/evaluation-flags.ts';
import { shellLine } from '../../src/foundation/shell-word.ts';
import { parseLabels } from '../../src/use-cases/labels/change-labels.ts';
import { createTestset } from '../../src/use-cases/testsets/store-testset.ts';

export default class TestsetsCreate extends BaseCommand {
  static override summary = 'Store a csv, json or jsonl file as a test set.';
  static override description =
    'A csv file starts with a header line; its cells are separated by commas, semicolons, tabs or |, and stay text unless --types or the header (messages:json) says more. If a test set has this name, the rows become its next revision. Standard input and pipes need --name.';
  static override examples = [
    'wf testsets create cases.csv',
    'wf testsets create cases.jsonl --name regression --label team=search',
    'wf testsets create chats.csv --types messages=messages,score=number',
    'wf testsets create export.csv --delimiter tab',
    'wf testsets create - --name nightly < cases.jsonl',
  ];
  static override args = {
    file: Flags.argument({ allowsPath: true, required: true, description: 'Path of the file; - reads stdin.' }),
  };
  static override flags = {
    name: Flags.string({ summary: "Name of the test set. Default: the file's.", helpValue: 'NAME' }),
    ...FILE_FLAGS,
    ...LABEL_FLAG,
    ...Flags.APP_FLAG,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TestsetsCreate);
    const labels = parseLabels(flags.label);
    const { client, app } = await this.appSession();
    const {
      revision: stored,
      created,
      warning = null,
    } = await createTestset({
      client,
      app,
      source: args.file,
      name: flags.name ?? null,
      types: flags.types ?? null,
      delimiter: flags.delimiter ?? null,
      format: flags.format ?? null,
      labels,
      ...this.source,
    });
    const { name, testset_id: id, revision, rows, columns, created_at } = stored;
    const at = revision === null ? '' : `, revision ${revision},`;
    const of = revision === null ? '' : `revision ${revision} of `;
    const line = created
      ? `Stored test set ${name} (${id})${at} with ${countOf(rows, 'row')}.`
      : `Nothing changed: ${of}test set ${name} (${id}) has these rows.`;
    const next = `${shellLine(['wf', 'eval', 'run', '--testset', name])} --evaluators exact_match --variants VARIANT`;
    const json = { id, name, created_at, revision, rows, columns, created };
    await this.show({ json: json, warning, line, next });
  }
}
