import { Agent, fetch as send, type RequestInfo, type RequestInit } from 'undici';

/** Creates a `fetch` based on undici, with its own keep-alive connections. */
export function createUndiciFetch(): typeof fetch {
  // All requests of wf are HTTP/1.1.
  const dispatcher = new Agent({ allowH2: false });
  return async (input, init) => {
    // The same standard in two declarations: undici's own, and the DOM's.
    const response: unknown = await send(input as RequestInfo, { ...(init as RequestInit), dispatcher });
    return response as Response;
  };
}
