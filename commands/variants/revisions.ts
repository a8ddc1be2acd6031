import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { APP_FLAG, INTERACTIVE_FLAG, VARIANT_ARG } from '../../src/cli/kit/define/flags.ts';
import { limitFlags } from '../../src/cli/kit/define/list-flags.ts';
import { variantRevisionsView } from '../../src/ui/variants/variant-detail-views.ts';
import { findRunningRevisions } from '../../src/use-cases/environments/list-environment-revisions.ts';
import { pageVariantRevisions, readNewestRevisions } from '../../src/use-cases/variants/list-variant-revisions.ts';
import { resolveVariant } from '../../src/use-cases/variants/resolve-variant.ts';

export default class VariantsRevisions extends ListCommand {
  static override summary = 'List the revisions of a variant: what each changed, and which environments run it.';
  static override examples = [
    'wf variants revisions formal',
    'wf variants revisions formal --interactive',
    'wf variants revisions formal --limit 5 --json',
  ];
  static override args = VARIANT_ARG;
  static override flags = {
    ...APP_FLAG,
    ...INTERACTIVE_FLAG,
    ...limitFlags('Show only the newest N.', ['interactive']),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(VariantsRevisions);
    const { client, app } = await this.appSession();
    const variant = await resolveVariant({ client, app, variant: args.variant });
    if (flags.interactive) {
      const { revisionListing } = await import('../../src/cli/kit/browse/variant-listings.ts');
      const runningIn = await findRunningRevisions(client, variant.app_id);
      return await this.browse(async (context) =>
        revisionListing(variant, pageVariantRevisions(client, variant), runningIn, context),
      );
    }
    const { shown, before } = await readNewestRevisions(client, variant, this.limitOf(flags) ?? null);
    await this.show({
      json: shown,
      view: async (display) => {
        // Programs get only the revisions, which need no second request.
        const runningIn = display.form === 'terminal' ? await findRunningRevisions(client, variant.app_id) : new Map();
        return variantRevisionsView(shown, runningIn, before);
      },
    });
    if (before === null) return;
    const total = await pageVariantRevisions(client, variant).reversed.count();
    await this.reportOutcome({ shown: shown.length, total, readHere: null });
  }
}
