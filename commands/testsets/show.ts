import { Args } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { testsetPage } from '../../src/ui/pages/testset-pages.ts';
import { showPage } from '../../src/ui/show-page.ts';
import { showTestset } from '../../src/use-cases/show-testset.ts';

export default class TestsetsShow extends BaseCommand {
  static override summary = 'Show a test set and its rows.';
  static override examples = ['wf testsets show cases', 'wf testsets show cases --json'];
  static override args = {
    testset: Args.string({ required: true, description: 'Name, id or beginning of an id.' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(TestsetsShow);
    const { client } = await this.session();
    const testset = await showTestset(client, args.testset);
    await this.show({ json: testset, view: (display) => showPage(testsetPage(testset), display) });
  }
}
