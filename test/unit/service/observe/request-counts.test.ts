import { expect, test } from 'vitest';
import { createRequestCounts } from '../../../../src/service/observe/request-counts.ts';

const served = (ms: number, status = 200) => ({
  requestId: 'r',
  method: 'GET',
  route: '/apps',
  path: '/apps',
  status,
  ms,
  keyId: null,
  hosted: null,
});

test('requests are counted by status, and their durations in growing buckets', () => {
  const counts = createRequestCounts();
  counts.note(served(5));
  counts.note(served(250, 404));
  counts.note(served(31_000));
  const labels = 'method="GET",route="/apps"';
  const bucket = (bound: string, count: number) => `wf_request_seconds_bucket{${labels},le="${bound}"} ${count}`;
  expect(counts.write()).toEqual([
    '# HELP wf_requests_total Requests answered.',
    '# TYPE wf_requests_total counter',
    `wf_requests_total{${labels},status="200"} 2`,
    `wf_requests_total{${labels},status="404"} 1`,
    '# HELP wf_request_seconds Seconds until an answer began.',
    '# TYPE wf_request_seconds histogram',
    ...['0.005', '0.01', '0.025', '0.05', '0.1'].map((bound) => bucket(bound, 1)),
    ...['0.25', '0.5', '1', '2.5', '5', '10', '30'].map((bound) => bucket(bound, 2)),
    bucket('+Inf', 3),
    `wf_request_seconds_sum{${labels}} 31.255`,
    `wf_request_seconds_count{${labels}} 3`,
  ]);
});
