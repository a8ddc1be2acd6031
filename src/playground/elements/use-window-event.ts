import { useEffect, useEffectEvent } from 'react';

/** Listens to an event of the window while a view is open. Only listeners to keys may look at it. */
export function useWindowEvent(type: string, listener: (event: KeyboardEvent) => void): void {
  const notify = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: Event) => notify(event as KeyboardEvent); // other listeners do not read it
    addEventListener(type, listen);
    return () => removeEventListener(type, listen);
  }, [type]);
}
