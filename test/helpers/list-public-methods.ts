import type { Endpoint } from '../../src/contract/endpoint/endpoint.ts';
import { whyNotOffered } from '../../src/contract/endpoint/protocol.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { PUBLIC_CLIENT_METHODS, type PublicClientMethod } from './public-client-methods.ts';

/** What a method of the public client gets: an endpoint, or a 501 with the reason. */
export interface Counterpart {
  readonly method: PublicClientMethod;
  readonly endpoint: Endpoint | null;
  readonly reason: string | null;
}

/** Finds what each method gets; parameters may have other names. */
export function listCounterparts(methods = PUBLIC_CLIENT_METHODS): Counterpart[] {
  const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS);
  return methods.map((method) => {
    const [, , verb, path] = method;
    const endpoint = endpoints.find((one) => one.method === verb && withoutNames(one.path) === withoutNames(path));
    // A path with a parameter has the form of some that are offered, which are found first.
    return { method, endpoint: endpoint ?? null, reason: endpoint === undefined ? whyNotOffered(verb, path) : null };
  });
}

/** Writes the table of the page. */
export function toMethodTable(counterparts: readonly Counterpart[]): string {
  const rows = counterparts.map(({ method: [group, name, verb, path], endpoint, reason }) => {
    const gets = endpoint === null ? `501: ${reason ?? ''}` : endpoint.summary;
    return `| \`${[group, name].filter((part) => part !== '').join('.')}\` | \`${verb} ${path}\` | ${gets} |`;
  });
  return ['| Method | Request | What it gets |', '|---|---|---|', ...rows].join('\n');
}
