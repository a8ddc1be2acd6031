import type { ReactNode } from 'react';
import { type Address, type PageName, toHash } from '../address/address.ts';

export interface PageHeadProps {
  readonly title: string;
  /** The list that this is one of. */
  readonly back: Address & { readonly page: PageName };
  readonly children?: ReactNode;
}

/** The title of one record, below the way back to the list of them. */
export function PageHead({ title, back, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <a className="back" href={toHash(back)}>
        {back.page[0]?.toUpperCase()}
        {back.page.slice(1)}
      </a>
      <div className="title">
        <h1>{title}</h1>
        {children}
      </div>
    </header>
  );
}
