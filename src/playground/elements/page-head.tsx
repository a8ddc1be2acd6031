import { type ReactNode, useEffect } from 'react';
import { showName } from '../text/show-name.ts';
import { Notice } from './notices.tsx';
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
        <h1>{showName(title)}</h1>
        {children}
      </div>
    </header>
  );
}

interface NotFoundProps extends Pick<PageHeadProps, 'back'> {
  /** What an address names: `variant`. */
  readonly what: string;
  readonly name: string;
}

/** Stands for a view whose record is not there, or not any more. */
export function NotFound({ what, name, back }: NotFoundProps) {
  return (
    <>
      <PageHead title={`No such ${what}`} back={back} />
      <Notice error={`This app has no ${what} ${showName(name)}.`} />
    </>
  );
}
