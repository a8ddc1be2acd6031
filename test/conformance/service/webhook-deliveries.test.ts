import { expect, test } from 'vitest';
import { openWorld } from '../../helpers/open-world.ts';
import { receiveWebhooks, START } from '../../helpers/receive-webhooks.ts';

const HOOK = 'https://hooks.example/wf';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const now = () => new Date(START);

test('of several replicas are sent by one; what a killed one had leased is sent again', async () => {
  await using world = await openWorld({ now });
  await world.callByAll('createWebhook', { body: { url: HOOK } });
  await world.call('deployToEnvironment', {
    body: { environment_name: 'staging', variant_id: await world.makeVariant() },
  });
  const { open, received, pass } = receiveWebhooks(world.running);
  await using one = open();
  await using two = open();
  await using three = open();
  await Promise.all([one.look(), two.look(), three.look()]);
  expect(received).toHaveLength(1);
  await world.call('deployToEnvironment', {
    body: { environment_name: 'staging', variant_id: await world.makeVariant() },
  });
  // It stops in the middle of its attempt, as if it was killed.
  const killed = open((_input, init) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener('abort', () => reject(new Error('closed')));
    return promise;
  });
  const looking = killed.look();
  await expect
    .poll(async () => {
      const rows = await world.running.store.db.selectFrom('webhook_deliveries').select('attempts').execute();
      return rows.every(({ attempts }) => attempts === 1);
    })
    .toBe(true);
  await killed[Symbol.asyncDispose]();
  await looking;
  await two.look();
  expect(received).toHaveLength(1);
  pass(MINUTE);
  await two.look();
  expect(received).toHaveLength(2);
});

test('of a receiver that hangs hold up nothing of others', async () => {
  await using world = await openWorld({ now });
  const [hung, good] = ['https://hung.example/', 'https://good.example/'];
  for (const url of [hung, good]) {
    const { id } = await world.callByAll('createWebhook', { body: { url } });
    for (let sent = 0; sent < 10; sent += 1) await world.callByAll('testWebhook', { webhook_id: id });
  }
  const asked: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await using sender = receiveWebhooks(world.running).open(async (input) => {
    const { url } = new Request(input);
    asked.push(url);
    if (url === hung) await promise;
    return new Response(null, { status: 204 });
  });
  const looking = sender.look();
  const count = (url: string) => asked.filter((each) => each === url).length;
  await expect.poll(() => [count(good), count(hung)]).toEqual([10, 3]);
  resolve();
  await looking;
  expect(asked).toHaveLength(20);
});

test('that a replica has read, and another one sent meanwhile, are sent once', async () => {
  await using world = await openWorld({ now });
  const { id } = await world.callByAll('createWebhook', { body: { url: HOOK } });
  for (let sent = 0; sent < 10; sent += 1) await world.callByAll('testWebhook', { webhook_id: id });
  const ids: (string | null)[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { open, received } = receiveWebhooks(world.running);
  await using slow = open(async (input, init) => {
    ids.push(new Request(input, init).headers.get('webhook-id'));
    await promise;
    return new Response(null, { status: 204 });
  });
  await using other = open();
  const looking = slow.look();
  await expect.poll(() => ids.length).toBe(3);
  await other.look();
  resolve();
  await looking;
  expect([ids.length, received.length]).toEqual([3, 7]);
  expect(new Set([...ids, ...received.map(({ headers }) => headers.get('webhook-id'))]).size).toBe(10);
});

test('end three days after the event, whatever the receiver asks for and whatever the clock does', async () => {
  await using world = await openWorld({ now });
  await world.callByAll('createWebhook', { body: { url: HOOK } });
  const deploy = { environment_name: 'staging', variant_id: await world.makeVariant() };
  await world.call('deployToEnvironment', { body: deploy });
  const times: number[] = [];
  let offset = 0;
  const { open, pass } = receiveWebhooks(world.running);
  await using sender = open(async () => {
    times.push(offset);
    return new Response(null, { status: 500, headers: { 'retry-after': '61200' } });
  });
  const move = async (ms: number) => {
    offset += ms;
    pass(ms);
    await sender.look();
  };
  await move(10 * DAY);
  // Its days were over when it was first sent: no attempt more.
  const delivery = async () =>
    await world.running.store.db.selectFrom('webhook_deliveries').selectAll().orderBy('id', 'desc').execute();
  expect((await delivery())[0]).toMatchObject({ attempts: 1, next_at: null });
  await world.call('deployToEnvironment', { body: { ...deploy, variant_id: await world.makeVariant() } });
  await move(-10 * DAY);
  for (let hour = 0; hour < 100; hour += 1) await move(HOUR);
  expect(times).toEqual([10 * DAY, 0, 17 * HOUR, 34 * HOUR, 51 * HOUR, 68 * HOUR, 3 * DAY]);
});

test('that wait are sent when the clock goes back by years', async () => {
  await using world = await openWorld({ now: () => new Date(START + 400 * DAY) });
  await world.callByAll('createWebhook', { body: { url: HOOK } });
  await world.call('deployToEnvironment', {
    body: { environment_name: 'staging', variant_id: await world.makeVariant() },
  });
  const { open, received, pass } = receiveWebhooks(world.running, 500);
  await using sender = open();
  await sender.look();
  const read = world.running.store.db.selectFrom('webhook_deliveries').selectAll();
  const failed = await read.executeTakeFirstOrThrow();
  // Its days count from now.
  expect(failed).toMatchObject({ attempts: 1, created_at: new Date(START).toISOString() });
  pass(5000);
  await sender.look();
  expect([received.length, (await read.executeTakeFirstOrThrow()).delivered_at]).toEqual([2, expect.any(String)]);
});

test('are not undone by a process that slept until another one had sent them', async () => {
  await using world = await openWorld({ now });
  await world.callByAll('createWebhook', { body: { url: HOOK } });
  await world.call('deployToEnvironment', {
    body: { environment_name: 'staging', variant_id: await world.makeVariant() },
  });
  const { open, received, pass } = receiveWebhooks(world.running);
  const { promise, reject } = Promise.withResolvers<Response>();
  const begun = Promise.withResolvers<void>();
  await using asleep = open(async () => {
    begun.resolve();
    return await promise;
  });
  const looking = asleep.look();
  await begun.promise;
  pass(MINUTE);
  await using other = open();
  await other.look();
  reject(new Error('fetch failed'));
  await looking;
  const [webhook] = await world.callByAll('listWebhooks', {});
  const deliveries = await world.callByAll('listWebhookDeliveries', { webhook_id: webhook?.id ?? '' });
  expect([received.length, deliveries]).toMatchObject([1, [{ status: 'delivered', attempts: 2, error: null }]]);
  expect(webhook).toMatchObject({ failing_since: null, waiting: 0 });
});
