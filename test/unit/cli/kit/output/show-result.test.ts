import { expect, test } from 'vitest';
import { showResult } from '../../../../../src/cli/kit/output/show-result.ts';
import { writeData } from '../../../../../src/cli/kit/process/io.ts';
import type { Display } from '../../../../../src/ui/layout/view.ts';
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

test.each([
  [{ app_id: 'ä', list: [] }, '{\n  "app_id": "ä",\n  "list": []\n}\n'],
  [undefined, 'null\n'],
])('--json prints the document %j, and never creates the view', async (json, text) => {
  const [io, { displays, view }] = [fakeIo({ terminal }), spyView()];
  await showResult({ json, view }, io, DOCUMENT);
  expect([io.stdout.text, io.stderr.text, displays]).toEqual([text, '', []]);
});

test.each([
  ['a pipe', {}, null, { form: 'plain', columns: 80, rows: 24, color: false }],
  ['a terminal', { terminal }, null, { form: 'terminal', ...terminal, color: true }],
  ['a terminal under --tsv', { terminal }, 'tsv', { form: 'tsv', ...terminal, color: true }],
  ['a dumb terminal', { terminal, env: { TERM: 'dumb' } }, null, { form: 'plain', ...terminal, color: false }],
  ['a terminal of CI', { terminal, env: { CI: '1' } }, null, { form: 'terminal', ...terminal, color: true }],
] as const)('%s gets its own form, with remarks on stderr', async (_, options, asked, display) => {
  const [io, { displays, view }] = [fakeIo(options), spyView()];
  await showResult({ json: [], view }, io, asked);
  expect([displays, io.stdout.text, io.stderr.text]).toEqual([[display], 'text\n', 'remark\n']);
});

test('a view without text prints nothing', async () => {
  const io = fakeIo();
  await showResult({ json: [], view: () => ({ text: '', remark: null }) }, io, null);
  expect([io.stdout.text, io.stderr.text]).toEqual(['', '']);
});

test('with --quiet, ids are those that the result names, or those of its document', async () => {
  const result = { json: { apps: [{ id: 'a' }], id: 'all' }, view: spyView().view };
  const [named, own] = [fakeIo(), fakeIo()];
  await showResult({ ...result, ids: ['a', 'b'] }, named, { kind: 'quiet' });
  await showResult(result, own, { kind: 'quiet' });
  expect([named.stdout.text, own.stdout.text]).toEqual(['a\nb\n', 'all\n']);
});

test('on a terminal, text of others has no styles, and ours has', async () => {
  const text = '\u001b[31mred\u001b[39m\u0007';
  const [ours, foreign] = [fakeIo({ terminal }), fakeIo({ terminal })];
  await showResult({ json: [], view: () => ({ text, remark: null }) }, ours, null);
  await showResult({ json: [], view: () => ({ text, remark: null, isForeign: true }) }, foreign, null);
  expect([ours.stdout.text, foreign.stdout.text]).toEqual(['\u001b[31mred\u001b[39m\n', 'red\n']);
});

const HOSTILE = 'a\u001B]52;c;aGk=\u0007b\u001B[2Jc\u009B31md\u202Ee\tf\n';

test.each([
  ['a terminal', { terminal }, 'abc31mde\tf\n'],
  ['a pipe', {}, HOSTILE],
])('data for %s', async (_, options, written) => {
  const io = fakeIo(options);
  await writeData(io.stdout, HOSTILE);
  expect(io.stdout.text).toBe(written);
});
