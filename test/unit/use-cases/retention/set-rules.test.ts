import { expect, test } from 'vitest';
import Prune from '../../../../commands/retention/prune.ts';
import { runWithClient } from '../../../helpers/run-with-client.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const RULE = { app_id: null, app_name: null, kind: 'logs', seconds: 604_800 };

test('the rules there are are shown', async () => {
  const run = await runWithClient(Prune, ['--rules', '--app', APP_ID], { getRetention: async () => [RULE] });
  expect(run.calls).toEqual([{ name: 'getRetention', input: { app_id: APP_ID } }]);
  expect(run.stdout).toMatch(/all apps +logs +7d/);
});

test('rules are set, set to never and removed together', async () => {
  const rules = ['evaluations=90d', 'audit-log=forever', 'traces=default', 'logs=12h'];
  const words = [...rules.flatMap((rule) => ['--set', rule]), '--json'];
  const run = await runWithClient(Prune, words, { setRetention: async () => [RULE] });
  const keep = { evaluations: 7_776_000, audit_log: null, logs: 43_200 };
  expect(run.calls).toEqual([{ name: 'setRetention', input: { body: { keep, unset: ['traces'] } } }]);
  expect(JSON.parse(run.stdout)).toEqual([RULE]);
});

test.each(['evaluations', 'evaluations=', 'logs=soon', 'logs=0d', 'cells=30d', '=30d', 'logs=30d=4'])(
  'the rule %j is refused',
  async (rule) => {
    const run = await runWithClient(Prune, ['--set', rule], {});
    expect(run).toMatchObject({ calls: [], stdout: '', exitCode: 2 });
  },
);

test('a kind that does not exist is answered with those there are', async () => {
  const { stderr } = await runWithClient(Prune, ['--set', 'cells=30d'], {});
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'Invalid rule "cells=30d": write KIND=AGE, with one of the kinds evaluations, outputs, logs, traces, bundles, audit_log.',
  );
});

test('another service has no rules', async () => {
  const { stderr } = await runWithClient(Prune, ['--set', 'logs=12h'], { extensions: async () => null });
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('This service lacks rules of retention, an extension of wf.');
});
