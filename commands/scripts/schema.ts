import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { showAnswer } from '../../src/ui/layout/show-view.ts';

export default class Schema extends BaseCommand {
  static override summary = 'Print the JSON Schema of what a command prints under --json.';
  static override examples = ['wf schema variants list', "wf schema eval show --jq '.properties | keys[]'"];
  static override args = {
    command: Flags.argument({
      required: true,
      multiple: true,
      description: "The command's words, as in variants list.",
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(Schema);
    const { publishSchema } = await import('../../src/use-cases/scripts/publish-schema.ts');
    const schema = publishSchema(args.command.join(' '));
    await this.show({ json: schema, view: () => showAnswer({ kind: 'text', text: JSON.stringify(schema, null, 2) }) });
  }
}
