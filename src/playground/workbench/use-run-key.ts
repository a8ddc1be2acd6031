import { useEffect, useRef } from 'react';

/**
 * Runs on Ctrl+Enter or ⌘+Enter anywhere on the page, except while a dialog is open.
 *
 * @param run - `null` where something else listens
 */
export function useRunKey(run: (() => void) | null): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (latest.current === null || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
