import { useWindowEvent } from '../elements/use-window-event.ts';

/**
 * Runs on Ctrl+Enter or ⌘+Enter anywhere on the page, except while a dialog is open.
 *
 * @param run - `null` where something else listens
 */
export function useRunKey(run: (() => void) | null): void {
  useWindowEvent('keydown', (event: KeyboardEvent) => {
    if (run === null || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    run();
  });
}
