import { useWindowEvent } from './use-window-event.ts';

type Shortcuts = Readonly<Record<string, () => void>>;

/** Runs the action of a key, unless the user is typing text or holds a modifier key. */
export function useShortcuts(shortcuts: Shortcuts, isOn: boolean): void {
  useWindowEvent('keydown', (event: KeyboardEvent) => {
    const act = isOn ? shortcuts[event.key.toLowerCase()] : undefined;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (act === undefined || isCommand || isTyping(event)) return;
    event.preventDefault();
    act();
  });
}

/** A number field takes digits, but not letters. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog, textarea, select, [contenteditable]') !== null) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return target.type === 'number' || target.type === 'range' ? /^[\d.,+-]$/.test(key) : target.type === 'text';
}
