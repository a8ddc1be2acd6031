import type { Client } from '../../../client/create-client.ts';
import { describeChangedCode } from '../../../ui/deployments/build-views.ts';
import { resolveAppId } from '../../../use-cases/apps/resolve-app.ts';
import { type ChangedCode, findChangedCode } from '../../../use-cases/deployments/find-changed-code.ts';
import type { VariantRevision } from '../../../client/public/start-evaluations.ts';
import { resolveVariants } from '../../../use-cases/variants/resolve-variant.ts';
import type { AppSession } from './app-session.ts';
import { BaseCommand } from './base-command.ts';

/** The variants that a command evaluates, and the service that runs them. */
export interface OpenVariants extends AppSession {
  readonly appId: string;
  readonly variants: readonly VariantRevision[];
}

/** Base of the commands that call variants on a test set. */
export abstract class EvaluatingCommand extends BaseCommand {
  /** Whether the project's own evaluators run as well, so that a change of theirs matters. */
  protected runsEvaluators = true;

  /**
   * Resolves the variants to call, and notes first when the sources differ from the deployed code: finding out builds them.
   *
   * @param names - `A,B@2`; left out: the app's only variant
   */
  protected async openVariants(names: string | undefined): Promise<OpenVariants> {
    (await this.settings()).requireTrust();
    const session = await this.appSession();
    const { client, app } = session;
    const appId = await resolveAppId({ client, app });
    await this.#noteChangedCode(client, appId);
    const variants = await resolveVariants({ client, appId, variants: names ?? null });
    return { ...session, appId, variants };
  }

  async #noteChangedCode(client: Client, appId: string): Promise<void> {
    // Finding out may take a build.
    if (this.wantsDocument) return;
    const settings = await this.settings();
    const changed = await findChangedCode({ client, appId, settings, folder: this.folder });
    const relevant = changed === null ? null : this.#relevantOf(changed);
    if (relevant !== null) await this.note(describeChangedCode(relevant));
  }

  #relevantOf({ workflow, evaluators }: ChangedCode): ChangedCode | null {
    const relevant = { workflow, evaluators: evaluators && this.runsEvaluators };
    return relevant.workflow || relevant.evaluators ? relevant : null;
  }
}
