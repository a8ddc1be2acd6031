import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { testsetsPage } from '../../src/ui/testsets/testset-pages.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';

export default class TestsetsList extends BaseCommand {
  static override summary = 'List the stored test sets.';
  static override examples = ['wf testsets list', 'wf testsets list --json'];

  async run(): Promise<void> {
    await this.parse(TestsetsList);
    const { client } = await this.session();
    const testsets = await client.listTestsets({});
    await this.show({ json: testsets, view: (display) => showPage(testsetsPage(testsets), display) });
  }
}
