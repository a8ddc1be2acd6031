import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import { describe, expect, test } from 'vitest';
import { COMMAND_LINES } from '../../helpers/other-services/command-lines.ts';
import {
  type CommandWorld,
  openCommandWorld,
  SERVICES,
  type ServiceName,
} from '../../helpers/other-services/command-worlds.ts';
import { type Cut, type InterruptedRun, runInterrupted } from '../../helpers/other-services/run-interrupted.ts';

const LINES = Object.entries(COMMAND_LINES).flatMap(([id, lines]) =>
  lines
    .filter(({ isLocal, setUp }) => isLocal !== true && setUp === 'address')
    .map((line) => ({ ...line, text: `${id} ${line.words}`.trim() })),
);
type Line = (typeof LINES)[number];

/** Runs mostly wait, for the answers of the others or to try again. */
const CONCURRENCY = 24;

describe.each(SERVICES)('at the %s service', (service) => {
  test.each<[Cut, (line: Line) => boolean]>([
    ['interrupted', () => true],
    ['interrupted twice', (line) => writes(service, line)],
    ['disconnected', (line) => writes(service, line)],
    ['killed', (line) => writes(service, line)],
  ])('a command that is %s at any of its requests says what stands and how to go on', async (cut, isMeant) => {
    const found = await pMap(LINES.filter(isMeant), (line) => findProblems(service, line, cut), {
      concurrency: CONCURRENCY,
    });
    expect(found.flat()).toEqual([]);
  });
});

function writes(service: ServiceName, line: Line): boolean {
  return (line[service].changes ?? []).length > 0;
}

async function findProblems(service: ServiceName, line: Line, cut: Cut): Promise<string[]> {
  await using world = await openCommandWorld(service, line.setUp);
  const restore = world.save();
  const before = stateOf(world);
  await world.run(line.text, line.stdin === undefined ? {} : { stdin: line.stdin });
  const states = { before, wanted: stateOf(world) };
  const requests = world.service.asked.length;
  const problems: string[] = [];
  for (let at = 1; at <= requests; at += 1) {
    restore();
    await rm(join(world.folder, 'home'), { recursive: true, force: true });
    await mkdir(join(world.folder, 'home/wf'), { recursive: true });
    const run = await runInterrupted(world, line.text, { cut, at, stdin: line.stdin });
    for (const problem of await judge(world, { run, cut, states, line }))
      problems.push(`wf ${line.text}, ${cut} at request ${at} of ${requests}: ${problem}\n${world.mask(run.stderr)}`);
  }
  return problems;
}

/** What is in force now: not the revisions and deployments that led there. */
function stateOf(world: CommandWorld): string {
  const newest = new Map<string, string>();
  for (const line of world.describe()) {
    const [, variant, parameters] = /^variant ([^ ]+?)(?:@\d+)? (.*)$/.exec(line) ?? [];
    if (variant !== undefined) newest.set(variant, `variant ${variant} ${sorted(parameters ?? '{}')}`);
    else if (!/^\w+ #\d+: /.test(line)) newest.set(line, line);
  }
  return [...newest.values()].toSorted().join('\n');
}

function sorted(json: string): string {
  const fields = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return JSON.stringify(Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

interface States {
  readonly before: string;
  readonly wanted: string;
}

interface Judged {
  readonly run: InterruptedRun;
  readonly cut: Cut;
  readonly states: States;
  readonly line: Line;
}

async function judge(world: CommandWorld, { run, cut, states: { before, wanted }, line }: Judged): Promise<string[]> {
  const now = stateOf(world);
  if (cut === 'killed')
    return now === before || now === wanted ? [] : await judgeAfterKill(world, line, { before, wanted });
  const problems = [];
  // It may get its last answer before it can stop, and prints its result then.
  const isSuccess = now === wanted && (run.stdout !== '' || run.exitCode === 0);
  if (cut !== 'disconnected' && run.exitCode !== 130) problems.push(`it exits with ${run.exitCode}`);
  if (/wf has a bug/.test(run.stderr)) problems.push('it crashes');
  const { commands, ifNotDone } = commandsIn(run.stderr);
  if (now !== before && !isSuccess && commands.length === 0) problems.push('it says nothing about what it changed');
  const restore = world.save();
  const leadsTo: string[] = [];
  for (const command of [...commands, ...(now === wanted ? [] : ifNotDone)]) {
    const typed = await world.run(withConsent(command), line.stdin === undefined ? {} : { stdin: line.stdin });
    const then = stateOf(world);
    leadsTo.push(then);
    // A command that only shows what stands leaves it.
    if (![before, wanted, now].includes(then)) problems.push(`after wf ${command} it has ${then}: ${typed.stderr}`);
    restore();
  }
  const isLeft = ![now, ...leadsTo].some((state) => state === before || state === wanted);
  if (isLeft) problems.push(`no command leads out of ${now}`);
  return problems;
}

/** Nothing was said, so the next command has to say it. Test sets and evaluators are used by the next run. */
async function judgeAfterKill(world: CommandWorld, { text }: Line, { before, wanted }: States): Promise<string[]> {
  if (/^(eval run|human-eval create)/.test(text)) return [];
  const next = await world.run('variants list --json');
  const [restore] = commandsIn(next.stderr).commands;
  if (restore === undefined) return ['the next command does not offer to restore it'];
  const restored = await world.run(restore);
  const after = await world.run('variants list --json');
  return [
    ...([before, wanted].includes(stateOf(world)) ? [] : [`${restore} leaves ${stateOf(world)}: ${restored.stderr}`]),
    ...(after.stderr === '' ? [] : [`it is offered again: ${after.stderr}`]),
  ];
}

/** The commands that a message proposes; not those that set up the connection, which is restored by itself. */
function commandsIn(stderr: string) {
  const find = (before: string) =>
    [...stderr.matchAll(new RegExp(`${before}wf (.+)$`, 'gm'))]
      .map(([, command = '']) => command)
      .filter((command) => !/^(?:serve|config|api) /.test(command));
  return { commands: find('(?:Try: |To restore them: )'), ifNotDone: find('Try: If it was not done: ') };
}

function withConsent(command: string): string {
  return / delete /.test(command) ? `${command} --yes` : command;
}
