import { userError, type UserError } from '../../foundation/errors/wf-error.ts';

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

function badBaseUrl(text: string, problem: string): UserError {
  return userError('WF_INVALID_INPUT', `The base URL ${JSON.stringify(text)} ${problem}.`, [
    'Write it like --base-url https://host/api',
  ]);
}

function withoutUser(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
