import { useEffect, useLayoutEffect, useRef } from 'react';
import type { DevEvent } from '../../contract/develop/dev-events.ts';
import type { PageSession } from '../../contract/keys/page-session.ts';
import type { App } from '../../contract/apps/app.ts';
import {
  type Address,
  type AppAddress,
  goTo,
  PAGE_TITLES,
  PAGES,
  parseAddress,
  toHash,
  useHash,
} from '../address/address.ts';
import { AppView } from './app-view.tsx';
import { useDevEvent } from '../develop/dev-status.tsx';
import { Button } from '../elements/button.tsx';
import { SelectField } from '../elements/labelled-controls.tsx';
import { EmptyState, Notice } from '../elements/notices.tsx';
import { useRequest } from '../service/queries.ts';
import { signOut } from '../service/request.ts';
import { announce } from '../elements/announcement.tsx';

interface ShellProps {
  readonly session: PageSession;
  readonly onSignedOut: (session: PageSession) => void;
}

/** How often to look for an app that is not there yet. */
const APPS_MS = 10_000;

/** The frame of every view: choice of app, navigation, and sign-out. */
export function Shell({ session, onSignedOut }: ShellProps) {
  const address = parseAddress(useHash());
  usePageTitle(address);
  const isStart = address.page === 'start';
  const isDev = session.mode === 'dev';
  const { event: dev, isConnected } = useDevEvent(isDev);
  // Without an app there is no stream that tells of one.
  const isMissing = (list: readonly App[]) => isStart || !list.some(({ app_name }) => app_name === address.app);
  const apps = useRequest('GET /apps', {}, (list) => (isMissing(list) ? APPS_MS : null));
  const source = sourceName(dev);
  const names = listNames(apps.value ?? [], source);
  const first = names[0];
  const isReady = apps.value !== null && (!isDev || dev !== null);
  useEffect(() => {
    if (isStart && isReady && first !== undefined) goTo(startOf(first, isDev));
  }, [isStart, isReady, first, isDev]);
  return (
    <>
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header className="top">
        <span className="brand">wf</span>
        {isStart ? null : (
          <SelectField
            className="app"
            label="App"
            value={address.app}
            options={names}
            onChange={(app) => goTo(startOf(app, isDev))}
          />
        )}
        {isStart ? null : <PageLinks address={address} />}
        {isDev ? <DevLamp isBroken={dev?.type === 'reload-fail'} isConnected={isConnected} /> : null}
        <Button label="Sign out" className="link sign-out" onClick={() => void signOut().then(onSignedOut)} />
      </header>
      <main id="main" tabIndex={-1}>
        <Content
          owner={session.owner}
          address={address}
          apps={apps.value}
          error={apps.error}
          isReady={isReady}
          names={names}
          dev={dev}
        />
      </main>
    </>
  );
}

interface ContentProps {
  readonly owner: string | null;
  readonly address: Address;
  readonly apps: readonly App[] | null;
  readonly error: string | null;
  readonly isReady: boolean;
  readonly names: readonly string[];
  readonly dev: DevEvent | null;
}

function Content({ owner, address, apps, error, isReady, names, dev }: ContentProps) {
  if (!isReady) return <Notice error={error}>Loading…</Notice>;
  if (address.page === 'start') {
    return names.length > 0 ? null : (
      <EmptyState title="No app yet" command="wf deploy">
        Deploy a project from its folder to see its app here.
      </EmptyState>
    );
  }
  if (!names.includes(address.app)) {
    return (
      <>
        <h1>No such app</h1>
        <Notice error={`There is no app ${JSON.stringify(address.app)}.`} />
      </>
    );
  }
  const app = apps?.find(({ app_name }) => app_name === address.app) ?? null;
  const isSource = sourceName(dev) === address.app;
  return (
    <AppView
      key={address.app}
      owner={owner}
      address={address}
      app={app}
      dev={isSource ? dev : null}
      error={error}
      isOneOfMany={names.length > 1 && !isSource}
    />
  );
}

/** Where an app begins: who edits its sources tries its routes, others want to know how it is. */
function startOf(app: string, isDev: boolean): AppAddress {
  return isDev ? { page: 'routes', app, path: null, base: null } : { page: 'overview', app };
}

/** A project under `wf dev` may have no app name. */
function sourceName(dev: DevEvent | null): string | null {
  return dev === null ? null : (dev.app ?? 'project');
}

/** The project's own app comes first, even if it was never deployed. */
function listNames(apps: readonly App[], source: string | null): readonly string[] {
  return [...new Set([...(source === null ? [] : [source]), ...apps.map(({ app_name }) => app_name)])];
}

function PageLinks({ address }: { readonly address: AppAddress }) {
  return (
    <nav className="pages" aria-label="Pages">
      {PAGES.map((page) => (
        <a
          key={page}
          href={toHash({ page, app: address.app, path: null, base: null, id: null, name: null })}
          aria-current={address.page === page ? 'page' : undefined}
        >
          {PAGE_TITLES[page]}
        </a>
      ))}
    </nav>
  );
}

function DevLamp({ isBroken, isConnected }: { readonly isBroken: boolean; readonly isConnected: boolean }) {
  const text = !isConnected ? 'wf dev has stopped' : isBroken ? 'Last save does not build' : 'Watching';
  return (
    <span className="lamp" data-state={isConnected && !isBroken ? 'good' : 'bad'} role="status">
      {text}
    </span>
  );
}

/** A link to `#main` would change the address. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Names the browser's tab, says where a link led, and keeps the focus in the page when its element went away. */
function usePageTitle(address: Address): void {
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
