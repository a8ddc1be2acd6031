import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DevEvent } from '../../../../src/contract/develop/dev-events.ts';
// Loaded here, so that the page need not wait for it.
import '../../../../src/playground/text/markdown.tsx';
import { lastAnnounced } from '../../../../src/playground/elements/announce.ts';
import { ANSWER, DEV, openRoutes, routesPage, RUN, runsOf } from '../../../helpers/page/open-routes.tsx';
import { routeOf, TIME } from '../../../helpers/page/page-records.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a run sends inputs and configuration, and shows the answer in each format', async () => {
  await using opened = await openRoutes({}, { [`POST ${RUN}`]: () => (vi.advanceTimersByTime(2500), ANSWER) });
  const { shown, browser } = opened;
  await shown.enter('question', 'Which colour?');
  await shown.enter('words', '7');
  await shown.click('Run');
  expect(runsOf(browser.sent)).toEqual([
    `POST ${RUN} {"question":"Which colour?","ag_config":{"tone":"plain","words":7}}`,
  ]);
  expect(shown.markup).toMatchSnapshot('text');
  expect(shown.markup).toContain('"2.50 s"');
  expect(lastAnnounced().text).toBe('1 of 1 configuration answered in 2.50 s');
  await shown.click('Copy answer');
  await shown.click('Markdown');
  expect(shown.markup).toMatch(/<div className="markdown">\n\s+<p> "blue"/);
  await shown.fire('Answer format', 'onKeyDown', { key: 'ArrowRight' });
  expect(shown.markup).toContain(String.raw`role="group" aria-busy=false> "\"blue\""`);
  await shown.fire('Answer format', 'onKeyDown', { key: 'ArrowRight' });
  // Its code is loaded when it is first seen.
  await expect.poll(async () => (await shown.settle(), shown.markup)).toContain('<ul className="trace">');
  await shown.click('Copy curl');
  await shown.click('Copy wf run');
  expect(browser.copied).toMatchSnapshot('copied');
});

test('tabs are moved through by arrows, around both ends', async () => {
  await using opened = await openRoutes({}, { [`POST ${RUN}`]: ANSWER });
  const { shown } = opened;
  await shown.enter('question', 'x');
  await shown.settle(() => opened.browser.press('Enter', { ctrlKey: true }));
  const selected = () => /aria-selected [^>]*> "(\w+)"/g;
  const press = async (key: string) => {
    await shown.fire('Answer format', 'onKeyDown', { key });
    return [...shown.markup.matchAll(selected())].map(([, name]) => name).at(-1);
  };
  expect([await press('ArrowLeft'), await press('ArrowRight'), await press('ArrowRight'), await press('x')]).toEqual([
    'Trace',
    'Text',
    'Markdown',
    'Markdown',
  ]);
  expect(shown.markup).toMatchSnapshot();
});

test('figures of an answer are shown', async () => {
  const tree = {
    nodes: [
      {
        node_id: '1',
        node_name: 'call',
        node_type: 'task',
        status: { code: 'OK' },
        lifecycle: { created_at: TIME },
        time: { start: TIME, end: '2026-11-20T11:00:02Z' },
        metrics: {
          acc: { costs: { total: 0.5 }, tokens: { total: 30, prompt: 20, completion: 10 }, duration: { total: 2000 } },
        },
      },
    ],
  };
  await using opened = await openRoutes({}, { [`POST ${RUN}`]: { ...ANSWER, data: { a: 1 }, tree } });
  await opened.shown.enter('question', 'x');
  await opened.shown.submit();
  expect(opened.shown.markup.slice(opened.shown.markup.indexOf('card answer'))).toMatchSnapshot('text');
  await opened.shown.click('Trace');
  expect(opened.shown.markup.slice(opened.shown.markup.indexOf('card answer'))).toMatchSnapshot('trace');
});

const streamOf = (...events: string[]) =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

