import { afterEach, expect, test, vi } from 'vitest';
import { askForPage } from '../../../../../src/playground/shell/connection/ask-for-page.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Asks while this page runs `own`, of a service that answers like this. */
async function ask(answer: Response | Error, own: string | null = '/a-1.js') {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, init.headers, init.cache]);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const script = own === null ? null : { getAttribute: () => own };
  vi.stubGlobal('document', { querySelector: (selector: string) => (selector === 'script[src]' ? script : null) });
  return [await askForPage(new AbortController().signal), asked];
}

const page = (script: string) => new Response(`<!doctype html><script type="module" src="${script}"></script>`);

test.each<[string, Response | Error, string]>([
  ['this page', page('/a-1.js'), 'same'],
  ['another page', page('/a-2.js'), 'other'],
  ['a page without scripts', new Response('<p>'), 'other'],
  ['an error', new Response('', { status: 502 }), 'none'],
  ['nothing', new TypeError('Failed to fetch'), 'none'],
])('a service that has %s is recognised', async (_, answer, page) => {
  expect(await ask(answer)).toEqual([page, [['/', { accept: 'text/html' }, 'no-store']]]);
});

test('a page without a script of its own is that of a service whose page has none', async () => {
  expect((await ask(new Response('<p>'), null))[0]).toBe('same');
});
