import type { Listing } from '../../../ui/browse/row-sources.ts';
import { interrupted } from '../process/interruption.ts';
import type { Io } from '../process/io.ts';
import { hasBrowser, openBrowser } from '../process/open-browser.ts';
import { isDrawable, isInteractive, openScreen } from '../process/screen.ts';
import type { Settings } from '../../../project/resolve-settings.ts';
import type { Session } from '../../../use-cases/session/session.ts';
import { usageError } from '../../../foundation/errors/wf-error.ts';

/**
 * Shows an interactive list full screen until the user quits.
 *
 * @throws {WF_INTERRUPTED} on Ctrl-C
 */
export async function browseListing<Row>(listing: Listing<Row>, io: Io): Promise<void> {
  const { color } = openScreen(io.stdout, io.env);
  const { drawBrowser } = await import('../../../ui/browse/draw-browser.tsx');
  const end = await drawBrowser(listing, {
    color,
    open: (url) => {
      if (!hasBrowser(io)) return false;
      openBrowser(url);
      return true;
    },
  });
  if (end === 'interrupted') throw interrupted();
}

export interface ListingContext {
  readonly settings: Settings;
  readonly session: Session;
  readonly folder: string;
}

/**
 * Rejects an interactive list without a terminal, before anything is fetched.
 *
 * @param command - the same command without the list
 * @throws {WF_USAGE} when there is no terminal that supports drawing
 */
export function requireTerminal(io: Io, command: string): void {
  if (isInteractive(io) && isDrawable(io.stdout, io.env)) return;
  throw usageError('--interactive needs an interactive terminal.', [command]);
}
