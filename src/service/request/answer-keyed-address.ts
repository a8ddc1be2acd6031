import { takeKeyFrom } from '../../contract/keys/key-in-address.ts';
import type { Incoming } from '../../http/exchange.ts';
import type { Outcome } from './run-operation.ts';

/** Returns whether the address of a request contains its key, so that it needs nothing from a browser's visitor. */
export function hasKeyInAddress({ url }: Pick<Incoming, 'url'>): boolean {
  // Nearly no request has one.
  return url.includes('/key/') && takeKeyFrom(new URL(url).pathname) !== null;
}

/** Answers a browser that asks whether a page may call an address. It says the same of each, so it needs no valid key. */
export function answerPreflight({ headers }: Incoming): Outcome {
  const asked = headers.get('access-control-request-headers');
  return {
    kind: 'plain',
    answer: {
      status: 204,
      headers: {
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': asked ?? '*',
        'access-control-max-age': '600',
      },
      body: null,
    },
  };
}

/**
 * Returns the headers of answers at an address that contains a key. Pages of any site may read them: only the key lets a caller
 * in, never a cookie. Nobody stores them, or tells the address to others.
 *
 * @source facts §4.5
 */
export function keyedHeaders({ headers }: Incoming): Readonly<Record<string, string>> {
  const origin = headers.get('origin');
  const page = origin === null ? {} : { 'access-control-allow-credentials': 'true', vary: 'Origin' };
  return {
    'access-control-allow-origin': origin ?? '*',
    ...page,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
}
