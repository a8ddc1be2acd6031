import { expect, test } from 'vitest';
import { logFlag, logTo } from '../../../../../src/cli/kit/define/log-flag.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const TERMINAL = { terminal: { columns: 80, rows: 24 } };

test.each([
  ['text', {}, 'text'],
  ['json', TERMINAL, 'json'],
  ['off', {}, 'off'],
  [undefined, {}, 'json'],
  [undefined, TERMINAL, 'text'],
])('the format %j, with the streams %j, is %s', (typed, streams, format) => {
  const io = fakeIo(streams);
  const log = logTo(io, typed);
  log.write('a line\n');
  expect([log.format, io.stderr.text, io.stdout.text]).toEqual([format, 'a line\n', '']);
});

test('the flag lists the formats', () => {
  const { 'log-format': flag } = logFlag('requests');
  expect([flag.options, flag.summary]).toEqual([
    ['text', 'json', 'off'],
    'Format of the log of requests on stderr. Default: text on a terminal, json otherwise.',
  ]);
});
