import type { EditKeys } from '../choose/edit-text.ts';
import type { MoveKeys } from '../choose/move.ts';
import type { Page } from '../layout/page.ts';

/** What a list needs of the terminal it stands on. */
export interface BrowseWorld {
  /** Lines that rows have. */
  height(): number;
  /** Draws a page as lines of the window's width. */
  draw(page: Page): readonly string[];
  copy(text: string): void;
  /** Opens an address; false where there is no browser. */
  open(url: string): boolean;
}

/** One press of a key, as Ink tells it. */
export interface BrowseKey {
  readonly input: string;
  readonly key: MoveKeys & EditKeys & { readonly return: boolean; readonly escape: boolean };
}
