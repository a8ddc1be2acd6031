/** What the page knows about the service it came from. */
export interface Connection {
  /** Whether the last request got no answer. */
  readonly isLost: boolean;
  /** Number of requests that have waited long for their answer. */
  readonly slow: number;
  /** Whether the service has another page by now. Only a reload helps. */
  readonly isOutdated: boolean;
}

export type ConnectionEvent = 'no-answer' | 'answer' | 'other-page' | 'slow-request' | 'slow-end';

export const GOOD: Connection = { isLost: false, slow: 0, isOutdated: false };

/** Computes the state after an event. */
export function nextConnection(before: Connection, event: ConnectionEvent): Connection {
  switch (event) {
    case 'no-answer':
      // The code of an outdated page is gone from the service: its requests fail for good.
      return before.isOutdated ? before : { ...before, isLost: true };
    case 'answer':
      return { ...before, isLost: false };
    case 'other-page':
      return { ...before, isLost: false, isOutdated: true };
    case 'slow-request':
      return { ...before, slow: before.slow + 1 };
    case 'slow-end':
      return { ...before, slow: before.slow - 1 };
  }
}
