import type { Settings } from '../../../project/resolve-settings.ts';
import type { Session } from '../../../use-cases/session/session.ts';

/** What lists need to fetch and compare their rows. */
export interface ListingContext {
  readonly settings: Settings;
  readonly session: Session;
  readonly folder: string;
}
