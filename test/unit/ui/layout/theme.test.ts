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

test('a theme with colour has a style for each part of a page', () => {
  const { cell, ...styles } = createTheme(true);
  const bold = { bold: true };
  const faint = { dimColor: true };
  const [good, bad, caution, busy] = ['green', 'red', 'yellow', 'cyan'].map((color) => ({ color }));
  expect(styles).toEqual({
    title: bold,
    header: bold,
    label: faint,
    remark: faint,
    here: { color: 'cyan', bold: true },
    part: { good, bad, caution, busy, neutral: {}, faint },
    change: { same: {}, removed: bad, added: good },
  });
  expect([cell('id', '1a2b'), cell('time', '2026-11-23'), cell('text', undefined), cell('text', true)]).toEqual([
    faint,
    faint,
    faint,
    {},
  ]);
});

test('without colour every style is empty', () => {
  const { cell, part, change, ...styles } = createTheme(false);
  for (const group of [part, change, styles]) {
    expect(group).toEqual(Object.fromEntries(Object.keys(group).map((name) => [name, {}])));
  }
  expect([cell('status', 'EVALUATION_FAILED'), cell('text', null), cell('figure', true)]).toEqual([{}, {}, {}]);
});
