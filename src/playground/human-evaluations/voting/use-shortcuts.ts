import { useEffect, useRef } from 'react';

/** What each key does. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Does what a key stands for, unless somebody is typing a text or holds a key of commands. */
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

/** Digits belong to a number's field, letters do not. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog, textarea, select, [contenteditable]') !== null) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return target.type === 'number' || target.type === 'range' ? /^[\d.,+-]$/.test(key) : target.type === 'text';
}
