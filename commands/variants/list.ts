import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, INTERACTIVE_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { variantsPage } from '../../src/ui/variants/variant-pages.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { listVariants, pageVariants } from '../../src/use-cases/variants/list-variants.ts';

export default class VariantsList extends BaseCommand {
  static override summary = 'List the variants of an app.';
  static override examples = [
    'wf variants list',
    'wf variants list --interactive',
    'wf variants list --app support --json',
  ];
  static override flags = { ...APP_FLAG, ...INTERACTIVE_FLAG };

  async run(): Promise<void> {
    const { flags } = await this.parse(VariantsList);
    const { client, app } = await this.appSession();
    if (flags.interactive) {
      const { variantListing } = await import('../../src/cli/kit/browse/list-variants.ts');
      const variants = await pageVariants({ client, app });
      return await this.browse(async (context) => variantListing(variants, context));
    }
    const variants = await listVariants({ client, app });
    await this.show({ json: variants, view: (display) => showPage(variantsPage(variants), display) });
  }
}
