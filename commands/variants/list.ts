import { BaseCommand } from '../../src/cli/base-command.ts';
import { APP_FLAG } from '../../src/cli/base-flags.ts';
import { variantsPage } from '../../src/ui/pages/variant-pages.ts';
import { showPage } from '../../src/ui/show-page.ts';
import { listVariants } from '../../src/use-cases/list-variants.ts';

export default class VariantsList extends BaseCommand {
  static override summary = 'List the variants of an app.';
  static override examples = ['wf variants list', 'wf variants list --app support --json'];
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    await this.parse(VariantsList);
    const { app } = await this.settings();
    const { client } = await this.session();
    const variants = await listVariants({ client, app: app.value });
    await this.show({ json: variants, view: (display) => showPage(variantsPage(variants), display) });
  }
}
