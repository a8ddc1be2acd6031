import type { Address, PageName } from '../address/address.ts';

const TITLES: Readonly<Record<PageName, string>> = {
  routes: 'Routes',
  variants: 'Variants',
  environments: 'Environments',
  evaluations: 'Evaluations',
  'human-evaluations': 'Votes',
};

/** Names the view of an address: "/summarise, Routes, support". A record's own name is not in it. */
export function titleOf(address: Address): string {
  if (address.page === 'start') return 'Apps';
  const { page, app } = address;
  const name = page === 'routes' ? address.path : page === 'environments' ? address.name : null;
  return [...(name === null ? [] : [name]), TITLES[page], app].join(', ');
}
