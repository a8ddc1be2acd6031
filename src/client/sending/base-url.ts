import { UserError } from '../../errors/wf-error.ts';

/**
 * Reads the address of a service; a path prefix such as `/api` is kept.
 *
 * @throws {WF_INVALID_INPUT} when it is no HTTP address, or carries credentials, a query or a fragment
 */
export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw badBaseUrl(text, 'is not an http or https address');
  if (url.username !== '' || url.password !== '') throw badBaseUrl(withoutUser(url), 'carries a name or a password');
  if (url.search !== '' || url.hash !== '') throw badBaseUrl(text, 'carries a query or a fragment');
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** Puts a path and a query below a base URL. The result always has the base URL's origin. */
export function joinUrl(baseUrl: URL, path: string, query: Readonly<Record<string, unknown>> = {}): URL {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const url = new URL(baseUrl.origin + prefix + (path.startsWith('/') ? path : `/${path}`));
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== undefined && one !== null) url.searchParams.append(name, toText(one));
  }
  return url;
}

/** A scalar as it stands in a path or a query; anything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function badBaseUrl(text: string, problem: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The base URL ${JSON.stringify(text)} ${problem}.`,
    nextSteps: ['Give it as in --base-url https://host/api'],
  });
}

function withoutUser(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
