import { expect, test } from 'vitest';
import { openTerminal } from '../helpers/open-terminal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { serveRecords } from '../helpers/serve-records.ts';
import { EVALUATION_ID, manyRows, progressOf, SUPPORT } from '../helpers/support-records.ts';

test('a list takes the whole window and restores the terminal', async () => {
  await using server = await serveRecords(SUPPORT);
  await using terminal = openTerminal(['variants', 'list', '--interactive', '--base-url', server.url], { rows: 12 });
  await terminal.shows('> ');
  expect(terminal.isOnOtherScreen()).toBe(true);
  expect(terminal.screen().map((line) => line.slice(0, 21).trimEnd())).toEqual([
    'Variants · 1 of 3',
    '    name     revision',
    '>   default         3',
    '    formal          1',
    '    brief           2',
    '',
    '',
    '',
    '',
    '',
    '↑↓ move · / filter ·',
  ]);
  terminal.press('j');
  await terminal.shows('>   formal');
  terminal.press('c');
  await terminal.shows(`Copied ${SUPPORT.formal_id}`);
  expect(terminal.written()).toContain(`\u001b]52;c;${Buffer.from(SUPPORT.formal_id).toString('base64')}\u0007`);
  terminal.press('q');
  expect(await terminal.exitCode).toBe(0);
  expect([terminal.isOnOtherScreen(), terminal.screen()]).toEqual([false, []]);
});

test('Ctrl-C exits with 130 and restores the screen', async () => {
  await using server = await serveRecords(SUPPORT);
  await using terminal = openTerminal(['variants', 'list', '--interactive', '--base-url', server.url]);
  await terminal.shows('> ');
  terminal.press('\u0003');
  expect(await terminal.exitCode).toBe(130);
  await terminal.shows('Error: Interrupted.');
  expect([terminal.isOnOtherScreen(), terminal.screen()]).toEqual([false, ['Error: Interrupted.']]);
});

test('ten thousand rows are browsed a screen at a time, also after a resize', async () => {
  await using server = await serveRecords(SUPPORT, manyRows(10_000));
  const args = ['eval', 'rows', EVALUATION_ID, '--interactive', '--base-url', server.url];
  await using terminal = openTerminal(args, { columns: 100, rows: 20 });
  await terminal.shows('1 of 1000+');
  const atStart = terminal.written().length;
  terminal.press('\u001b[6~');
  await terminal.shows('16 of 1000+');
  // A page down redraws one screen, not the list.
  expect(terminal.written().length - atStart).toBeLessThan(20_000);
  terminal.press('\u001b[F');
  await terminal.shows('10000 of 10000');
  await terminal.shows('answer 10000');
  terminal.resize(60, 10);
  await terminal.until(
    (lines) => lines.length === 9 && lines.every((line) => line.length <= 60) && lines.join('').includes('10000'),
    'the smaller window, drawn anew',
  );
  terminal.press('/9999');
  await terminal.shows('1 of 1 · filter: 9999');
  terminal.press('\r');
  terminal.press('\r');
  await terminal.shows('expected answer');
});

test('End and Home jump through a hundred thousand rows at once', async () => {
  const asked: string[] = [];
  const { path, answer } = manyRows(100_000);
  await using server = await serveRecords(
    { ...SUPPORT, ...progressOf(100_000) },
    {
      path,
      answer: (request, response) => {
        asked.push(request.url ?? '');
        answer(request, response);
      },
    },
  );
  const args = ['eval', 'rows', EVALUATION_ID, '--interactive', '--base-url', server.url];
  await using terminal = openTerminal(args, { columns: 100, rows: 20 });
  await terminal.shows('1 of 100000');
  terminal.press('\u001b[F');
  await terminal.shows('100000 of 100000');
  await terminal.shows('answer 99999');
  terminal.press('\u001b[5~');
  await terminal.shows('99985 of 100000');
  await terminal.shows('answer 99984');
  terminal.press('\u001b[H');
  await terminal.shows('1 of 100000');
  await terminal.shows('answer 2');
  // A page from either end, and one more where the screen extends beyond it.
  expect(asked.length).toBeLessThan(6);
});

test.each([
  ['in a pipe', {}],
  ['with colours but no terminal', { FORCE_COLOR: '1' }],
])('%s --interactive is rejected with the command to run', async (_, env) => {
  await using server = await serveRecords(SUPPORT);
  const args = ['variants', 'list', '--base-url', server.url];
  const { stdout, stderr, exitCode } = await runWf([...args, '--interactive'], { env: { NO_COLOR: '1', ...env } });
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toContain(`Try: wf ${args.join(' ')}\n`);
});
