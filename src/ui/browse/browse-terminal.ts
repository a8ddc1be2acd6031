import type { EditKeys } from '../choose/edit-text.ts';
import type { MoveKeys } from '../choose/move.ts';
import type { Page } from '../layout/page.ts';

/** The terminal functions that a list needs. */
export interface BrowseTerminal {
  /** Number of lines for rows. */
  height(): number;
  /** Renders a page as lines of the window's width. */
  draw(page: Page): readonly string[];
  copy(text: string): void;
  /** Opens a URL; false if there is no browser. */
  open(url: string): boolean;
}

/** A key press as Ink reports it. */
export interface BrowseKey {
  readonly input: string;
  readonly key: MoveKeys & EditKeys & { readonly return: boolean; readonly escape: boolean };
}
