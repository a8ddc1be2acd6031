import { useEffect, useState } from 'react';

/** Long enough to see that what a button does has changed, and to let a click go that was meant for what it did. */
const READ_MS = 1000;

/** Returns whether a person had the time to see that what they change was changed by somebody else. */
export function useSeen(hasMoved: boolean): boolean {
  const [seen, setSeen] = useState(hasMoved);
  useEffect(() => {
    const timer = setTimeout(setSeen, READ_MS, hasMoved);
    return () => clearTimeout(timer);
  }, [hasMoved]);
  return seen === hasMoved;
}
