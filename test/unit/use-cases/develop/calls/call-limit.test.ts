import { expect, test } from 'vitest';
import { callLimitOf } from '../../../../../src/use-cases/develop/calls/call-limit.ts';
import { setting, settingsOf } from '../../../../helpers/run-with-client.ts';

const PROJECT = { root: '/srv/flow', file: '/srv/flow/wf.config.ts', config: { call_timeout: 2.5 } };

test.each([
  [settingsOf(), 900_000, 'wf'],
  [settingsOf({ timeoutMs: setting(5000, 'flag'), project: PROJECT }), 5000, '--timeout'],
  [settingsOf({ timeoutMs: setting(5000, 'environment'), project: PROJECT }), 5000, 'WF_TIMEOUT'],
  [settingsOf({ timeoutMs: setting(5000, 'project') }), 900_000, 'wf'],
  [settingsOf({ project: PROJECT }), 2500, "the project file's call_timeout"],
])('a call of a route has its own time limit, which says where it is set', (settings, timeoutMs, setBy) => {
  expect(callLimitOf(settings)).toEqual({ timeoutMs, setBy });
});
