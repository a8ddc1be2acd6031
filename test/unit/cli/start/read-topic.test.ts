import { expect, test } from 'vitest';
import type { Program } from '../../../../src/cli/start/program.ts';
import { readTopic } from '../../../../src/cli/start/read-topic.ts';
import { fakeIo } from '../../../helpers/run-command.ts';

const PROGRAM: Program = {
  version: '1.2.3',
  ids: ['deploy', 'variants list', 'variants create'],
  readHelp: () => '',
  pages: [
    { name: 'deploying', title: 'Deploying' },
    { name: 'testing', title: 'Testing' },
    { name: 'resting', title: 'Resting' },
  ],
  readPage: (name) => `# The page ${name}\n\nSome \`code\`.\n`,
  loadRunner: async () => {
    throw new Error('No command runs here.');
  },
};

test('a page goes to a pipe as it is, and is laid out for a terminal', async () => {
  expect(await readTopic(['deploying'], PROGRAM, fakeIo())).toBe('# The page deploying\n\nSome `code`.\n');
  const terminal = fakeIo({ terminal: { columns: 60, rows: 20 }, env: { NO_COLOR: '1' } });
  const text = await readTopic(['deploying'], PROGRAM, terminal);
  expect(text).toContain('The page deploying');
  expect(text).not.toContain('`');
  expect(text).toMatch(/[^\n]\n$/);
});

test.each([
  ['deployin', ' Did you mean wf help deploying?'],
  ['nesting', ' Did you mean wf help testing or wf help resting?'],
  ['variant', ' Did you mean wf help variants?'],
  ['variants lst', ' Did you mean wf help variants list?'],
  ['qqqqqqqq', ''],
])('there is no help for %s', async (name, hint) => {
  const reading = readTopic(name.split(' '), PROGRAM, fakeIo());
  await expect(reading).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `There is no help for ${JSON.stringify(name)}.${hint}`,
  });
  await expect(reading).rejects.toMatchObject({ nextSteps: ['wf help'] });
});
