import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { signWebhook } from '../../../src/contract/webhooks/sign-webhook.ts';
import { createGuardedFetch } from '../../../src/service/egress/guarded-fetch.ts';
import { createEgressRules } from '../../../src/service/egress/egress-rules.ts';
import { startFullService } from '../../helpers/all-records/fill-every-table.ts';
import { addEvaluation } from '../../helpers/all-records/add-evaluation.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { closedPort } from '../../helpers/start-http-server.ts';
import { createWorld } from '../../helpers/service-world.ts';
import { receiveWebhooks, START } from '../../helpers/receive-webhooks.ts';

const HOOK = 'https://hooks.example/wf';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const now = () => new Date(START);

test('tell deploys, roll-backs, evaluations and keys that end, each to those who want it', async () => {
  await using running = await startFullService({ now });
  const world = await createWorld(running);
  const { appId, variantId, call, callByAll } = world;
  const other = await call('createApp', { body: { app_name: 'other' } });
  await callByAll('createWebhook', { body: { url: HOOK } });
  await callByAll('createWebhook', { body: { url: HOOK, app_id: other.app_id } });
  await callByAll('createWebhook', { body: { url: HOOK, app_id: appId, events: ['environment.rolled_back'] } });
  for (const variant_id of [variantId, await world.makeVariant()])
    await call('deployToEnvironment', { body: { environment_name: 'staging', variant_id } });
  await call('rollbackEnvironment', { environment_name: 'staging', body: { app_id: appId, revision: 1 } });
  await addEvaluation(world);
  await running.service.whenIdle();
  const expires_at = new Date(START + 6 * DAY).toISOString();
  await callByAll('createKey', { body: { name: 'ends', role: 'viewer', expires_at } });
  const { open, types, received } = receiveWebhooks(running);
  await using sender = open();
  await sender.look();
  const told = types();
  expect(told.filter((type) => type === 'environment.rolled_back')).toHaveLength(2);
  expect(told.filter((type) => type === 'environment.deployed').length).toBeGreaterThanOrEqual(1);
  expect(told).toContain('evaluation.finished');
  expect(told.filter((type) => type === 'key.expiring')).toHaveLength(1);
  const back = JSON.parse(received[told.indexOf('environment.rolled_back')]?.body ?? '') as { data: object };
  expect(back.data).toMatchObject({ app_id: appId, app: 'support', kind: 'environment', name: 'staging' });
});

test('tell that a roll-back overrides a gate, and nothing of variables', async () => {
  await using world = await openWorld({ now });
  const { appId, variantId, call, running } = world;
  const environment_name = 'production';
  for (const variant_id of [variantId, await world.makeVariant()])
    await call('deployToEnvironment', { body: { environment_name, variant_id } });
  const gate = { name: 'gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]' };
  await call('protectEnvironment', { app_id: appId, environment_name, body: { gate } });
  await world.callByAll('createWebhook', { body: { url: HOOK } });
  await call('rollbackEnvironment', { environment_name, body: { app_id: appId, revision: 1, override: 'broken' } });
  const variable = { app_id: appId, environment_name, variable_name: 'MODEL' };
  await call('setEnvironmentVariable', { ...variable, body: { value: 'large' } });
  await call('deleteEnvironmentVariable', variable);
  const { open, types } = receiveWebhooks(running);
  await using sender = open();
  await sender.look();
  expect(types().toSorted()).toEqual(['environment.overridden', 'environment.rolled_back']);
});

test('are signed as the receiver of the page checks it, with the same id in each attempt', async () => {
  await using world = await openWorld({ now });
  const { secret, id } = await world.callByAll('createWebhook', { body: { url: HOOK } });
  await world.call('createApp', { body: { app_name: 'unseen' } });
  await world.callByAll('testWebhook', { webhook_id: id });
  const { open, received } = receiveWebhooks(world.running);
  await using sender = open();
  await sender.look();
  const page = await readFile('docs/operating.md', 'utf8');
  const code = /```js\n([^]*?function isGenuine[^]*?)```/.exec(page)?.[1] ?? '';
  const source = code.slice(code.indexOf('function isGenuine'), code.indexOf('\n}\n') + 3);
  // The code of the page, as it stands there.
  // oxlint-disable-next-line typescript/no-implied-eval
  const isGenuine = new Function('createHmac', 'timingSafeEqual', `${source} return isGenuine;`)(
    createHmac,
    (await import('node:crypto')).timingSafeEqual,
  ) as (secret: string, headers: object, body: string, now: number) => boolean;
  expect(received).toHaveLength(1);
  const [message] = received;
  const headers = Object.fromEntries(message?.headers ?? []);
  const check = (with_: object, body = message?.body ?? '', at = START) =>
    isGenuine(secret, { ...headers, ...with_ }, body, at);
  expect(check({})).toBe(true);
  expect(check({ 'webhook-id': 'other' })).toBe(false);
  expect(check({}, '{}')).toBe(false);
  expect(check({ 'webhook-signature': 'v1,no' })).toBe(false);
  expect(check({}, message?.body, START + 10 * MINUTE)).toBe(false);
});

