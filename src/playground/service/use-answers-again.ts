import { useEffect } from 'react';
import { ANSWERS_AGAIN } from './fetch-service.ts';

/**
 * Repeats a request when the service answers again.
 *
 * @param hasFailed - whether there is something to repeat
 */
export function useAnswersAgain(hasFailed: boolean, repeat: () => void): void {
  useEffect(() => {
    if (!hasFailed) return undefined;
    addEventListener(ANSWERS_AGAIN, repeat);
    return () => removeEventListener(ANSWERS_AGAIN, repeat);
  }, [hasFailed, repeat]);
}
