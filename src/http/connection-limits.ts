import {
  ADDRESS_CONNECTIONS,
  CONNECTIONS,
  FIRST_REQUEST,
  KEY_REQUESTS,
  SLOW_BODY,
  UNTAKEN_ANSWER,
} from '../foundation/sizes.ts';

/** How many connections a server takes. */
export interface ConnectionLimits {
  /** Most of all callers. */
  readonly total: number;
  /** Most of one address; `null`: as many as of all. */
  readonly perAddress: number | null;
  /** Addresses that connect for many callers, as `toGroup` names them. */
  readonly exempt: readonly string[];
  /** Further ones, whose requests are refused unless a place is kept for them. */
  readonly kept: number;
  /** Most requests of one key at the same time. */
  readonly requestsPerKey: number;
}

/** Time limits for callers who keep a connection waiting. */
export interface WaitLimits {
  /** From a connection's start to the headers of its first request. @defaultValue 10 seconds */
  readonly firstRequestMs: number;
  /** After which a body must have brought a few KiB a second on average, again and again. @defaultValue 20 seconds */
  readonly bodyMs: number;
  /** Without a byte in either direction while an answer is sent. @defaultValue 30 seconds */
  readonly stalledMs: number;
  /** Time between two looks at all connections. @defaultValue 1 second */
  readonly sweepMs: number;
}

export const WAIT_LIMITS: WaitLimits = {
  firstRequestMs: FIRST_REQUEST.most * 1000,
  bodyMs: SLOW_BODY.most * 1000,
  stalledMs: UNTAKEN_ANSWER.most * 1000,
  sweepMs: 1000,
};

const MIN_CONNECTIONS = 16;
/** Where the system does not say. */
const USUAL_DESCRIPTORS = 8192;

/**
 * Derives how many connections a server takes from the files that the system lets its process open: half of them. The
 * others are for the database and the processes of bundles, which would fail without.
 *
 * @param descriptors - most open files of this process
 */
export function toConnectionLimits(descriptors: number): ConnectionLimits {
  const total = Math.max(MIN_CONNECTIONS, Math.min(CONNECTIONS.most, Math.floor(descriptors / 2)));
  const share = (most: number) => Math.ceil((most * total) / CONNECTIONS.most);
  return {
    total,
    perAddress: share(ADDRESS_CONNECTIONS.most),
    exempt: [LOCAL],
    kept: Math.ceil(total / 16),
    requestsPerKey: share(KEY_REQUESTS.most),
  };
}

/** Reads how many files this process may open. Node has raised the limit as far as the system allows. */
export function readDescriptorLimit(): number {
  // Otherwise the report resolves the names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }; // Node's documentation
  const soft = userLimits?.open_files?.soft;
  if (soft === 'unlimited') return Number.POSITIVE_INFINITY;
  return typeof soft === 'number' ? soft : USUAL_DESCRIPTORS;
}

/** Callers of this machine, proxies among them. */
const LOCAL = 'local';

/** Names whom an address belongs to. One caller usually has all of an IPv6 network of 64 bits. @source RFC 6177 §2 */
export function toGroup(address: string | undefined): string {
  const bare = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? LOCAL;
  if (bare === '::1' || bare.startsWith('127.')) return LOCAL;
  if (!bare.includes(':')) return bare;
  const [start = '', rest] = bare.split('::');
  const [first, last] = [start.split(':').filter(Boolean), (rest ?? '').split(':').filter(Boolean)];
  const zeros =
    rest === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
