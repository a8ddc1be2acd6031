import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface Scroll {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly scrollTop: number;
  readonly height: number;
  readonly onScroll: () => void;
}

/**
 * Follows how far a box is scrolled.
 *
 * @param length - length of its list: a longer one gets a higher box
 */
export function useScroll(length: number): Scroll {
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState({ scrollTop: 0, height: 600 });
  const onScroll = () => {
    const box = element.current;
    if (box !== null) setState({ scrollTop: box.scrollTop, height: box.clientHeight });
  };
  useLayoutEffect(onScroll, [length]);
  return { element, onScroll, ...state };
}

/** The rows of a list with equal heights that are on the screen. */
interface VisibleRange {
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
