import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { isChosen, listFlags } from '../../src/cli/kit/define/list-flags.ts';
import { LABEL_FILTER } from '../../src/cli/kit/define/record-flags.ts';
import { variantsView } from '../../src/ui/variants/variant-views.ts';
import { parseSelectors } from '../../src/use-cases/labels/change-labels.ts';
import { filterVariants, pageVariants, VARIANT_FIELDS } from '../../src/use-cases/variants/list-variants.ts';

export default class VariantsList extends ListCommand {
  static override summary = 'List the variants of an app.';
  static override examples = [
    'wf variants list',
    'wf variants list --interactive',
    'wf variants list --search tuned --sort updated --desc --limit 20',
    'wf variants list --label team=search',
    'wf variants list --env production --json',
  ];
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.INTERACTIVE_FLAG,
    ...listFlags(VARIANT_FIELDS, 'the name of the variant, its configuration or base'),
    ...LABEL_FILTER,
    base: Flags.string({ names: 'base', summary: 'Only those of the base with this name.' }),
    env: Flags.string({ names: 'environment', summary: 'Only the one that this environment runs.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(VariantsList);
    const filter = await this.filterOf(flags.interactive ? { ...flags, all: true } : flags);
    const labels = parseSelectors(flags.label);
    const { archived } = flags;
    const { client, app } = await this.appSession();
    const { base = null, env: environment = null } = flags;
    const chosen = { client, app, filter, labels, archived, base, environment };
    if (flags.interactive) {
      const { variantListing } = await import('../../src/cli/kit/browse/variant-listings.ts');
      const variants = isChosen(flags, VariantsList.flags)
        ? { records: (await filterVariants(chosen)).records, reversed: null }
        : await pageVariants({ client, app });
      const deploy = await this.deployLine();
      return await this.browse(async (context) => variantListing(variants, context, deploy));
    }
    const list = await filterVariants(chosen);
    const filtered = { isFiltered: list.isFiltered, isArchived: archived };
    await this.showList(
      list,
      (variants) => variantsView(variants, filtered),
      async () => variantsView([], { ...filtered, deploy: await this.deployLine() }),
    );
  }
}
