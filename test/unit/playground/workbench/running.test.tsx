import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { ANSWER, openView, RUN } from '../../../helpers/page/open-view.tsx';
import { routeOf } from '../../../helpers/page/page-records.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Opens the route `/`, and runs it with a question. */
async function run(answers: Answers) {
  const page = await openView('routes', answers);
  await page.enter('question', 'Which colour?');
  await page.click('Run');
  return page;
}

test('a run sends inputs and configuration, and shows the answer in each format', async () => {
  await using page = await openView('routes', { [RUN]: () => (vi.advanceTimersByTime(2500), ANSWER) });
  await page.enter('question', 'Which colour?');
  await page.enter('words', '7');
  await page.click('Run');
  expect(page.writes).toEqual([[RUN, { question: 'Which colour?', ag_config: { tone: 'plain', words: 7 } }]]);
  expect([page.read('Answer'), page.facts, page.spoken]).toEqual([
    'blue',
    { Latency: '2.50 s', Cost: '-', Tokens: '-' },
    '1 of 1 configuration answered in 2.50 s',
  ]);
  await page.click('Copy answer');
  await page.press('Answer format', 'ArrowRight');
  expect(page.names('tabpanel').at(-1)).toBe('Markdown');
  await page.press('Answer format', 'ArrowRight');
  expect([page.read('Answer'), page.copied]).toEqual(['"blue"', ['blue']]);
});

test('the figures of an answer are those of its trace, with the models that its cost came from', async () => {
  const usage = [{ model: 'm', calls: 1, input_tokens: 20, output_tokens: 10, cost: 0.5 }];
  const tokens = { total: 30, prompt: 20, completion: 10 };
  const acc = { costs: { total: 0.5 }, tokens, duration: { total: 2000 }, usage };
  await using page = await run({ [RUN]: { ...ANSWER, tree: { nodes: [{ metrics: { acc } }] } } });
  expect(page.facts).toEqual({ Latency: '2.00 s', Cost: '$0.50', Tokens: '30 (20 in, 10 out)' });
  expect(page.text).toContain('m: 20 in, 10 out');
});

const streamOf = (...events: string[]) =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

test.each<[string, unknown, string | null, string[]]>([
  [
    'done',
    streamOf('data: "bl"\n\n', 'data: "ue"\n\n', `event: result\ndata: ${JSON.stringify(ANSWER)}\n\n`),
    'blue',
    [],
  ],
  [
    'ended early',
    streamOf('data: {"a":1}\n\n', 'data: 2\n\n'),
    '[\n  {\n    "a": 1\n  },\n  2\n]',
    ['Status 502\nThe stream ended without a result.'],
  ],
  [
    'failed half way',
    streamOf('data: "bl"\n\n', 'event: error\ndata: {"status":500,"detail":"It broke"}\n\n'),
    'bl',
    ['Status 500\nIt broke'],
  ],
  ['lost', new TypeError('fetch failed'), null, ['No answer\nThe server does not respond. Is it still running?']],
])('a call that is %s shows what arrived, and why there is no more', async (_, answer, shown, alerts) => {
  await using page = await run({ [RUN]: answer });
  expect([page.names('tab').includes('Text') ? page.read('Answer') : null, page.names('alert')]).toEqual([
    shown,
    alerts,
  ]);
});

test('a stack marks the lines of the author, and names a bundle shortly', async () => {
  const stacktrace = [
    'Error: Boom',
    '    at answer (project:///workflow.ts:3:9)',
    `    at run (file:///data/${'0123456789abcdef'.repeat(4)}.mjs:1:2)`,
    '    at node:internal/process',
    '    at call (/x/node_modules/a/index.js:1:1)',
    '    at go (wf://runtime.js)',
    '    at go (/x/dist/cli.js:1)',
    '    at go (source-host.ts)',
    '    at go (host-process.ts)',
  ];
  await using page = await run({ [RUN]: Response.json({ detail: { message: 'Boom', stacktrace } }, { status: 500 }) });
  const stack = page.root.all.find(({ props }) => props['aria-label'] === 'Stack');
  expect(stack?.children.map(({ text, props }) => [text.trim(), props['className']])).toEqual([
    ['at answer (workflow.ts:3:9)', 'own'],
    ['at run (bundle-01234567.mjs:1:2)', undefined],
    ['at node:internal/process', undefined],
    ['at call (/x/node_modules/a/index.js:1:1)', undefined],
    ['at go (wf://runtime.js)', undefined],
    ['at go (/x/dist/cli.js:1)', undefined],
    ['at go (source-host.ts)', undefined],
    ['at go (host-process.ts)', undefined],
  ]);
});

test('a cancelled run says so, and the next one replaces it', async () => {
  await using page = await run({ [RUN]: () => new Promise(() => undefined) });
  await page.click('Run');
  expect(page.text).toContain('Running…');
  await page.click('Cancel');
  expect([page.text.includes('Running…'), page.text.includes('Cancelled.')]).toEqual([false, true]);
});

test.each<[string, string, object, number]>([
  ['Ctrl and Enter', 'Enter', { ctrlKey: true }, 1],
  ['Meta and Enter', 'Enter', { metaKey: true }, 1],
  ['Enter alone', 'Enter', {}, 0],
  ['Ctrl and another key', 'a', { ctrlKey: true }, 0],
])('the keys %s run the route %s', async (_, key, event, times) => {
  await using page = await openView('routes', { [RUN]: ANSWER });
  await page.enter('question', 'x');
  await page.pressKey(key, event);
  expect(page.writes).toHaveLength(times);
  // Not below a dialog, and not elsewhere.
  await page.click('Save…');
  await page.sees('Save configuration');
  await page.pressKey('Enter', { ctrlKey: true });
  await page.click('Cancel');
  await page.go('#/apps/support/variants');
  await page.pressKey('Enter', { ctrlKey: true });
  expect(page.writes).toHaveLength(times);
});

test('a route at another path is called there, without configuration or inputs if it has none', async () => {
  const sub = routeOf({ path: '/sub', config: null, input: { properties: {} } });
  await using page = await openView('routes/sub', {
    'GET /apps/app-1/routes': [routeOf(), sub],
    [`${RUN}/sub`]: ANSWER,
  });
  expect(page.text).toContain('This route takes no inputs.\n');
  expect(page.text).toContain('This route has no configuration.\n');
  await page.click('Run');
  expect(page.writes).toEqual([[`${RUN}/sub`, { ag_config: {} }]]);
});
