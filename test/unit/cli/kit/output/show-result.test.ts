import { expect, test } from 'vitest';
import type { Display } from '../../../../../src/ui/layout/display.ts';
import { showResult } from '../../../../../src/cli/kit/output/show-result.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const DOCUMENT = { kind: 'json', fields: null, jq: null } as const;
const terminal = { columns: 100, rows: 30 };

/** A view that returns its display. */
function spyView() {
  const displays: Omit<Display, 'now'>[] = [];
  const view = ({ now: _now, ...display }: Display) => {
    displays.push(display);
    return { text: 'text', remark: 'remark' };
  };
  return { displays, view };
}

test('--json prints only the document and never creates the view', async () => {
  const [io, { displays, view }] = [fakeIo({ terminal }), spyView()];
  await showResult({ json: { app_id: 'ä', list: [] }, view }, io, DOCUMENT);
  expect([io.stdout.text, io.stderr.text, displays]).toEqual(['{\n  "app_id": "ä",\n  "list": []\n}\n', '', []]);
});

test('the document of an empty result is null', async () => {
  const io = fakeIo();
  await showResult({ json: undefined, view: spyView().view }, io, DOCUMENT);
  expect(io.stdout.text).toBe('null\n');
});

test.each([
  ['a pipe', {}, null, { form: 'plain', columns: 80, rows: 24, color: false }],
  ['a terminal', { terminal }, null, { form: 'terminal', ...terminal, color: true }],
  ['a terminal under --tsv', { terminal }, 'tsv', { form: 'tsv', ...terminal, color: true }],
  ['a dumb terminal', { terminal, env: { TERM: 'dumb' } }, null, { form: 'plain', ...terminal, color: false }],
  ['a terminal of CI', { terminal, env: { CI: '1' } }, null, { form: 'terminal', ...terminal, color: true }],
] as const)('%s gets its own form', async (_, options, asked, display) => {
  const [io, { displays, view }] = [fakeIo(options), spyView()];
  await showResult({ json: [], view }, io, asked);
  expect(displays).toEqual([display]);
  expect([io.stdout.text, io.stderr.text]).toEqual(['text\n', 'remark\n']);
});

test('the environment gives Ink the size of the window, and disables colours', async () => {
  const env = { NO_COLOR: '1', FORCE_COLOR: '1' };
  const io = fakeIo({ terminal, env });
  await showResult({ json: [], view: spyView().view }, io, null);
  expect(io.env).toEqual({ NO_COLOR: '1', COLUMNS: '100', LINES: '30' });
});

test('a view without text prints nothing', async () => {
  const io = fakeIo();
  await showResult({ json: [], view: () => ({ text: '', remark: null }) }, io, null);
  expect([io.stdout.text, io.stderr.text]).toEqual(['', '']);
});

test('ids are those of the records below the first level, but a document is printed whole', async () => {
  const result = { json: { apps: [{ id: 'a' }], id: 'all' }, ids: ['a', 'b'], view: spyView().view };
  const [quiet, json, own] = [fakeIo(), fakeIo(), fakeIo()];
  await showResult(result, quiet, { kind: 'quiet' });
  await showResult(result, json, DOCUMENT);
  await showResult({ json: result.json, view: result.view }, own, { kind: 'quiet' });
  expect([quiet.stdout.text, own.stdout.text]).toEqual(['a\nb\n', 'all\n']);
  expect(JSON.parse(json.stdout.text)).toEqual(result.json);
});

test('on a terminal, text of others cannot control it, and ours has its colours', async () => {
  const text = '\u001b[31mred\u001b[39m\u0007';
  const [ours, foreign] = [fakeIo({ terminal }), fakeIo({ terminal })];
  await showResult({ json: [], view: () => ({ text, remark: null }) }, ours, null);
  await showResult({ json: [], view: () => ({ text, remark: null, isForeign: true }) }, foreign, null);
  expect(ours.stdout.text).toBe('\u001b[31mred\u001b[39m\n');
  expect(foreign.stdout.text).not.toContain('\u0007');
  expect(foreign.stdout.text).not.toBe(ours.stdout.text);
});
