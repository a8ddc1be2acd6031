import { expect, test } from 'vitest';
import type { CallSpan, SpanUsage } from '../../../../src/runtime/tracing/call-trace.ts';
import { claimCalls, type SeenCall } from '../../../../src/runtime/open-telemetry/claim-calls.ts';

const tokens = (input: number | null = 10, model = 'gpt-4o-mini'): SpanUsage => ({
  model,
  input_tokens: input,
  output_tokens: input,
});

const seen = (changes: Partial<SeenCall> & { name?: string } = {}) => ({
  startedAt: new Date(1000),
  endedAt: new Date(2000),
  parentId: null,
  models: ['gpt-4o-mini'],
  usage: tokens(),
  ...changes,
});

const span = (id: string, changes: Partial<CallSpan> = {}): CallSpan => ({
  id,
  parentId: null,
  name: id,
  type: 'chat',
  startedAt: new Date(990),
  endedAt: new Date(2010),
  status: { code: 'OK' },
  usage: tokens(),
  attributes: {},
  ...changes,
});

const recorded = (changes: Partial<CallSpan> = {}) =>
  span('recorded', { type: 'completion', startedAt: new Date(2000), attributes: { recorded: true }, ...changes });

const claim = <T extends SeenCall>(calls: readonly T[], spans: readonly CallSpan[]) =>
  claimCalls(calls, spans, ({ attributes }) => attributes['recorded'] === true);

test('a call without a span is unclaimed', () => {
  const call = seen();
  expect(claim([call], [])).toEqual({ unclaimed: [call], usages: new Map() });
});

test('calls within the span of a model call are its attempts, also below other spans', () => {
  const calls = [seen({ parentId: 'http', usage: null }), seen({ parentId: 'http', models: ['other'] })];
  const spans = [span('chat'), span('http', { parentId: 'chat', type: 'task', usage: null })];
  expect(claim(calls, spans)).toEqual({ unclaimed: [], usages: new Map([['chat', { ...tokens(10), isSeen: true }]]) });
});

test('an attempt that failed after it had begun makes the cost unknown', () => {
  const failed = { ...tokens(null), cost: null, failure: 'cut off' };
  const calls = [seen({ parentId: 'chat', usage: failed }), seen({ parentId: 'chat' })];
  const reason = 'an attempt before it failed: cut off';
  expect(claim(calls, [span('chat')]).usages.get('chat')).toMatchObject({ input_tokens: 10, cost: null, reason });
  const refused = [seen({ parentId: 'chat', usage: { ...failed, cost: 0 } }), calls[1] ?? seen()];
  expect(claim(refused, [span('chat')]).usages.get('chat')).not.toHaveProperty('cost');
});

test('the host of a call says more than the name in its span', () => {
  const usage = { ...tokens(10), provider: 'openai', details: { input_audio_tokens: 4 } };
  const named = span('chat', { usage: { ...tokens(10), provider: 'desk.chat' } });
  expect(claim([seen({ usage })], [named]).usages.get('chat')).toEqual({ ...usage, isSeen: true });
  const nobody = claim([seen()], [named]).usages.get('chat');
  expect(nobody).toEqual({ ...tokens(10), provider: 'desk.chat', isSeen: true });
});

test('a call that was not understood belongs to the span around its time, or to what a handler recorded', () => {
  const call = seen({ models: [], isUnknown: true, usage: null });
  expect(claim([call], [span('chat')]).unclaimed).toEqual([]);
  expect(claim([call], [recorded({ usage: tokens(5) })]).unclaimed).toEqual([]);
  expect(claim([call], []).unclaimed).toEqual([call]);
});

test.each(['chat', 'completion', 'embedding'] as const)('a call within a span of type %s is its own', (type) => {
  expect(claim([seen({ parentId: 'outer' })], [span('outer', { type })]).unclaimed).toEqual([]);
});

test.each(['agent', 'tool', 'task'] as const)('a call within a span of type %s is not its own', (type) => {
  const call = seen({ parentId: 'outer' });
  expect(claim([call], [span('outer', { type })]).unclaimed).toEqual([call]);
});

test('a span without tokens gets those of its call', () => {
  const usage = tokens(7);
  const silent = span('chat', { usage: tokens(null) });
  expect(claim([seen({ parentId: 'chat', usage })], [silent]).usages).toEqual(new Map([['chat', usage]]));
  expect(claim([seen({ usage })], [silent]).usages).toEqual(new Map([['chat', usage]]));
  expect(claim([seen({ usage: null })], [silent]).usages).toEqual(new Map());
});

test('a span that was not active claims one call of its model while it was open', () => {
  const [first, second] = [seen({ name: 'first' }), seen({ name: 'second' })];
  expect(claim([first, second], [span('chat')]).unclaimed).toEqual([second]);
});

test('it prefers a call with its tokens', () => {
  const [other, same] = [seen({ usage: tokens(99) }), seen({ usage: tokens(10) })];
  expect(claim([other, same], [span('chat')]).unclaimed).toEqual([other]);
  expect(claim([other], [span('chat')]).unclaimed).toEqual([]);
});

test.each([
  ['began before it', { startedAt: new Date(939) }],
  ['ended after it', { endedAt: new Date(2061) }],
  ['called another model', { models: ['gpt-4o'] }],
])('it claims no call that %s', (_, changes) => {
  const call = seen(changes);
  expect(claim([call], [span('chat')]).unclaimed).toEqual([call]);
});

test('clocks may differ by 50 ms', () => {
  expect(claim([seen({ startedAt: new Date(940), endedAt: new Date(2060) })], [span('chat')]).unclaimed).toEqual([]);
});

test('a model is known by either of its names, with or without its provider', () => {
  const dated = seen({ models: ['gpt-4o-mini', 'gpt-4o-mini-2024-07-18'] });
  expect(claim([dated], [span('chat', { usage: tokens(10, 'OpenAI/GPT-4o-mini') })]).unclaimed).toEqual([]);
  const requested = { ...tokens(10, 'other'), requestedModel: 'gpt-4o-mini' };
  expect(claim([dated], [span('chat', { usage: requested })]).unclaimed).toEqual([]);
});

test('recorded usage stands for the call with its tokens', () => {
  const [other, same] = [seen({ usage: tokens(99) }), seen()];
  expect(claim([other, same], [recorded()]).unclaimed).toEqual([other]);
});

test('recorded usage with other tokens stands for all calls of its model before it', () => {
  const late = seen({ startedAt: new Date(2001), usage: tokens(5) });
  const foreign = seen({ models: ['gpt-4o'] });
  const sum = recorded({ usage: tokens(20) });
  expect(claim([seen(), seen(), late, foreign], [sum]).unclaimed).toEqual([foreign, late]);
});

test('recorded usage claims no call of an instrumented span', () => {
  const [inside, outside] = [seen({ parentId: 'chat' }), seen()];
  expect(claim([inside, outside], [span('chat'), recorded()]).unclaimed).toEqual([]);
});