test.each<[string, unknown]>([
  ['done', streamOf('data: "bl"\n\n', 'data: "ue"\n\n', `event: result\ndata: ${JSON.stringify(ANSWER)}\n\n`)],
  ['ended early', streamOf('data: {"a":1}\n\n', 'data: 2\n\n')],
  ['failed', streamOf('data: "bl"\n\n', 'event: error\ndata: {"status":500,"detail":"It broke"}\n\n')],
  ['lost', new TypeError('fetch failed')],
  [
    'refused',
    Response.json(
      {
        detail: [
          { loc: ['body', 'question'], msg: 'Too short', type: 'x' },
          { loc: ['body', 'ag_config', 'tone'], msg: 'Unknown', type: 'x' },
        ],
      },
      { status: 422 },
    ),
  ],
  [
    'thrown',
    Response.json(
      {
        detail: {
          message: 'Boom',
          stacktrace: [
            'Error: Boom',
            '    at answer (project:///workflow.ts:3:9)',
            `    at run (file:///data/${'0123456789abcdef'.repeat(4)}.mjs:1:2)`,
            '    at node:internal/process',
            '    at call (/x/node_modules/a/index.js:1:1)',
            '    at go (wf://runtime.js)',
            '    at go (/x/dist/cli.js:1)',
            '    at go (source-host.ts)',
            '    at go (host-process.ts)',
          ],
        },
      },
      { status: 500 },
    ),
  ],
])('a run that is %s is shown', async (_, answer) => {
  await using opened = await openRoutes({}, { [`POST ${RUN}/sub`]: answer }, null);
  await opened.shown.draw(routesPage({ routes: [routeOf({ path: '/sub' })] }));
  await opened.shown.enter('question', 'x');
  await opened.shown.click('Run');
  expect(opened.shown.markup).toMatchSnapshot();
});

test('a failure under wf dev shows the source lines', async () => {
  const stack = { message: 'Boom', stacktrace: 'Error: Boom\n    at workflow.ts:3:9' };
  const excerpt = { file: 'workflow.ts', line: 3, column: 2, first_line: 2, lines: ['a', 'b', 'c'] };
  await using opened = await openRoutes(
    { dev: DEV },
    {
      'POST /dev/workflow/playground/run': Response.json({ detail: stack }, { status: 500 }),
      'POST /dev/source': excerpt,
    },
  );
  await opened.shown.enter('question', 'x');
  await opened.shown.click('Run');
  expect(opened.shown.markup.slice(opened.shown.markup.indexOf('card answer'))).toMatchSnapshot();
  expect(opened.browser.sent.at(-1)).toBe(`POST /dev/source ${JSON.stringify({ stack: stack.stacktrace })}`);
});

test('a cancelled run says so, and the next one replaces it', async () => {
  await using opened = await openRoutes();
  const { shown } = opened;
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  await shown.enter('question', 'x');
  await shown.click('Run');
  expect(shown.markup).toContain('<p className="notice busy"> "Running…"');
  await shown.click('Run');
  expect(shown.markup).toContain('Running…');
  await shown.click('Cancel');
  expect(shown.markup).toContain('<p className="notice"> "Cancelled."');
  expect(shown.markup).not.toContain('Running…');
});

test('after a save that builds it runs again, if wanted and once it has run', async () => {
  const run = 'POST /dev/workflow/playground/run';
  await using opened = await openRoutes({ dev: DEV }, { [run]: ANSWER });
  const { shown, browser } = opened;
  const save = (dev: DevEvent) => shown.draw(routesPage({ dev }));
  const failed: DevEvent = {
    ...DEV,
    type: 'reload-fail',
    message: 'x',
    file: null,
    line: null,
    column: null,
    frame: null,
  };
  await shown.enter('question', 'x');
  await shown.enter('Run again on save', true);
  await save({ ...DEV });
  expect(runsOf(browser.sent)).toHaveLength(0);
  await shown.click('Run');
  await save({ ...DEV });
  expect(runsOf(browser.sent)).toHaveLength(2);
  await save(failed);
  expect(runsOf(browser.sent)).toHaveLength(2);
  await shown.enter('Run again on save', false);
  await save({ ...DEV });
  expect(runsOf(browser.sent)).toHaveLength(2);
});
