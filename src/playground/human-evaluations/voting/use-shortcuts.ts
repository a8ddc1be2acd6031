import { useEffect, useRef } from 'react';

/** The action of each key. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Runs the action of a key, unless the user is typing text or holds a modifier key. */
export function useShortcuts(shortcuts: Shortcuts, isOn: boolean): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key.toLowerCase()];
      const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      if (act === undefined || isCommand || isTyping(event)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}

/** A number field takes digits, but not letters. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog, textarea, select, [contenteditable]') !== null) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return target.type === 'number' || target.type === 'range' ? /^[\d.,+-]$/.test(key) : target.type === 'text';
}