test('are signed as other implementations of Standard Webhooks do', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const message = { id, timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
  const { 'webhook-signature': signature } = signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message);
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('are repeated with growing delays, and as late as a receiver asks', async () => {
  await using world = await openWorld({ now });
  await world.callByAll('createWebhook', { body: { url: HOOK } });
  await world.call('deployToEnvironment', {
    body: { environment_name: 'staging', variant_id: await world.makeVariant() },
  });
  const later = new Response(null, { status: 503, headers: { 'retry-after': '120' } });
  const { open, received, pass } = receiveWebhooks(world.running, 500, later);
  await using sender = open();
  await sender.look();
  await sender.look();
  expect(received).toHaveLength(1);
  pass(5000);
  await sender.look();
  expect(received).toHaveLength(2);
  pass(119_000);
  await sender.look();
  expect(received).toHaveLength(2);
  pass(1000);
  await sender.look();
  expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
  const [webhook] = await world.callByAll('listWebhooks', {});
  const [delivery] = await world.callByAll('listWebhookDeliveries', { webhook_id: webhook?.id ?? '' });
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 3, response_status: 204, error: null });
  expect(webhook).toMatchObject({ failing_since: null, waiting: 0 });
});

test('that fail for days are disabled, which the log says, until a test arrives', async () => {
  let at = START;
  await using world = await openWorld({ now: () => new Date(at) });
  const { id } = await world.callByAll('createWebhook', { body: { url: HOOK } });
  const deploy = async () =>
    await world.call('deployToEnvironment', {
      body: { environment_name: 'staging', variant_id: await world.makeVariant() },
    });
  await deploy();
  const { open, received, problems, succeed, ...clock } = receiveWebhooks(
    world.running,
    ...Array.from({ length: 9 }, () => 500),
  );
  const pass = (ms: number) => {
    at += ms;
    clock.pass(ms);
  };
  await using sender = open();
  await sender.look();
  pass(3 * DAY + MINUTE);
  await sender.look();
  const [given] = await world.callByAll('listWebhookDeliveries', { webhook_id: id });
  expect(given).toMatchObject({ status: 'failed', error: 'The receiver answered 500.', next_attempt_at: null });
  pass(20 * DAY);
  await deploy();
  await deploy();
  await sender.look();
  // Each event has its days.
  expect((await world.callByAll('listWebhooks', {}))[0]).toMatchObject({ disabled_at: null, waiting: 2 });
  pass(3 * DAY + MINUTE);
  await sender.look();
  expect(problems.map(String)).toEqual([expect.stringContaining('The webhook of hooks.example was disabled')]);
  expect((await world.callByAll('listWebhooks', {}))[0]).toMatchObject({ disabled_at: expect.any(String), waiting: 0 });
  const log = await world.callByAll('listAuditEntries', { tail: 1 });
  expect(log[0]).toMatchObject({ action: 'disableWebhook', kind: 'webhook', name: 'hooks.example' });
  const before = received.length;
  await deploy();
  await sender.look();
  expect(received).toHaveLength(before);
  succeed();
  await world.callByAll('testWebhook', { webhook_id: id });
  await sender.look();
  expect((await world.callByAll('listWebhooks', {}))[0]).toMatchObject({ disabled_at: null, failing_since: null });
});

test('go through the door of other requests: not to addresses that are not public', async () => {
  await using world = await openWorld({ now });
  const { id } = await world.callByAll('createWebhook', { body: { url: 'http://127.0.0.1:4000/wf' } });
  await world.callByAll('testWebhook', { webhook_id: id });
  const { open } = receiveWebhooks(world.running);
  await using sender = open(createGuardedFetch(createEgressRules([])));
  await sender.look();
  const [delivery] = await world.callByAll('listWebhookDeliveries', { webhook_id: id });
  expect(delivery?.error).toContain('may not connect to 127.0.0.1:4000, which is not a public address');
  const port = await closedPort();
  const local = await world.callByAll('createWebhook', { body: { url: `http://localhost:${port}/wf` } });
  await world.callByAll('testWebhook', { webhook_id: local.id });
  await using allowed = open(createGuardedFetch(createEgressRules([`localhost:${port}`])));
  await allowed.look();
  const [refused] = await world.callByAll('listWebhookDeliveries', { webhook_id: local.id });
  expect(refused?.error).toMatch(new RegExp(`^fetch failed: ECONNREFUSED .*:${port}$`));
});

test('are stored with their secret sealed, and shown without', async () => {
  await using world = await openWorld({ now });
  const { secret, id } = await world.callByAll('createWebhook', { body: { url: HOOK } });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const rows = await world.running.store.db.selectFrom('webhooks').selectAll().execute();
  const shown = [
    rows,
    await world.callByAll('listWebhooks', {}),
    await world.callByAll('listAuditEntries', { tail: 5 }),
  ];
  expect(JSON.stringify(shown)).not.toContain(secret.slice(6));
  const { auditor } = world.running.keys;
  const ofAuditor = await (await world.running.send('GET', '/webhooks', { key: auditor })).json();
  expect(ofAuditor).toMatchObject([{ url: 'https://hooks.example' }]);
  // An error that suggests webhooks shows no more of them.
  const unknown = await world.running.send('GET', `/webhooks/${id.slice(0, -1)}/deliveries`, { key: auditor });
  const text = await unknown.text();
  expect([unknown.status, text.includes('https://hooks.example'), text.includes(HOOK)]).toEqual([404, true, false]);
  for (const url of ['ftp://x', 'https://user:pass@x', 'no']) {
    const { status } = await world.running.send('POST', '/webhooks', { body: { url } });
    expect([url, status]).toEqual([url, 422]);
  }
});
