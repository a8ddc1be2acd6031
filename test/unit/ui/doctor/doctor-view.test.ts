import { expect, test } from 'vitest';
import { doctorView, errorsView, errorView } from '../../../../src/ui/doctor/doctor-view.ts';
import { viewIn } from '../../../../src/ui/layout/view.ts';
import { plainView } from '../../../../src/ui/layout/plain-view.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const CHECKS = doctorView([
  { check: 'node', status: 'ok', message: 'Node 24.21.0.', repair: null },
  { check: 'disk', status: 'warning', message: 'm', repair: null },
  { check: 'port', status: 'skipped', message: 'm', repair: null },
  {
    check: 'service',
    status: 'failed',
    message: 'No service listens at 127.0.0.1:9: the connection was refused.',
    repair: 'wf serve --port 9',
  },
]);

test('people see complete messages with signs, each with its repair below', () => {
  expect(drawnLines(CHECKS, 40)).toEqual([
    '✓ node     Node 24.21.0.',
    '! disk     m',
    '· port     m',
    '✗ service  No service listens at',
    '           127.0.0.1:9: the connection',
    '           was refused.',
    '           → wf serve --port 9',
  ]);
});

test('programs get a table of checks', () => {
  expect(plainView(viewIn(CHECKS, 'written'), 'tsv').split('\n')).toEqual([
    'check\tstatus\tfinding\trepair',
    'node\t✓ ok\tNode 24.21.0.\t',
    'disk\t! warning\tm\t',
    'port\t· skipped\tm\t',
    'service\t✗ failed\tNo service listens at 127.0.0.1:9: the connection was refused.\twf serve --port 9',
  ]);
});

const ERROR = {
  code: 'WF_BUG' as const,
  exit_code: 1,
  status: null,
  summary: 'wf has a bug.',
  why: 'Something unexpected was thrown.',
  remedies: ['Report it.', 'Try again.'],
};

test('error codes are listed with exit status and meaning, and one shows why it happens and what to try', () => {
  expect(writtenLines(errorsView([ERROR]))).toEqual(['CODE    EXIT  MEANING', 'WF_BUG     1  wf has a bug.']);
  expect(drawnLines(errorsView([ERROR]), 20)[0]).toBe('code    meaning');
  expect(writtenLines(errorView(ERROR))).toEqual([
    'code  WF_BUG',
    'exit  1',
    '',
    'wf has a bug.',
    'Something unexpected was thrown.',
    '',
    'Try: Report it.',
    'Try: Try again.',
  ]);
});
