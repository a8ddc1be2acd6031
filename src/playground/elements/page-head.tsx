import { type ReactNode, useEffect } from 'react';
import { type AppAddress, PAGE_TITLES, toHash } from '../address/address.ts';

export interface PageHeadProps {
  readonly title: string;
  readonly back: AppAddress;
  readonly children?: ReactNode;
}

export function PageHead({ title, back, children }: PageHeadProps) {
  // Each time: another filter gives the tab its list's name again.
  useEffect(() => void (document.title = `${title} · wf`));
  return (
    <header className="page-head">
      <a className="back" href={toHash(back)}>
        {PAGE_TITLES[back.page]}
      </a>
      <div className="title">
        <h1>{title}</h1>
        {children}
      </div>
    </header>
  );
}
