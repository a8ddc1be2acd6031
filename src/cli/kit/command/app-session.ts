import type { Session } from '../../../use-cases/session/session.ts';

/** The service that the settings name, and the app that they choose. */
export interface AppSession extends Pick<Session, 'client' | 'url'> {
  /** Name or id of the app; `null`: the settings name none. */
  readonly app: string | null;
  readonly onWarning: (warning: string) => void;
}
