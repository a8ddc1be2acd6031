import { useEffect, useRef } from 'react';
import type { DevEvent } from '../../contract/develop/dev-events.ts';

/**
 * Runs again after each save that builds.
 *
 * @param run - `null` when it is off, or nothing has run yet
 */
export function useRerun(dev: DevEvent | null, run: (() => void) | null): void {
  const latest = useRef(run);
  const seen = useRef(dev);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (seen.current === dev) return;
    const isFirst = seen.current === null;
    seen.current = dev;
    if (!isFirst && dev?.type === 'reload-end') latest.current?.();
  }, [dev]);
}
