import { expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import type { Pruned } from '../../../../src/contract/retention/retention.ts';
import { pruneData, type PruneDataOptions, setRules } from '../../../../src/use-cases/retention/manage-data.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { openWorld } from '../../../helpers/open-world.ts';

const kind = (name: string, count: number, bytes: number) => ({ kind: name, count, bytes });

/** Prunes a service that is done after several requests. */
function prune(answers: readonly Pick<Pruned, 'done' | 'kinds'>[], options: Partial<PruneDataOptions> = {}) {
  const left = [...answers];
  const ours: Partial<Client> = { prune: async () => left.shift() as Pruned };
  const client: Client = fakeClient(ours).client;
  const { signal } = new AbortController();
  const given = { client, app: null, olderThanSeconds: null, isPlan: false, confirm: async () => undefined, signal };
  return { pruned: pruneData({ ...given, ...options }), left };
}

test('requests go on until nothing is left, and their figures are added', async () => {
  const { pruned } = prune([
    { done: false, kinds: [kind('rows', 2, 10), kind('logs', 1, 1)] },
    { done: true, kinds: [kind('rows', 3, 5), kind('traces', 4, 7)] },
  ]);
  expect(await pruned).toEqual({
    kinds: [kind('rows', 5, 15), kind('logs', 1, 1), kind('traces', 4, 7)],
    plan: false,
  });
});

test('nothing is deleted when the answer is no', async () => {
  const answers = [{ done: true, kinds: [] }];
  const { pruned, left } = prune(answers, { confirm: () => Promise.reject(new Error('no')) });
  await expect(pruned).rejects.toThrow('no');
  expect(left).toEqual(answers);
});

test('an interruption takes effect between two requests, and not after the last', async () => {
  const signal = AbortSignal.abort(new Error('Ctrl-C'));
  const half = prune([{ done: false, kinds: [] }], { signal });
  await expect(half.pruned).rejects.toThrow('Ctrl-C');
  expect(await prune([{ done: true, kinds: [] }], { signal }).pruned).toEqual({ kinds: [], plan: false });
});

test('rules are set, set to never and removed together, for all apps or for one', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  const set = async (app: string | null, ...rules: readonly string[]) =>
    (await setRules({ client, app, rules })).map((rule) => [rule.app_name, rule.kind, rule.seconds]);
  await set(null, 'evaluations=90d', 'audit-log=forever', 'traces=30d', 'logs=12h');
  const all = [
    [null, 'audit_log', null],
    [null, 'evaluations', 7_776_000],
    [null, 'logs', 43_200],
  ];
  expect(new Set(await set(null, 'traces=default'))).toEqual(new Set(all));
  expect(await set('support', 'logs=1d')).toContainEqual(['support', 'logs', 86_400]);
  expect(await set(null)).toEqual(expect.arrayContaining(all));
});

const KINDS = 'evaluations, outputs, logs, traces, bundles, audit_log';

test.each([
  ...['evaluations', 'cells=30d', '=30d'].map((rule) => [
    rule,
    `Invalid rule ${JSON.stringify(rule)}: write KIND=AGE, with one of the kinds ${KINDS}.`,
  ]),
  ...['evaluations=', 'logs=soon', 'logs=0d', 'logs=30d=4'].map((rule) => {
    const [name = '', ...age] = rule.split('=');
    return [rule, `${name} cannot be "${age.join('=')}": it is a length of time such as 12h, 30d or 8w, up to 3650d.`];
  }),
])('the rule %s is refused before anything is asked', async (rule = '', message = '') => {
  const { client } = fakeClient({});
  await expect(setRules({ client, app: null, rules: [rule] })).rejects.toMatchObject({ code: 'WF_USAGE', message });
});
