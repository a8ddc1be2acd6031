import type { Listing } from '../../../ui/browse/row-sources.ts';
import { interrupted } from '../process/interruption.ts';
import type { Io } from '../process/io.ts';
import { hasBrowser, openBrowser } from '../process/open-browser.ts';
import { hasColor, measureScreen } from '../process/screen.ts';

/**
 * Shows an interactive list full screen until the user quits.
 *
 * @throws {WF_INTERRUPTED} on Ctrl-C
 */
export async function browseListing<Row>(listing: Listing<Row>, io: Io): Promise<void> {
  const { columns, rows } = measureScreen(io.stdout, io.env);
  io.env['COLUMNS'] = String(columns);
  io.env['LINES'] = String(rows);
  const { drawBrowser } = await import('../../../ui/browse/draw-browser.tsx');
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
