import { type Refusal } from './exchange.ts';

export interface CheckOriginOptions {
  /** Whether the server listens on this machine only, so that only names of this machine are valid. */
  readonly isLoopback: boolean;
  /** Public host and port of a proxy in front of this server; `null`: none. @defaultValue `null` */
  readonly publicHost?: string | null;
  /** Whether pages of other sites may send the request. @defaultValue `false` */
  readonly isForAnyPage?: boolean;
}

/**
 * Refuses requests that a foreign page sends through its visitor's browser: a host name that was pointed here (DNS
 * rebinding), and other origins, including other ports of this machine. Browsers set both headers truthfully; other
 * programs send no `Origin`.
 *
 * @returns the refusal, or `null` when the request is allowed
 */
export function checkOrigin(
  { headers, url }: Request,
  { isLoopback, publicHost = null, isForAnyPage = false }: CheckOriginOptions,
): Refusal | null {
  const host = headers.get('host') ?? new URL(url).host;
  if (isLoopback && host.toLowerCase() !== publicHost && !LOOPBACK_NAMES.has(nameOf(host))) {
    return { status: 421, detail: `This server answers on localhost only, not as ${JSON.stringify(host)}.` };
  }
  if (isForAnyPage) return null;
  const origin = headers.get('origin');
  if (origin !== null && !isOneOf([host.toLowerCase(), publicHost], hostOf(origin))) return foreign(origin);
  const site = headers.get('sec-fetch-site');
  // A navigation is allowed from anywhere: it reads the page, which contains no data.
  const isVisit = headers.get('sec-fetch-mode') === 'navigate';
  if (site !== null && site !== 'same-origin' && site !== 'none' && !isVisit) return foreign(site);
  return null;
}

/** Returns whether only this machine can reach an address that a server binds to. */
export function isLoopbackAddress(host: string): boolean {
  return LOOPBACK_NAMES.has(host) || LOOPBACK_NAMES.has(`[${host}]`) || /^127(\.\d{1,3}){3}$/.test(host);
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** An origin without a host never matches, even when no public host is set. */
function isOneOf(hosts: readonly (string | null)[], host: string | null): boolean {
  return host !== null && hosts.includes(host);
}

function foreign(from: string): Refusal {
  return { status: 403, detail: `Requests from other sites are refused (this one: ${JSON.stringify(from)}).` };
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    // "null", which sandboxed frames and files send.
    return null;
  }
}
