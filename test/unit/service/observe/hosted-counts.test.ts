import { expect, test } from 'vitest';
import { createHostedCounts } from '../../../../src/service/observe/hosted-counts.ts';

const HOSTED = { app: 'support', variant: 'default', revision: 2, environment: 'production', route: '/run/x' };
const SERVED = {
  requestId: 'r',
  method: 'POST',
  route: '/services/{app_id}/{variant_id}',
  path: '/services/support/default/run/x',
  status: 200,
  ms: 500,
  keyId: null,
  hosted: HOSTED,
};

const countsOf = (lines: readonly string[]) => lines.filter((line) => line.startsWith('wf_hosted_calls_total'));

test('calls are counted by app, variant, environment and route', () => {
  const { note, write } = createHostedCounts();
  note(SERVED);
  note({ ...SERVED, status: 500 });
  note({ ...SERVED, hosted: null });
  const labels = 'app="support",variant="default",environment="production",route="/run/x"';
  expect(write()).toEqual([
    '# HELP wf_hosted_calls_total Calls of deployed routes answered.',
    '# TYPE wf_hosted_calls_total counter',
    `wf_hosted_calls_total{${labels},status="200"} 1`,
    `wf_hosted_calls_total{${labels},status="500"} 1`,
    '# HELP wf_hosted_call_seconds Seconds until the answer of a deployed route began.',
    '# TYPE wf_hosted_call_seconds summary',
    `wf_hosted_call_seconds_sum{${labels}} 1`,
    `wf_hosted_call_seconds_count{${labels}} 2`,
  ]);
});

test('names are escaped', () => {
  const { note, write } = createHostedCounts();
  note({ ...SERVED, hosted: { ...HOSTED, variant: 'a"b\\c\nd', environment: null } });
  expect(countsOf(write())).toEqual([
    'wf_hosted_calls_total{app="support",variant="a\\"b\\\\c\\nd",environment="",route="/run/x",status="200"} 1',
  ]);
});

test('ten thousand variants make at most 1,001 series, and every call counts', () => {
  const { note, write } = createHostedCounts();
  for (let i = 0; i < 10_000; i += 1) note({ ...SERVED, hosted: { ...HOSTED, variant: `v-${i}` } });
  const lines = countsOf(write());
  expect(lines).toHaveLength(1001);
  expect(lines.at(-1)).toBe(
    'wf_hosted_calls_total{app="(other)",variant="(other)",environment="(other)",route="(other)",status="200"} 9000',
  );
});

test('paths that no workflow serves are one series', () => {
  const { note, write } = createHostedCounts();
  for (const route of ['/run/a', '/run/b']) note({ ...SERVED, status: 404, hosted: { ...HOSTED, route } });
  expect(countsOf(write())).toHaveLength(1);
});
