import type { ExchangeLog } from '../exchange-log.ts';
import { watchFetch } from './watch-fetch.ts';
import { watchNodeHttp } from './watch-node-http.ts';
import { watchUndici } from './watch-undici.ts';

/** Watches all means by which a program on Node makes HTTP requests. */
export function watchNode(findLog: () => ExchangeLog | undefined): void {
  watchUndici(findLog);
  watchNodeHttp(findLog);
  // Node's own undici publishes bodies since its version 7.11.
  if (!hasBodyChannels(process.versions['undici'])) watchFetch(findLog);
}

/** Answers whether a version of undici publishes the bodies of requests. */
export function hasBodyChannels(version = '0.0'): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 7 || (major === 7 && minor >= 11);
}
