import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import { type EditKeys, editText, moveBy, type MoveKeys } from '../choose/edit-text.ts';
import type { View } from '../layout/view.ts';
import { createRowFilter, type Listing, type RowFilter, type RowSource } from './row-sources.ts';

export interface BrowseState<Row> {
  /** `filter`: typing filters; `view`: shows a row's details or a comparison. */
  readonly mode: 'list' | 'filter' | 'view';
  readonly typed: string;
  readonly cursor: number;
  readonly marked: readonly Row[];
  /** Rows that match the filter; rows that are not loaded yet are `undefined`. */
  readonly shown: readonly (Row | undefined)[];
  readonly isComplete: boolean;
  /** Whether the number of shown rows is final. */
  readonly isCounted: boolean;
  readonly view: readonly string[];
  readonly scroll: number;
  readonly message: string;
  readonly end: 'quit' | 'interrupted' | null;
}

export interface Browser<Row> {
  readonly state: () => BrowseState<Row>;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly press: (key: BrowseKey) => void;
  /** Redraws the view for a resized window and fetches rows for it. */
  readonly resize: () => void;
}

const COMPARED = 2;

/** Creates the state machine of an interactive list, independent of its rendering. */
export function createBrowser<Row>(listing: Listing<Row>, world: BrowseTerminal): Browser<Row> {
  const listeners = new Set<() => void>();
  let filter: RowFilter<Row> = createRowFilter(listing, '', null);
  let view: View = [];
  let isFetching = false;
  let wantsEnd = false;
  let state: BrowseState<Row> = {
    mode: 'list',
    typed: '',
    cursor: 0,
    marked: [],
    shown: filter.read(),
    ...knownOf(listing.source),
    view: [],
    scroll: 0,
    message: '',
    end: null,
  };
  void fetch().then(count);
  return { state: () => state, subscribe, press, resize };

  function subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  }

  function set(change: Partial<BrowseState<Row>>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Returns an index to fetch: one that is missing on the screen, or the end if it is wanted; `null`: none. */
  function neededIndex(): number | null {
    const { source } = listing;
    if (source.isComplete) return null;
    const isWhole = state.typed === '';
    if (wantsEnd && !(isWhole && source.isCounted)) return 0;
    const bottom = state.cursor + world.height();
    if (!isWhole) return state.shown.length > bottom ? null : 0;
    const end = source.isCounted ? Math.min(bottom + 1, state.shown.length) : bottom + 1;
    for (let index = Math.max(0, state.cursor - world.height()); index < end; index += 1)
      if (state.shown[index] === undefined) return index;
    return null;
  }

  /** Fetches until the screen around the cursor is full, or to the end if it is wanted. */
  async function fetch(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    try {
      for (let index = neededIndex(); index !== null && state.end === null; index = neededIndex()) {
        await listing.source.fetchMore(index);
        showFetched();
        // Handle pending key presses first.
        await setImmediate();
      }
    } catch (error) {
      set({ message: messageOf(error) });
    } finally {
      isFetching = false;
      wantsEnd = false;
    }
  }

  /** Counts the list once its beginning is shown, so that the cursor can jump to its end. */
  async function count(): Promise<void> {
    // Without a count, the list is as long as its loaded rows.
    await listing.source.count().catch(() => undefined);
    showFetched();
  }

  function showFetched(): void {
    // The row array grew in place: a new state object triggers the redraw.
    const shown = filter.read();
    set({ shown, ...knownOf(listing.source), ...(wantsEnd ? { cursor: Math.max(0, shown.length - 1) } : {}) });
  }

  /** Splits input: fast key presses and pastes arrive in one piece. */
  function press({ input, key }: BrowseKey): void {
    if (key.ctrl || key.meta || input.length <= 1) return pressOne({ input, key });
    for (const character of input) {
      const isReturn = character === '\r' || character === '\n';
      pressOne({ input: isReturn ? '' : character, key: { ...key, return: isReturn } });
    }
  }

  function pressOne(pressed: BrowseKey): void {
    const { input, key } = pressed;
    if (state.end !== null) return;
    if (key.ctrl && input === 'c') return set({ end: 'interrupted' });
    set({ message: '' });
    if (state.mode === 'view') pressInView(pressed);
    else if (state.mode === 'filter') pressInFilter(pressed);
    else pressInList(pressed);
    void fetch();
  }

  function pressInView({ input, key }: BrowseKey): void {
    const lines = Math.max(1, state.view.length - world.height() + 1);
    const scroll = moveBy(withLetters(input, key), state.scroll, lines, world.height());
    if (scroll !== null) set({ scroll });
    else if (input === 'q' || key.escape || key.return) set({ mode: 'list', view: [], scroll: 0 });
  }

  function pressInFilter({ input, key }: BrowseKey): void {
    if (key.return) return set({ mode: 'list' });
    if (key.escape) return retype('', 'list');
    const moved = moveBy(key, state.cursor, state.shown.length, world.height());
    if (moved !== null) return set({ cursor: moved });
    const typed = editText(state.typed, input, key);
    if (typed !== null) retype(typed, 'filter');
  }

  function retype(typed: string, mode: 'list' | 'filter'): void {
    const isNarrower = state.typed !== '' && typed.startsWith(state.typed) && !/\s/.test(typed);
    filter = createRowFilter(listing, typed, isNarrower ? filter : null);
    set({ typed, mode, shown: filter.read(), cursor: 0 });
  }

  function pressInList({ input, key }: BrowseKey): void {
    const row = state.shown[state.cursor];
    const to = moveBy(withLetters(input, key), state.cursor, state.shown.length, world.height());
    wantsEnd = key.end || input === 'G';
    if (to !== null) return set({ cursor: to });
    if (input === '/') return set({ mode: 'filter' });
    if (key.escape && state.typed !== '') return retype('', 'list');
    if (input === 'q' || key.escape) return set({ end: 'quit' });
    if (input === 'd') return compare();
    if (row !== undefined) pressOnRow(row, { input, key });
  }

  function pressOnRow(row: Row, { input, key }: BrowseKey): void {
    if (key.return) void read(async () => await listing.details(row));
    else if (input === ' ') mark(row);
    else if (input === 'c') {
      world.copy(listing.idOf(row));
      set({ message: `Copied ${listing.idOf(row)}` });
    } else if (input === 'o') {
      void reportingErrors(async () => {
        const url = await listing.address(row);
        set({ message: world.open(url) ? `Opening ${url}` : url });
      });
    }
  }

  function mark(row: Row): void {
    const id = listing.idOf(row);
    const others = state.marked.filter((one) => listing.idOf(one) !== id);
    // A third mark replaces the first, so that nobody has to unmark rows.
    const marked = others.length < state.marked.length ? others : [...others, row].slice(-COMPARED);
    set({ marked, cursor: Math.min(state.shown.length - 1, state.cursor + 1) });
  }

  function compare(): void {
    const [first, second] = state.marked;
    if (first === undefined || second === undefined) set({ message: 'Mark two with space first, then press d.' });
    else void read(async () => await listing.compare(first, second));
  }

  async function read(load: () => Promise<View>): Promise<void> {
    set({ message: 'Loading…' });
    await reportingErrors(async () => {
      view = await load();
      set({ mode: 'view', view: world.draw(view), scroll: 0, message: '' });
    });
  }

  async function reportingErrors(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      set({ message: messageOf(error) });
    }
  }

  function resize(): void {
    if (state.mode === 'view') set({ view: world.draw(view), scroll: 0 });
    void fetch();
  }
}

/** Adds the movement keys of vi and less, where typing has no other meaning. */
function withLetters(input: string, key: BrowseKey['key']): BrowseKey['key'] {
  return {
    ...key,
    upArrow: key.upArrow || input === 'k',
    downArrow: key.downArrow || input === 'j',
    home: key.home || input === 'g',
    end: key.end || input === 'G',
  };
}

function knownOf({
  isComplete,
  isCounted,
}: RowSource<unknown>): Pick<BrowseState<unknown>, 'isComplete' | 'isCounted'> {
  return { isComplete, isCounted };
}

interface BrowseTerminal {
  height(): number;
  /** Renders a view as lines of the window's width. */
  draw(view: View): readonly string[];
  copy(text: string): void;
  /** Opens a URL; false if there is no browser. */
  open(url: string): boolean;
}

interface BrowseKey {
  readonly input: string;
  readonly key: MoveKeys & EditKeys & { readonly return: boolean; readonly escape: boolean };
}
