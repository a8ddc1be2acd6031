import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Span } from '../../../../src/playground/traces/trace.ts';
import { TraceTree } from '../../../../src/playground/traces/trace-tree.tsx';

const span = (given: Partial<Span>): Span => ({
  id: 'id',
  name: 'call',
  type: 'task',
  isFailed: false,
  startMs: null,
  durationMs: null,
  tokens: null,
  cost: null,
  messages: [],
  children: [],
  ...given,
});
const render = (...spans: Span[]) => renderToStaticMarkup(createElement(TraceTree, { spans }));
const barsOf = (html: string) => [...html.matchAll(/margin-inline-start:(-?[\d.]+)%;inline-size:([\d.]+)%/g)];

test('bars share the time scale of the longest span', () => {
  const child = span({ id: 'b', startMs: 50, durationMs: 50 });
  const html = render(span({ id: 'a', startMs: 0, durationMs: 200, children: [child] }));
  expect(barsOf(html).map(([, left, width]) => [Number(left), Number(width)])).toEqual([
    [0, 100],
    [25, 25],
  ]);
});

test('a short span at the end stays visible', () => {
  const html = render(span({ id: 'a', startMs: 0, durationMs: 1000 }), span({ id: 'b', startMs: 1000, durationMs: 0 }));
  expect(barsOf(html).at(-1)?.slice(1).map(Number)).toEqual([99.5, 0.5]);
});

test.each([
  ['one millisecond', [span({ startMs: 0, durationMs: 1 })], [[0, 100]]],
  ['no start', [span({ durationMs: 100 })], [[0, 100]]],
  ['a later span without an end', [span({ startMs: 0, durationMs: 50 }), span({ startMs: 100 })], [[0, 50]]],
  [
    'a part that began before the call',
    [span({ startMs: 0, durationMs: 100, children: [span({ startMs: -50, durationMs: 250 })] })],
    [
      [0, 50],
      [-25, 100],
    ],
  ],
])('a call of %s fills the scale', (_, spans, bars) => {
  const drawn = barsOf(render(...spans.map((one, index) => ({ ...one, id: `${index}` }))));
  expect(drawn.map(([, left, width]) => [Number(left), Number(width)])).toEqual(bars);
});

test('figures are listed, and a dash where none is known', () => {
  expect(render(span({ durationMs: 1996, tokens: 17, cost: 0.25 }))).toContain('2.00 s · 17 tokens · $0.25');
  expect(render(span({}))).toContain('>-</span>');
});

test('a failed span says so', () => {
  expect(render(span({ isFailed: true }))).toContain('<b class="bad">failed </b>');
  expect(render(span({}))).not.toContain('failed');
});

test('messages are listed, with calls of tools and what the model answered', () => {
  const text = (text: string) => ({ kind: 'text', name: '', text }) as const;
  const call = { kind: 'tool call', name: 'search', text: '{"q":"<b>"}' } as const;
  const html = render(
    span({
      messages: [
        { role: 'user', parts: [text('Find it')], isAnswer: false, finish: '' },
        { role: 'assistant', parts: [text('Yes'), call], isAnswer: true, finish: 'tool_call' },
        { role: 'user', parts: [{ kind: 'other', name: 'image', text: 'x' }], isAnswer: false, finish: '' },
      ],
    }),
  );
  expect(html).toContain('<summary>3 messages</summary>');
  expect(html).toContain('<li data-role="user"><p class="message-role">user</p><p class="pre">Find it</p></li>');
  expect(html).toContain(
    '<li data-role="assistant" data-answer="true"><p class="message-role">assistant<span class="tag">answer</span><span class="faint">tool_call</span></p>',
  );
  expect(html).toContain(
    '<p class="faint">tool call <b>search</b></p><pre class="pre">{&quot;q&quot;:&quot;&lt;b&gt;&quot;}</pre>',
  );
  expect(html).toContain('<p class="faint">image</p><pre class="pre">x</pre>');
  expect(render(span({ messages: [{ role: 'user', parts: [], isAnswer: false, finish: '' }] }))).toContain(
    '1 message<',
  );
  expect(render(span({}))).not.toContain('conversation');
});
