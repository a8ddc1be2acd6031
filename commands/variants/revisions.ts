import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, INTERACTIVE_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { variantRevisionsPage } from '../../src/ui/variants/variant-pages.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { findRunningRevisions } from '../../src/use-cases/environments/find-running-revisions.ts';
import { pageVariantRevisions } from '../../src/use-cases/variants/list-variant-revisions.ts';
import { resolveVariant } from '../../src/use-cases/variants/resolve-variant.ts';
import { VARIANT_ARG } from '../../src/cli/kit/define/record-args.ts';

export default class VariantsRevisions extends BaseCommand {
  static override summary = 'List the revisions of a variant: what each changed, and which environments run it.';
  static override examples = [
    'wf variants revisions formal',
    'wf variants revisions formal --interactive',
    'wf variants revisions formal --json',
  ];
  static override args = VARIANT_ARG;
  static override flags = { ...APP_FLAG, ...INTERACTIVE_FLAG };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(VariantsRevisions);
    const { client, app } = await this.appSession();
    const variant = await resolveVariant({ client, app, variant: args.variant });
    if (flags.interactive) {
      const { revisionListing } = await import('../../src/cli/kit/browse/list-revisions.ts');
      const runningIn = await findRunningRevisions(client, variant.app_id);
      return await this.browse(async (context) =>
        revisionListing(variant, pageVariantRevisions(client, variant), runningIn, context),
      );
    }
    const revisions = await client.listVariantRevisions({ variant_id: variant.variant_id });
    await this.show({
      json: revisions,
      view: async (display) => {
        // Programs get only the revisions, which need no second request.
        const runningIn = display.form === 'terminal' ? await findRunningRevisions(client, variant.app_id) : new Map();
        return await showPage(variantRevisionsPage(revisions, runningIn), display);
      },
    });
  }
}
