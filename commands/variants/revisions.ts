import { Args } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { APP_FLAG } from '../../src/cli/base-flags.ts';
import { variantRevisionsPage } from '../../src/ui/pages/variant-pages.ts';
import { showPage } from '../../src/ui/show-page.ts';
import { listVariantRevisions } from '../../src/use-cases/list-variant-revisions.ts';

export default class VariantsRevisions extends BaseCommand {
  static override summary = 'List the revisions of a variant, oldest first.';
  static override examples = ['wf variants revisions formal', 'wf variants revisions formal --json'];
  static override args = {
    variant: Args.string({ required: true, description: 'Name, id or beginning of an id.' }),
  };
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(VariantsRevisions);
    const { app } = await this.settings();
    const { client } = await this.session();
    const revisions = await listVariantRevisions({ client, app: app.value, variant: args.variant });
    await this.show({ json: revisions, view: (display) => showPage(variantRevisionsPage(revisions), display) });
  }
}
