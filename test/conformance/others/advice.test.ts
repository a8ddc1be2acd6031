import { describe, expect, test } from 'vitest';
import { COMMAND_LINES } from '../../helpers/other-services/command-lines.ts';
import { type CommandWorld, openCommandWorld, SERVICES } from '../../helpers/other-services/command-worlds.ts';
import type { LineOptions } from '../../helpers/other-services/command-line.ts';
import { followAdvice } from '../../helpers/other-services/follow-advice.ts';
import { startJsonService } from '../../helpers/other-services/json-service.ts';
import { MISUSE_LINES } from '../../helpers/other-services/misuse-lines.ts';

const LINES: readonly (LineOptions & { readonly text: string })[] = [
  ...Object.entries(COMMAND_LINES).flatMap(([id, lines]) =>
    lines.map((line) => ({ ...line, text: `${id} ${line.words}`.trim() })),
  ),
  ...MISUSE_LINES.map((text) => ({ text })),
];

/** What nobody reads with pleasure. */
const INTERNAL = /\b(?:None|undefined|NaN|\[object Object\])\b/;

describe.each(SERVICES)('at the %s service', (service) => {
  test.each(LINES)('wf $text shows no internal value, and each next step works there', async (line) => {
    await using world = await openCommandWorld(service, line.setUp);
    const run = await runLine(world, line);
    expect(`${run.stdout}${run.stderr}`).not.toMatch(INTERNAL);
    // Stories follow what asks no service.
    if (line.isLocal === true) return;
    expect(await followAdvice(world, { typed: line.text, run, service })).toEqual([]);
  });
});

test('a deleted variant is called one', async () => {
  await using world = await openCommandWorld('public');
  await world.run('human-eval create --testset $FILES/more.csv --variants $SPARE,$OTHER');
  await world.run('variants delete $SPARE --yes');
  const { stdout } = await world.run('human-eval list');
  expect(stdout).toContain('app.default@1, a deleted variant ');
  expect(stdout).not.toMatch(INTERNAL);
});

test('a taken name is told as the service writes it, and advised so', async () => {
  await using world = await openCommandWorld('public');
  const { stderr } = await world.run('evaluators create close --evaluator exact_match');
  expect(stderr).toContain('There is already a configuration called "close (support)".');
  expect(stderr).toContain("Try: wf evaluators delete 'close (support)'");
});

test('an address without a service of the interface is doubted, and one with it is not', async () => {
  await using nothing = await startJsonService({});
  await using world = await openCommandWorld('public');
  for (const line of ['keys list', 'env vars list', 'webhooks list']) {
    const { stderr } = await world.run(`${line} --base-url ${nothing.url}`);
    expect(stderr).toContain('its base URL may lack a path such as /api');
    expect((await world.run(line)).stderr).not.toContain('base URL may lack');
  }
});

async function runLine(world: CommandWorld, { text, stdin }: (typeof LINES)[number]) {
  return await world.run(text, stdin === undefined ? {} : { stdin });
}
