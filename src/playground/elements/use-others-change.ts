import { useEffect, useState } from 'react';

/** Long enough to see that what a button does has changed, and to let a click go that was meant for what it did. */
const READ_MS = 1000;

/**
 * Follows, while a dialog is open, whether somebody else changed what it is about.
 *
 * @param hasMoved - whether it differs from when the dialog opened
 */
export function useOthersChange(hasMoved: boolean) {
  const [isSending, setSending] = useState(false);
  // What the dialog itself sends comes back as a change, too.
  const isMoved = hasMoved && !isSending;
  const sending = async <T>(send: () => Promise<T>): Promise<T> => {
    setSending(true);
    try {
      return await send();
    } catch (error) {
      setSending(false);
      throw error;
    }
  };
  return { isMoved, isSeen: useSeen(isMoved), sending };
}

/** Returns whether a person had the time to see something since it came or went. */
export function useSeen(isThere: boolean): boolean {
  const [seen, setSeen] = useState(isThere);
  useEffect(() => {
    const timer = setTimeout(setSeen, READ_MS, isThere);
    return () => clearTimeout(timer);
  }, [isThere]);
  return seen === isThere;
}
