import type { Listing } from '../../ui/browse/listing.ts';
import { interrupted } from '../interruption.ts';
import type { Io } from '../io.ts';
import { hasBrowser, openBrowser } from '../open-browser.ts';
import { hasColor, isDrawable, isInteractive, measureScreen } from '../screen.ts';
import { usageError } from '../usage-error.ts';

/**
 * Has the terminal for a list, until the person leaves.
 *
 * @param command - the same without the list, for where it cannot be drawn
 * @throws {WF_USAGE} where nobody sits at a terminal that can be drawn on
 * @throws {WF_INTERRUPTED} on Ctrl-C
 */
export async function browseListing<Row>(listing: Listing<Row>, io: Io, command: string): Promise<void> {
  requireTerminal(io, command);
  const { columns, rows } = measureScreen(io.stdout, io.env);
  io.env['COLUMNS'] = String(columns);
  io.env['LINES'] = String(rows);
  const { drawBrowser } = await import('../../ui/browse/draw-browser.tsx');
  const end = await drawBrowser(listing, {
    color: hasColor(io.stdout, io.env),
    open: (url) => {
      if (!hasBrowser(io)) return false;
      openBrowser(url);
      return true;
    },
  });
  if (end === 'interrupted') throw interrupted();
}

/** Refuses where there is nobody to look. */
function requireTerminal(io: Io, command: string): void {
  if (isInteractive(io) && isDrawable(io.stdout, io.env)) return;
  throw usageError('--interactive needs a terminal, with a person at it.', [command]);
}
