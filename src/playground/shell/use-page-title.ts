import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Address, PAGE_TITLES, parseAddress, toHash } from '../address/address.ts';
import { announce } from '../elements/announcement.tsx';

/** Names the browser's tab, says where a link led, and keeps the focus in the page when its element went away. */
export function usePageTitle(address: Address): void {
  const title = titleOf(address);
  const hash = toHash(address);
  // Before the effects of the views: those of records know a better name.
  useLayoutEffect(() => void (document.title = `${titleOf(parseAddress(hash))} · wf`), [hash]);
  const place = hash.split('?')[0] ?? '';
  const before = useRef(place);
  useEffect(() => {
    // The start leads on by itself.
    const isFirst = before.current === place || before.current === toHash({ page: 'start' });
    before.current = place;
    if (isFirst) return;
    announce(title);
    focusMain();
  }, [place, title]);
}

function focusMain(): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) {
    document.getElementById('main')?.focus({ preventScroll: true });
  }
}

/** Names the view of an address: "/summarise, Routes, support". A record's own name is not in it. */
export function titleOf(address: Address): string {
  if (address.page === 'start') return 'Apps';
  const { page, app } = address;
  const name = page === 'routes' ? address.path : page === 'environments' ? address.name : null;
  return [...(name === null ? [] : [name]), PAGE_TITLES[page], app].join(', ');
}
