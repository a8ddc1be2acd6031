import { useSyncExternalStore } from 'react';

type Query = Readonly<Record<string, string>>;

interface InApp {
  readonly app: string;
}

/** A view of an app; its query says what it shows: filters, a test set, an opened row, what to compare with. */
export type AppAddress = InApp &
  (
    | {
        readonly page: 'routes';
        readonly path: string | null;
        readonly base: string | null;
        readonly query?: Query | undefined;
      }
    | {
        readonly page: 'variants' | 'evaluations' | 'testsets';
        readonly id: string | null;
        readonly query?: Query | undefined;
      }
    | { readonly page: 'overview' }
    | { readonly page: 'environments'; readonly name: string | null }
    | { readonly page: 'human-evaluations'; readonly id: string | null }
  );

/** A view of the page. It is the URL's fragment, so it can be shared and survives a reload. */
export type Address = { readonly page: 'start' } | AppAddress;

export type PageName = AppAddress['page'];

/** The pages of an app, in the order of the navigation. */
export const PAGES: readonly PageName[] = [
  'overview',
  'routes',
  'variants',
  'environments',
  'testsets',
  'evaluations',
  'human-evaluations',
];

export const PAGE_TITLES: Readonly<Record<PageName, string>> = {
  overview: 'Overview',
  routes: 'Routes',
  variants: 'Variants',
  environments: 'Environments',
  testsets: 'Test sets',
  evaluations: 'Evaluations',
  'human-evaluations': 'Votes',
};

/** Parses the URL's fragment. An unknown one leads to the start page. */
export function parseAddress(hash: string): Address {
  const [location = '', query = ''] = hash.replace(/^#/, '').split('?');
  const [, area, app, page, ...rest] = location.split('/').map(decode);
  if (area !== 'apps' || app === undefined || app === '') return { page: 'start' };
  const name = rest.length === 0 || rest.join('/') === '' ? null : rest.join('/');
  switch (page) {
    case 'routes':
      return { page, app, path: rest.length === 0 ? null : `/${rest.join('/')}`, ...readRouteQuery(query) };
    case 'evaluations':
    case 'testsets':
    case 'variants':
      return { page, app, id: name, ...(query === '' ? {} : { query: readQuery(query) }) };
    case 'human-evaluations':
      return { page, app, id: name };
    case 'environments':
      return { page, app, name };
    default:
      return { page: 'overview', app };
  }
}

export function toHash(address: Address): string {
  if (address.page === 'start') return '#/';
  const base = `#/apps/${encodeURIComponent(address.app)}/${address.page}`;
  if (address.page === 'overview') return base;
  if (address.page === 'routes') {
    const query = toQuery({ base: address.base ?? '', ...address.query });
    return (address.path === null ? base : `${base}/${encodePath(address.path.slice(1))}`) + query;
  }
  const query = 'query' in address ? toQuery(address.query ?? {}) : '';
  const name = address.page === 'environments' ? address.name : address.id;
  return (name === null ? base : `${base}/${encodeURIComponent(name)}`) + query;
}

/** Leaves out what is empty, so that an address is as short as it can be. */
function toQuery(query: Query): string {
  const parts = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return parts.size === 0 ? '' : `?${parts}`;
}

function readRouteQuery(text: string): { readonly base: string | null; readonly query?: Query } {
  const { base = null, ...query } = readQuery(text);
  return { base, ...(Object.keys(query).length === 0 ? {} : { query }) };
}

function readQuery(text: string): Query {
  return Object.fromEntries(new URLSearchParams(text));
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

export function goTo(address: Address): void {
  location.hash = toHash(address);
}

/** Shows an address in the place of the current one: a filter leaves no step in the history. */
export function replaceAddress(address: Address): void {
  history.replaceState(null, '', toHash(address));
  dispatchEvent(new Event('hashchange'));
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
