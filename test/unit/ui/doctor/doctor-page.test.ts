import { expect, test } from 'vitest';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { doctorPage } from '../../../../src/ui/doctor/doctor-page.ts';
import { pageIn } from '../../../../src/ui/layout/page.ts';
import { plainPage } from '../../../../src/ui/layout/plain-page.ts';
import { displayOf } from '../fixtures.ts';

const page = doctorPage([
  { check: 'node', status: 'ok', message: 'Node 24.21.0.', repair: null },
  {
    check: 'service',
    status: 'failed',
    message: 'No service listens at 127.0.0.1:9: the connection was refused.',
    repair: 'wf serve --port 9',
  },
]);

test('people see complete messages, each with its repair below', () => {
  expect(drawPage(page, displayOf({ columns: 40 }))).toBe(
    [
      '✓ node     Node 24.21.0.',
      '✗ service  No service listens at',
      '           127.0.0.1:9: the connection',
      '           was refused.',
      '           → wf serve --port 9',
    ].join('\n'),
  );
});

test('programs get a table', () => {
  expect(plainPage(pageIn(page, 'written'), 'tsv')).toBe(
    [
      'check\tstatus\tfinding\trepair',
      'node\t✓ ok\tNode 24.21.0.\t',
      'service\t✗ failed\tNo service listens at 127.0.0.1:9: the connection was refused.\twf serve --port 9',
    ].join('\n'),
  );
});

test('every status has a sign and a colour', () => {
  const statuses = ['ok', 'warning', 'failed', 'skipped'] as const;
  const all = doctorPage(statuses.map((status) => ({ check: status, status, message: 'm', repair: null })));
  expect(plainPage(pageIn(all, 'written'), 'tsv')).toBe(
    [
      'check\tstatus\tfinding\trepair',
      'ok\t✓ ok\tm\t',
      'warning\t! warning\tm\t',
      'failed\t✗ failed\tm\t',
      'skipped\t· skipped\tm\t',
    ].join('\n'),
  );
  const [record] = pageIn(all, 'drawn');
  expect(record).toMatchObject({
    fields: [
      { label: '✓ ok', meaning: 'good', value: 'm' },
      { label: '! warning', meaning: 'caution', value: 'm' },
      { label: '✗ failed', meaning: 'bad', value: 'm' },
      { label: '· skipped', meaning: 'neutral', value: 'm' },
    ],
  });
});
