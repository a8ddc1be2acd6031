import { vi } from 'vitest';
import { createStorage } from './create-storage.ts';
import { HostElement, HostInput } from './host-element.ts';

/** A request that the page sent: `POST /evaluations {…}`. */
export type Sent = string;

/**
 * Answers of the service, by `METHOD /path?query`. An `Error` stands for no answer, a `Response` for any other than 200;
 * a function, which may wait, is called for each request.
 */
export type Answers = Readonly<Record<string, unknown>>;

export interface FakeBrowser extends Disposable {
  readonly sent: readonly Sent[];
  /** What was copied. */
  readonly copied: readonly string[];
  readonly location: { hash: string; readonly origin: string; readonly pathname: string };
  /** Changes the service's answers from now on. */
  answer(answers: Answers): void;
  /** Sends an event to the window. */
  press(key: string, event?: object): void;
  dispatch(type: string): void;
  /** Open connections for events, by their paths. */
  readonly streams: Map<string, EventTarget>;
}

export interface FakeBrowserOptions {
  readonly answers?: Answers;
  readonly hash?: string;
  /** Text of the elements with an id or class. */
  readonly texts?: Readonly<Record<string, readonly string[]>>;
}

/** Installs a browser's globals, with a service that answers from a table. Dispose it afterwards. */
export function fakeBrowser({ answers = {}, hash = '', texts = {} }: FakeBrowserOptions = {}): FakeBrowser {
  let current = answers;
  const [sent, copied]: [string[], string[]] = [[], []];
  const streams = new Map<string, EventTarget>();
  const window = new EventTarget();
  const location = createLocation(hash, window);
  const globals = {
    IS_REACT_ACT_ENVIRONMENT: true,
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
      querySelector: () => null,
      getElementById: (id: string) => texts[id]?.map((textContent) => ({ textContent }))[0] ?? null,
      getElementsByClassName: (name: string) => texts[name]?.map((textContent) => ({ textContent })) ?? [],
    },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
    navigator: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
    EventSource: class extends EventTarget {
      constructor(path: string) {
        super();
        streams.set(path, this);
      }
      close() {
        streams.clear();
      }
    },
    fetch: async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      const key = `${method} ${url}`;
      sent.push(body === undefined ? key : `${key} ${body}`);
      return await toResponse(current[key], key);
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return {
    sent,
    copied,
    location,
    streams,
    answer: (next) => (current = { ...current, ...next }),
    press: (key, event = {}) => {
      const pressed = Object.entries({ key, ...event }).map(([name, value]) => [name, { value }]);
      window.dispatchEvent(Object.defineProperties(new Event('keydown'), Object.fromEntries(pressed)));
    },
    dispatch: (type) => window.dispatchEvent(new Event(type)),
    [Symbol.dispose]: () => vi.unstubAllGlobals(),
  };
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
