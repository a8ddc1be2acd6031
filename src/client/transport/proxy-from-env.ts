import { UserError } from '../../foundation/errors/wf-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the proxy for an address by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case. One rule for
 * all transports: undici and Node have their own, which differ in detail.
 *
 * @remarks Our choice: loopback addresses are never proxied, as in Go's net/http, so that `wf serve` on this machine
 * can be reached even if a company proxy is set.
 * @returns the proxy; `null` for a direct connection
 * @throws {WF_INVALID_INPUT} when the proxy's address is invalid
 */
export function proxyFromEnv(url: URL, env: Environment): URL | null {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const address = read(env, name);
  if (address === '' || isLoopback(url.hostname) || isExempt(url, read(env, 'NO_PROXY'))) return null;
  const proxy = URL.parse(address.includes('://') ? address : `http://${address}`);
  if (proxy !== null && /^https?:$/.test(proxy.protocol)) return proxy;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${name} is not the address of an HTTP proxy: ${JSON.stringify(address)}.`,
    nextSteps: [`Set ${name} to an address such as http://proxy.example:3128, or unset it.`],
  });
}

function read(env: Environment, name: string): string {
  return (env[name.toLowerCase()] || env[name] || '').trim();
}

/** Returns whether a host name is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  );
}

function isExempt(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const suffix = name.replace(/^\*?\./, '');
      if (entryPort !== undefined && entryPort !== port) return false;
      return url.hostname === suffix || url.hostname.endsWith(`.${suffix}`);
    });
}
