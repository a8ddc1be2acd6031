import { expect, test } from 'vitest';
import { followEvents, type EventView } from '../../../../../src/cli/kit/output/follow-events.ts';
import { fakeIo, type FakeIoOptions } from '../../../../helpers/run-command.ts';

type Step = { readonly type: 'step-start' | 'step-end'; readonly name: string };

const START: Step = { type: 'step-start', name: 'build' };
const END: Step = { type: 'step-end', name: 'build' };
const terminal = { columns: 80, rows: 24 };

async function follow(options: FakeIoOptions, how: { ndjson: boolean; quiet: boolean }) {
  const io = fakeIo(options);
  const drawn: string[] = [];
  const view: EventView<Step> = {
    line: ({ type, name }) => (type === 'step-end' ? `${name} done` : null),
    live: ({ columns }) => ({
      update: ({ type }) => void drawn.push(`${type} ${columns}`),
      close: () => void drawn.push('closed'),
    }),
  };
  const follower = await followEvents(view, io, how);
  follower.onEvent(START);
  follower.onEvent(END);
  await follower.close();
  return { stdout: io.stdout.text, stderr: io.stderr.text, drawn };
}

test('a log gets lines for events on stderr', async () => {
  expect(await follow({}, { ndjson: false, quiet: false })).toEqual({ stdout: '', stderr: 'build done\n', drawn: [] });
});

test('--events prints every event as an object, also on a terminal and with --json', async () => {
  const stderr = `${JSON.stringify(START)}\n${JSON.stringify(END)}\n`;
  expect(await follow({ terminal }, { ndjson: true, quiet: true })).toEqual({ stdout: '', stderr, drawn: [] });
});

test('a terminal gets the live view', async () => {
  expect(await follow({ terminal }, { ndjson: false, quiet: false })).toEqual({
    stdout: '',
    stderr: '',
    drawn: ['step-start 80', 'step-end 80', 'closed'],
  });
});

test('a terminal of CI gets lines', async () => {
  const { stderr, drawn } = await follow({ terminal, env: { CI: 'true' } }, { ndjson: false, quiet: false });
  expect([stderr, drawn]).toEqual(['build done\n', []]);
});

test('--json without --events is quiet', async () => {
  expect(await follow({ terminal }, { ndjson: false, quiet: true })).toEqual({ stdout: '', stderr: '', drawn: [] });
});

test('a live view ends with a line about the completed work and its duration', async () => {
  const io = fakeIo({ terminal });
  const view: EventView<Step> = { line: () => null, live: () => ({ update: () => undefined, close: () => undefined }) };
  const follower = await followEvents(view, io, { ndjson: false, quiet: false });
  await follower.close('Deployed');
  await follower.close();
  expect(io.stderr.text).toMatch(/^✓ Deployed in \d[\d.]* m?s\n$/);
});

test('a log gets no such line, because it has one per step', async () => {
  const io = fakeIo();
  const follower = await followEvents({ line: () => 'step' }, io, { ndjson: false, quiet: false });
  await follower.close('Deployed');
  expect(io.stderr.text).toBe('');
});
