import { clientOf } from '../client-of.ts';
import type { CommandRun } from '../run-command.ts';
import { startService } from '../start-service.ts';
import { findAdvice } from '../stories/find-advice.ts';
import type { CommandWorld, ServiceName } from './command-worlds.ts';

/**
 * Types each next step that a line printed, in the state in which it was printed.
 *
 * @returns steps that were refused there, or are sentences that nobody has judged, with the reason
 */
export async function followAdvice(world: CommandWorld, { typed, run, service }: Printed): Promise<string[]> {
  const refused: string[] = [];
  const restore = world.save();
  for (const step of stepsOf(run)) {
    const lines = toLines(step, world.fill(typed));
    if (lines === null && !isTrue(step)) refused.push(`${step}: no command, and nobody has judged the sentence`);
    const answers: CommandRun[] = [];
    for (const line of lines ?? []) answers.push(await typeIn(world, line));
    const problem = findRefusal(answers, run, step, service);
    if (problem !== null) refused.push(`${step}: ${problem}`);
    restore();
  }
  return refused;
}

interface Printed {
  /** The line, without `wf`. */
  readonly typed: string;
  readonly run: CommandRun;
  readonly service: ServiceName;
}

/** Lists what stands after "Try:", "Next:" and the like, and the next steps of an error document. */
export function stepsOf({ stdout, stderr }: CommandRun): string[] {
  const printed = `${stdout}\n${stderr}`
    .split('\n')
    .flatMap((line) => /\b(?:Try|Next|All): (.+)$/.exec(line)?.[1] ?? []);
  if (!stderr.startsWith('{')) return printed;
  const { error } = JSON.parse(stderr) as { readonly error: { readonly next_steps: readonly string[] } };
  return [...error.next_steps];
}

/** Lines to type for a step; `null`: it is a sentence. */
function toLines(step: string, typed: string): string[] | null {
  const [, left = null] = /^Leave out ((?:--[\w-]+(?:, )?)+)$/.exec(step) ?? [];
  if (left !== null) return [left.split(', ').reduce(withoutFlag, typed)];
  const [, name = null] = /^Name the columns: (--columns) A,B$/.exec(step) ?? [];
  if (name !== null) return [`${withoutFlag(typed, '--route')} --columns question,correct_answer`];
  const found = findAdvice([`Try: ${step}`], `wf ${typed}`).map(({ line }) => line);
  return found.length === 0 ? null : found.flatMap((line) => line.split(' && ')).map(toTyped);
}

function withoutFlag(line: string, flag: string): string {
  return line.replace(new RegExp(` ${flag}(?: (?!--)\\S+)?(?= |$)`, 'g'), '');
}

function toTyped(line: string): string {
  const filled = EXAMPLES.reduce((text, [placeholder, example]) => text.replaceAll(placeholder, example), line);
  return filled.replace(/^wf /, '');
}

/** An example for each placeholder. */
const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/(?<=--gate )FILE\b/g, 'gate.json'],
  [/\bFILE\b/g, 'more.csv'],
  [/\bAPP\b/g, '$APP'],
  [/\bENVIRONMENT\b/g, 'production'],
  [/\bEVALUATION\b/g, '$E'],
  [/\bVARIANT\b/g, '$V'],
  [/\bNAME\b/g, 'advised'],
  [/\bKEY=VALUE\b/g, 'words=3'],
  [/\bURL\b/g, 'http://wf.test'],
];

/** "Add --base-url URL" leads to a service of wf without records: an evaluation there would wait for code that it runs. */
async function typeIn(world: CommandWorld, line: string): Promise<CommandRun> {
  const words = world.fill(line).match(/'[^']*'|\S+/g) ?? [];
  const unquoted = words.map((word) => word.replace(/^'(.*)'$/, '$1'));
  if (!line.includes('http://wf.test')) {
    const run = await world.run(unquoted);
    return run.stderr.includes('confirm with --yes') ? await world.run([...unquoted, '--yes']) : run;
  }
  await using own = await startService();
  const session = { client: clientOf(own), mode: 'remote' as const, url: own.baseUrl, close: async () => undefined };
  return await world.run(unquoted, { ports: { openSession: async () => session } });
}

/** What a service lacks. */
const LACKS = /This service lacks|has no (?:GET|POST|PUT|PATCH|DELETE) /;

/** Steps about the typed record: a service with the endpoints of the seed alone has some records that it neither lists nor changes. */
const OF_RECORDS = /^Leave out |^Name the columns|^wf (?:env deploy|env list|eval list)\b/;

function findRefusal(answers: readonly CommandRun[], before: CommandRun, step: string, service: ServiceName) {
  const refused = answers.find(({ exitCode }) => exitCode !== 0);
  if (refused === undefined) return null;
  const { stderr } = refused;
  if (service === 'seed' && OF_RECORDS.test(step) && LACKS.test(stderr)) return null;
  if (LACKS.test(stderr) || stderr === before.stderr) return stderr;
  // Another service has other records.
  if (step.startsWith('Add --base-url')) return /unknown|Unexpected|Nonexistent/i.test(stderr) ? stderr : null;
  return OWN_ANSWERS.some(({ step: of, answer }) => of.test(step) && answer.test(stderr)) ? null : stderr;
}

/** What a command answers that is no refusal of the advice. */
const OWN_ANSWERS: readonly { readonly step: RegExp; readonly answer: RegExp; readonly because: string }[] = [
  { step: /--gate FILE/, answer: /No metric is called|✗ failed/, because: 'the gate is of another evaluation' },
  { step: /./, answer: /has no earlier revision|There is no environment development/, because: 'the seed has one' },
  {
    step: /wf deploy --url URL$/,
    answer: /wf\.test does not resolve/,
    because: 'no test runs a workflow there: public-registrations does',
  },
  { step: /'near/, answer: /has no column "answer"/, because: 'the example is another test set' },
];

/** Steps that are no commands, and those that no test can type, with the reason. */
const SENTENCES: readonly { readonly step: RegExp; readonly because: string }[] = [
  { step: /^cd /, because: 'npm installs: test/e2e/installed-package; or it names the folder of a project' },
  { step: /^Add --app if /, because: 'it explains a code' },
  { step: /^Set WF_API_KEY /, because: 'commands send it: test/e2e/keychain' },
  { step: /^Run the same command again$/, because: 'something else changed meanwhile' },
];

function isTrue(step: string): boolean {
  return SENTENCES.some(({ step: of }) => of.test(step));
}
