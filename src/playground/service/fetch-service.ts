/** Event on the window: a request got no answer, so the service may have ended. */
export const NO_ANSWER = 'wf-no-answer';

/** Event on the window: after `NO_ANSWER`, the service answers again. */
export const ANSWERS_AGAIN = 'wf-answers-again';

/** Event on the window: a request that should be quick has waited long. */
export const SLOW_REQUEST = 'wf-slow-request';

/** Event on the window: such a request has ended. */
export const SLOW_END = 'wf-slow-end';

const SLOW_MS = 8000;

/** What a proxy answers when its service does not respond. */
const GATEWAY_STATUSES: readonly number[] = [502, 504];

/** Sends a request to the service this page came from, and reports on the window when it gets no answer. */
export async function fetchService(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init);
    if (GATEWAY_STATUSES.includes(response.status)) reportNoAnswer();
    return response;
  } catch (error) {
    if (error instanceof TypeError) reportNoAnswer();
    throw error;
  }
}

/** Sends a request that should be quick, and also reports when it is slow. */
export async function fetchQuickly(path: string, init: RequestInit): Promise<Response> {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    dispatchEvent(new Event(SLOW_REQUEST));
  }, SLOW_MS);
  try {
    return await fetchService(path, init);
  } finally {
    clearTimeout(timer);
    if (isSlow) dispatchEvent(new Event(SLOW_END));
  }
}

export function reportNoAnswer(): void {
  dispatchEvent(new Event(NO_ANSWER));
}
