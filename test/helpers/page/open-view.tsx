import { environmentManager, notifyManager } from '@tanstack/react-query';
import type { AppChanges } from '../../../src/contract/audit/app-changes.ts';
import type { DevEvent } from '../../../src/contract/develop/dev-events.ts';
import { Entry } from '../../../src/playground/entry.tsx';
import { loadViews } from '../../../src/playground/shell/app-view.tsx';
import { fakeBrowser, SCRIPT, type Answers, type FakeBrowser } from './fake-browser.ts';
import { HostElement } from './host-element.ts';
import { environmentOf, routeOf, variantOf } from './page-records.ts';
import { nameOf } from './reading.ts';
import { drawScreen, type Screen } from './screen.ts';

/** The page at an address, with its browser and its service. */
export interface OpenedView extends Screen, Pick<FakeBrowser, 'sent' | 'writes' | 'queryOf' | 'copied'> {
  readonly browser: FakeBrowser;
  /** The part of the address that says what is shown. */
  readonly hash: string;
  /** The name of the element that has the focus. */
  readonly focused: string;
  /** What screen readers were told last. */
  readonly spoken: string;
  /** Follows a link from elsewhere. */
  go(hash: string): Promise<void>;
  /** Presses a key outside of any element, or on one. */
  pressKey(key: string, event?: object): Promise<void>;
  /** Saves the sources of `wf dev`. */
  save(event: DevEvent): Promise<void>;
  /** Tells which records somebody else changed, as the service does. */
  tell(...records: AppChanges['records']): Promise<void>;
  /** The commands that do the same in a terminal, unfolded, each in one line. */
  commands(): Promise<string[]>;
}

/** Where the route `/` of the app's first variant runs. */
export const RUN = 'POST /services/app-1/variant-1/playground/run';

/** The answer of a route. */
export const ANSWER = { version: '3.0', data: 'blue', tree: { nodes: [] } };

/** The first event of `wf dev`. */
export const DEV: DevEvent = { type: 'reload-end', app: 'support', routes: [routeOf()] };

/** An app with a route and a variant that runs in production, and nothing else. */
const RECORDS: Answers = {
  'GET /': new Response(`<html><script type="module" src="${SCRIPT}"></script></html>`),
  'GET /session': { signed_in: true, owner: 'somebody', mode: 'serve' },
  'GET /apps': [{ app_id: 'app-1', app_name: 'support' }],
  'GET /bases': [{ base_id: 'base-1', base_name: 'app' }],
  'GET /apps/app-1/variants': [variantOf()],
  'GET /apps/app-1/environments': [environmentOf()],
  'GET /apps/app-1/routes': [routeOf()],
  'GET /apps/app-1/revisions/production': { revisions: [] },
  'GET /variants/variant-1/revisions': [],
  'GET /evaluations': [],
  'GET /evaluators': [],
  'GET /evaluators/configs': [],
  'GET /human-evaluations': [],
  'GET /testsets': [],
};

/** Opens the page. @param place - what follows the app's name: `variants?find=a`; with `#`, the whole address */
export async function openView(place: string, answers: Answers = {}, prepare?: () => void): Promise<OpenedView> {
  // As in a browser, but without a timer for each redraw.
  environmentManager.setIsServer(() => false);
  notifyManager.setScheduler(queueMicrotask);
  await loadViews();
  const hash = place.startsWith('#') ? place : `#/apps/support/${place}`;
  const browser = fakeBrowser({ answers: { ...RECORDS, ...answers }, hash });
  prepare?.();
  const screen = await drawScreen(<Entry />, (root) => (browser.root = root));
  const own = {
    browser,
    sent: browser.sent,
    writes: browser.writes,
    queryOf: browser.queryOf,
    copied: browser.copied,
    get hash() {
      return browser.location.hash;
    },
    get focused() {
      const { focused } = HostElement;
      return focused === null ? '' : nameOf(screen.root, focused);
    },
    get spoken() {
      return screen.read('Announcement');
    },
    go: (next: string) => screen.settle(() => void (browser.location.hash = next)),
    pressKey: (key: string, event?: object) => screen.settle(() => browser.press(key, event)),
    save: (event: DevEvent) => screen.settle(() => browser.push('/dev/events', messageOf(event))),
    tell: (...records: AppChanges['records']) =>
      screen.settle(() => browser.push('/apps/app-1/changes', messageOf({ all: false, records }))),
    commands: async () => {
      await screen.unfold('In a terminal');
      return screen.root.all
        .filter(({ props }) => props['aria-label'] === 'The same in a terminal')
        .map(({ text }) => text.replaceAll(/ \\\n {2}/g, ' '));
    },
    [Symbol.asyncDispose]: async () => {
      await screen[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
  return Object.create(screen, Object.getOwnPropertyDescriptors(own)) as OpenedView; // a screen, and its own
}

function messageOf(data: object): MessageEvent {
  return new MessageEvent('message', { data: JSON.stringify(data) });
}
