import { expect, test } from 'vitest';
import { EVALUATION_STATUSES } from '../../../../src/contract/evaluations/result.ts';
import { toStatus } from '../../../../src/ui/layout/text/status.ts';
import { createTheme } from '../../../../src/ui/layout/theme.ts';

test('every status has a sign and a word for its colour', () => {
  const texts = EVALUATION_STATUSES.map((status) => toStatus(status).text);
  expect(texts).toEqual([
    '· waiting',
    '… running',
    '✓ finished',
    '! finished with errors',
    '✗ failed',
    '✗ aggregation failed',
    '! cancelled',
    '! interrupted',
  ]);
  expect(new Set(texts).size).toBe(EVALUATION_STATUSES.length);
});

test('colours follow the meaning', () => {
  const theme = createTheme(true);
  expect(theme.cell('status', 'EVALUATION_FINISHED')).toEqual({ color: 'green' });
  expect(theme.cell('status', 'EVALUATION_FAILED')).toEqual({ color: 'red' });
  expect(theme.cell('cost', null)).toEqual({ dimColor: true });
  expect(theme.cell('text', 'plain')).toEqual({});
  expect([theme.cell('figure', true), theme.cell('figure', false), theme.cell('figure', 1)]).toEqual([
    { color: 'green' },
    { color: 'red' },
    {},
  ]);
  expect(['●', '○', 'WF_BUG'].map((mark) => theme.cell('mark', mark))).toEqual([
    { color: 'green' },
    { dimColor: true },
    {},
  ]);
  expect([theme.part.good, theme.part.caution, theme.part.faint]).toEqual([
    { color: 'green' },
    { color: 'yellow' },
    { dimColor: true },
  ]);
});

test('without colour every style is empty', () => {
  const theme = createTheme(false);
  expect([theme.title, theme.header, theme.label, theme.remark, theme.cell('status', 'EVALUATION_FAILED')]).toEqual(
    Array.from({ length: 5 }, () => ({})),
  );
  expect(Object.values(theme.part)).toEqual(Object.values(theme.part).map(() => ({})));
});
