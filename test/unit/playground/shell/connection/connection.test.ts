import { expect, test } from 'vitest';
import {
  type Connection,
  type ConnectionEvent,
  GOOD,
  nextConnection,
} from '../../../../../src/playground/shell/connection/connection.ts';

test.each<[string, ConnectionEvent[], Connection]>([
  ['a request without an answer', ['no-answer'], { isLost: true, slow: 0, isOutdated: false }],
  ['an answer after it', ['no-answer', 'answer'], GOOD],
  ['two slow requests', ['slow-request', 'slow-request'], { isLost: false, slow: 2, isOutdated: false }],
  ['the end of one', ['slow-request', 'slow-request', 'slow-end'], { isLost: false, slow: 1, isOutdated: false }],
  ['another page', ['no-answer', 'other-page'], { isLost: false, slow: 0, isOutdated: true }],
  ['a failure on an outdated page', ['other-page', 'no-answer'], { isLost: false, slow: 0, isOutdated: true }],
  ['a loss while requests are slow', ['slow-request', 'no-answer'], { isLost: true, slow: 1, isOutdated: false }],
])('%s changes the connection', (_, events, expected) => {
  expect(events.reduce(nextConnection, GOOD)).toEqual(expected);
});
