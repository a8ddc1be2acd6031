import { vi } from 'vitest';
import { createStorage } from './create-storage.ts';
import { HostElement, HostInput } from './host-element.ts';

/**
 * Answers of the service, by `METHOD /path`, or with a part of the query: `GET /evaluations?sort=variant`. The answer
 * that names most of a request's query counts. An `Error` stands for no answer, a `Response` for any other than 200;
 * a function, which may wait, is called for each request.
 */
export type Answers = Readonly<Record<string, unknown>>;

export interface FakeBrowser extends Disposable {
  /** All requests: `POST /evaluations {…}`. */
  readonly sent: readonly string[];
  /** The requests that change something, with their bodies. */
  readonly writes: readonly (readonly [request: string, body: unknown])[];
  /** The query of the last request. @param key - method and path */
  readonly queryOf: (key: string) => Readonly<Record<string, string>> | undefined;
  /** What was copied. */
  readonly copied: readonly string[];
  readonly location: { hash: string; readonly origin: string; readonly pathname: string };
  /** Number of reloads of the page. */
  readonly reloads: () => number;
  /** Changes the service's answers from now on. */
  answer(answers: Answers): void;
  /** Presses a key outside of any element, or on an element. */
  press(key: string, event?: object): void;
  dispatch(type: string): void;
  /** Sends an event over the open connection to a path. */
  push(path: string, event: Event): void;
  /** What the page is drawn into. */
  root: HostElement | null;
  /** Open connections for events, by their paths. */
  readonly streams: Map<string, EventTarget>;
}

export interface FakeBrowserOptions {
  readonly answers?: Answers;
  readonly hash?: string;
  /** Text of the elements with an id or class. */
  readonly texts?: Readonly<Record<string, readonly string[]>>;
}

/** Path of the page's script. */
export const SCRIPT = '/page/page-A.js';

/** Installs a browser's globals, with a service that answers from a table. Dispose it afterwards. */
export function fakeBrowser({ answers = {}, hash = '', texts = {} }: FakeBrowserOptions = {}): FakeBrowser {
  let [current, reloads] = [answers, 0];
  const [sent, copied, writes]: [string[], string[], [string, unknown][]] = [[], [], []];
  const queries = new Map<string, Record<string, string>>();
  const streams = new Map<string, EventTarget>();
  const window = new EventTarget();
  const location = Object.assign(createLocation(hash, window), { reload: () => (reloads += 1) });
  HostElement.focused = null;
  const globals = {
    Element: HostElement,
    HTMLElement: HostElement,
    HTMLInputElement: HostInput,
    location,
    history: {
      replaceState: (_state: unknown, _title: string, url: string) => (location.hash = url.replace(/^[^#]*/, '')),
    },
    sessionStorage: createStorage(),
    localStorage: createStorage(),
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    document: {
      title: '',
      body: null,
      get activeElement() {
        return HostElement.focused;
      },
      querySelector: (selector: string) => {
        if (selector === 'script[src]') return { getAttribute: () => SCRIPT };
        return selector === 'dialog[open]' ? (browser.root?.all.find(({ tag }) => tag === 'dialog') ?? null) : null;
      },
      getElementById: (id: string) =>
        browser.root?.all.find(({ props }) => props['id'] === id) ??
        texts[id]?.map((textContent) => ({ textContent }))[0] ??
        null,
      getElementsByClassName: (name: string) => texts[name]?.map((textContent) => ({ textContent })) ?? [],
    },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
    navigator: { onLine: true, clipboard: { writeText: async (text: string) => void copied.push(text) } },
    EventSource: class extends EventTarget {
      readonly path: string;
      constructor(url: string) {
        super();
        this.path = new URL(url, location.origin).pathname;
        streams.set(this.path, this);
      }
      close() {
        streams.delete(this.path);
      }
    },
    fetch: async (url: string, { method = 'GET', body, signal }: SentInit = {}) => {
      const { pathname, searchParams, search } = new URL(url, location.origin);
      const key = `${method} ${pathname}`;
      sent.push(`${key}${search}${body === undefined ? '' : ` ${body}`}`);
      queries.set(key, Object.fromEntries(searchParams));
      if (method !== 'GET') writes.push([key, body === undefined ? null : JSON.parse(body)]);
      const response = toResponse(findAnswer(current, key, searchParams), key);
      return await (signal == null ? response : Promise.race([response, whenAborted(signal)]));
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const browser: FakeBrowser = {
    sent,
    writes,
    queryOf: (key) => queries.get(key),
    copied,
    location,
    reloads: () => reloads,
    streams,
    root: null,
    answer: (next) => (current = { ...current, ...next }),
    press: (key, event = {}) => {
      const pressed = Object.entries({ key, ...event }).map(([name, value]) => [name, { value }]);
      window.dispatchEvent(Object.defineProperties(new Event('keydown'), Object.fromEntries(pressed)));
    },
    dispatch: (type) => window.dispatchEvent(new Event(type)),
    push: (path, event) => void streams.get(path)?.dispatchEvent(event),
    [Symbol.dispose]: () => vi.unstubAllGlobals(),
  };
  return browser;
}

interface SentInit {
  readonly method?: string;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new DOMException('The request was cancelled', 'AbortError'));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return promise;
}

/** The answer to a path whose part of the query the request has, or of several, that with the longest. */
function findAnswer(answers: Answers, key: string, query: URLSearchParams): unknown {
  const found = Object.entries(answers).flatMap(([name, answer]) => {
    const [path = '', part = ''] = name.split('?');
    const wanted = [...new URLSearchParams(part)];
    const isWanted = path === key && wanted.every(([param, value]) => query.getAll(param).includes(value));
    return isWanted ? [{ answer, count: wanted.length }] : [];
  });
  return found.toSorted((a, b) => b.count - a.count)[0]?.answer;
}

async function toResponse(answer: unknown, key: string): Promise<Response> {
  if (typeof answer === 'function') return await toResponse(await answer(), key);
  if (answer === undefined) return Response.json({ detail: `Nothing answers ${key}` }, { status: 404 });
  if (answer instanceof Error) throw answer;
  return answer instanceof Response ? answer.clone() : Response.json(answer);
}

function createLocation(first: string, window: EventTarget) {
  let hash = first;
  return {
    origin: 'http://127.0.0.1:4100',
    pathname: '/',
    get hash() {
      return hash;
    },
    set hash(next: string) {
      hash = next;
      window.dispatchEvent(new Event('hashchange'));
    },
  };
}
