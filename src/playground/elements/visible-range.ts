/** The rows of a list with equal heights that are on the screen. */
export interface VisibleRange {
  readonly first: number;
  /** The row after the last drawn one. */
  readonly end: number;
}

/** Rows drawn beyond each edge, so that fast scrolling shows no gap. */
const OVERSCAN = 10;

/** Finds the rows to draw. All lengths are in pixels. */
export function visibleRange(scrollTop: number, height: number, rowHeight: number, count: number): VisibleRange {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - OVERSCAN;
  const end = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight) + OVERSCAN;
  return { first: Math.min(Math.max(0, first), Math.max(0, count - 1)), end: Math.min(count, end) };
}
