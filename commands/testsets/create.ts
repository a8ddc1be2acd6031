import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { shellLine } from '../../src/cli/shell-line.ts';
import { showLine } from '../../src/ui/show-line.ts';
import { createTestset } from '../../src/use-cases/create-testset.ts';

export default class TestsetsCreate extends BaseCommand {
  static override summary = 'Store a csv, json or jsonl file as a test set.';
  static override description =
    'A csv file starts with a header line; its cells stay text. Standard input is read as jsonl.';
  static override examples = [
    'wf testsets create cases.csv',
    'wf testsets create cases.jsonl --name regression',
    'wf testsets create - --name nightly < cases.jsonl',
  ];
  static override args = { file: Args.string({ required: true, description: 'Path of the file; - reads stdin.' }) };
  static override flags = {
    name: Flags.string({ summary: "Name of the test set. Default: the file's.", helpValue: 'NAME' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TestsetsCreate);
    const { client } = await this.session();
    const { cwd, stdin } = this.ports.io;
    const created = await createTestset({ client, source: args.file, name: flags.name ?? null, cwd, stdin });
    const { testset, rowCount } = created;
    const line = `Stored test set ${testset.name} (${testset.id}) with ${rowCount} row${rowCount === 1 ? '' : 's'}.`;
    const next = `${shellLine(['wf', 'eval', 'run', '--testset', testset.name])} --evaluators exact_match`;
    await this.show({ json: testset, view: showLine(line, next) });
  }
}
