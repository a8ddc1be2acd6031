import type { Settings } from '../../../project/resolve-settings.ts';
import type { Session } from '../../../use-cases/session/session.ts';

/** Dependencies of lists for fetching and comparing rows. */
export interface ListingContext {
  readonly settings: Settings;
  readonly session: Session;
  readonly folder: string;
}
