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
