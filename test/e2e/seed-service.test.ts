import { expect, test } from 'vitest';
import { openTerminal } from '../helpers/open-terminal.ts';
import { startSeedService } from '../helpers/other-services/seed-service.ts';
import { runWf } from '../helpers/run-wf.ts';

/** A service with the five operations of the seed has no list of apps, environments or evaluations. */
const at = (url: string) => ['--base-url', url, '--app', 'app-1'];

test('the five operations answer on a terminal, in a pipe and as JSON', async () => {
  await using service = await startSeedService();
  const lines = [
    { words: ['variants', 'list'], shows: 'default' },
    { words: ['variants', 'create', 'tuned', '--base', 'base-1'], shows: 'Created variant tuned' },
    { words: ['env', 'revisions', 'production'], shows: 'lacks the names of some revisions' },
    { words: ['eval', 'show', 'evaluation-1'], shows: 'lacks the rows of evaluations' },
    { words: ['human-eval', 'list'], shows: 'human-1' },
  ];
  for (const { words, shows } of lines) {
    await using terminal = openTerminal([...words, ...at(service.url)], { columns: 200 });
    expect([words, await terminal.exitCode]).toEqual([words, 0]);
    await terminal.shows(shows);
    const again = words.includes('create') ? ['variants', 'create', 'other', '--base', 'base-1'] : words;
    const piped = await runWf([...again, ...at(service.url), '--json']);
    expect([words, piped.stderr, piped.exitCode]).toEqual([words, '', 0]);
    expect(() => JSON.parse(piped.stdout) as unknown).not.toThrow();
  }
});

test('the interactive list of variants works without counts', async () => {
  await using service = await startSeedService();
  await using terminal = openTerminal(['variants', 'list', '--interactive', ...at(service.url)], { rows: 12 });
  await terminal.shows('> ');
  // The last record is found without a count.
  terminal.press('\u001b[F');
  await terminal.shows('1 of 1');
  terminal.press('\r');
  await terminal.shows('variant-default');
  terminal.press('q');
  terminal.press('q');
  expect(await terminal.exitCode).toBe(0);
});

test('a prompt offers what the service lists, and else takes what is typed', async () => {
  await using service = await startSeedService();
  await using variant = openTerminal(['variants', 'show', ...at(service.url)]);
  await variant.shows('> default');
  variant.press('\r');
  expect(await variant.exitCode).toBe(0);
  await using environment = openTerminal(['env', 'show', ...at(service.url)], { columns: 200 });
  await environment.shows('ENVIRONMENT');
  environment.press('production\r');
  expect(await environment.exitCode).toBe(0);
  await using app = openTerminal(['variants', 'list', '--base-url', service.url], { columns: 200 });
  await app.shows('--app');
  app.press('app-1\r');
  expect(await app.exitCode).toBe(0);
  await app.shows('> wf variants list --app=app-1');
  await app.shows('default');
});

test('completion offers what the service lists, and else nothing', async () => {
  await using service = await startSeedService();
  const env = { WF_BASE_URL: service.url, WF_APP: 'app-1' };
  const complete = async (...words: readonly string[]) =>
    await runWf(['autocomplete', 'bash', '--', ...words, ''], { env });
  expect(await complete('variants', 'show')).toEqual({ stdout: 'default\n', stderr: '', exitCode: 0 });
  expect(await complete('env', 'show')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  expect(await complete('testsets', 'show')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});
