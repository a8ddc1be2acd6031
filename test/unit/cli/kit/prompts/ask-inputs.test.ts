import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askInputs } from '../../../../../src/cli/kit/prompts/ask-inputs.ts';
import type { Io } from '../../../../../src/cli/kit/process/io.ts';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';

const INPUT = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'The message of the customer.' },
    words: { type: 'integer', minimum: 1 },
    tone: { type: 'string', enum: ['plain', 'formal'] },
    note: { type: 'string' },
  },
  required: ['text', 'words', 'tone'],
};

/** Answers each question by a typed line, on a terminal that does not draw; without lines, the input ends. */
async function ask(input: unknown, given: readonly string[], ...lines: readonly string[]) {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const waiting = [...lines];
  let shown = '';
  stderr.on('data', (text: Buffer) => {
    shown += text.toString();
    if (!/[>:] $/.test(shown)) return;
    const line = waiting.shift();
    if (line === undefined) stdin.end();
    else stdin.write(`${line}\n`);
  });
  const io = { stdin, stderr, env: { TERM: 'dumb' } } as unknown as Io; // what is read of it
  const route = { path: '/', input } as unknown as RouteSchema; // what is read of it
  const answers = await askInputs(route, new Set(given), io);
  return { answers, shown };
}

test('each required input is asked for, with what the schema says about it', async () => {
  const { answers, shown } = await ask(INPUT, [], 'I was charged twice', '3', '2');
  expect(answers).toEqual(['text=I was charged twice', 'words=3', 'tone=formal']);
  expect(shown).toBe(
    'text: The message of the customer.\n> words: integer ≥ 1\n> tone\n1. plain\n2. formal\nNumber or name: ',
  );
});

test('what the command line has, and what is optional, is not asked for', async () => {
  expect(await ask(INPUT, ['text', 'words', 'tone'])).toEqual({ answers: [], shown: '' });
  expect(await ask({ type: 'object', properties: INPUT.properties }, [])).toEqual({ answers: [], shown: '' });
  expect(await ask(null, [])).toEqual({ answers: [], shown: '' });
});

test('an empty answer is one, and the end of the input interrupts', async () => {
  expect((await ask(INPUT, ['words', 'tone'], '')).answers).toEqual(['text=']);
  await expect(ask(INPUT, ['words', 'tone'])).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
});
