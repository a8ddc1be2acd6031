import { UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Parses the address of a service, with its path prefix such as `/api`.
 *
 * @throws {WF_INVALID_INPUT} when it is not an HTTP address, or contains credentials, a query or a fragment
 */
export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw badBaseUrl(text, 'is not an http or https address');
  if (url.username !== '' || url.password !== '') throw badBaseUrl(withoutUser(url), 'contains a name or a password');
  if (url.search !== '' || url.hash !== '') throw badBaseUrl(text, 'contains a query or a fragment');
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** Appends a path and a query to a base URL. The result always has the base URL's origin. */
export function joinUrl(baseUrl: URL, path: string, query: Readonly<Record<string, unknown>> = {}): URL {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const url = new URL(baseUrl.origin + prefix + (path.startsWith('/') ? path : `/${path}`));
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== undefined && one !== null) url.searchParams.append(name, toText(one));
  }
  return url;
}

/** Converts a value to text for a path or a query: strings unchanged, anything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function badBaseUrl(text: string, problem: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The base URL ${JSON.stringify(text)} ${problem}.`,
    nextSteps: ['Write it like --base-url https://host/api'],
  });
}

function withoutUser(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
