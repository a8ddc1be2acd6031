import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { LABEL_FLAGS } from '../../src/cli/kit/define/record-flags.ts';
import { describeMetadata } from '../../src/ui/labels/label-columns.ts';
import { changeLabels, parseLabelChange, requireLabelChange } from '../../src/use-cases/labels/change-labels.ts';
import { resolveTestset } from '../../src/use-cases/testsets/resolve-testset.ts';

export default class TestsetsUpdate extends BaseCommand {
  static override summary = 'Change the labels of a test set, or archive it.';
  static override description = 'New rows are stored by wf testsets create, as the next revision.';
  static override examples = [
    'wf testsets update cases --label team=search',
    'wf testsets update cases --label source=support --unlabel team',
    'wf testsets update cases --archive',
  ];
  static override args = {
    testset: Flags.argument({ names: 'testset', required: true, description: 'Name, id or id prefix.' }),
  };
  static override flags = LABEL_FLAGS;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TestsetsUpdate);
    const change = parseLabelChange(flags);
    requireLabelChange(change);
    const { client } = await this.session();
    const testset = await resolveTestset(client, args.testset);
    const { record, isChanged } = await changeLabels(client, testset, change, (body) =>
      client.updateTestsetMetadata({ testset_id: testset.id, body }),
    );
    const line = isChanged
      ? describeMetadata(`test set ${record.name}`, record, change)
      : `Nothing changed: test set ${record.name} already is like this.`;
    await this.show({ json: record, line, next: 'wf testsets list' });
  }
}
