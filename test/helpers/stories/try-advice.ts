import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAdvice, withoutPlace } from './find-advice.ts';

export interface Printed {
  readonly by: string;
  readonly lines: readonly string[];
}

/** Where the line was typed: `home` is put back after each advice, as it was. */
export interface Place {
  readonly home: string;
  readonly folder: string;
  /** Runs a line there and answers its questions; one that lasts is interrupted as soon as it prints something. */
  readonly type: (line: string) => Promise<{ readonly exitCode: number | null; readonly text: string }>;
}

/**
 * Types each command that a line of a story proposes, once for each shape, in the state in which it was proposed.
 *
 * @param seen - shapes that were typed; those of the line are added
 * @returns advice that was refused, with the refusal
 */
export async function tryAdvice({ by, lines }: Printed, seen: Set<string>, place: Place): Promise<string[]> {
  const refused: string[] = [];
  const before: string[] = [];
  for (const { line, shape } of findAdvice(lines, by)) {
    const typed = fillIn(line);
    if (!seen.has(shape) && reasonNotToType(line) === null) {
      seen.add(shape);
      const refusal = await refusalOf(typed, before, place);
      if (refusal !== null) refused.push(`"${by}" proposes "${line}", which is refused: ${refusal}`);
    }
    before.push(typed);
  }
  return refused;
}

/** Types a command, and if it is refused, once more after what was proposed before it. */
async function refusalOf(line: string, before: readonly string[], place: Place): Promise<string | null> {
  const alone = await typeIn(place, [line]);
  const { exitCode, text } =
    alone.exitCode === 0 || before.length === 0 ? alone : await typeIn(place, [...before, line]);
  const isOwnAnswer = OWN_ANSWERS.some(({ advice, answer }) => advice.test(withoutPlace(line)) && answer.test(text));
  return exitCode === 0 || isOwnAnswer ? null : text;
}

async function typeIn({ home, folder, type }: Place, lines: readonly string[]) {
  const kept = `${home}.kept`;
  await cp(home, kept, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  for (const [file, text] of Object.entries(FILES))
    if (lines.some((line) => line.includes(file))) await writeFile(join(folder, file), text);
  try {
    for (const line of lines.slice(0, -1)) await type(line);
    return await type(lines.at(-1) ?? '');
  } finally {
    // A program that was interrupted may still write there.
    const used = `${home}.used`;
    await rename(home, used);
    await rename(kept, home);
    await rm(used, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Files that examples name. */
const FILES = {
  'advised.csv': 'name,text,message,correct_answer\nAda,Hello,Hello,Hello\n',
  'advised.gate.yaml': 'rules: [{ metric: exact_match, minimum: 0 }]\n',
};

/** An example for each placeholder. */
const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/(?<=--gate )FILE\b/, 'advised.gate.yaml'],
  [/(?<=--evaluation )VARIANT\b/, 'default'],
  [/(?<=backup )FILE\b/, 'advised.db'],
  [/\b(?:FILE|TESTSET)\b/, 'advised.csv'],
  [/\bDIR\b/, '.wf'],
  [/\b(?:BASELINE|EVALUATION)\b/, 'default'],
  [/\bCANDIDATE\b/, 'casual'],
  [/\bUSD\b/, '5'],
  [/\bA,B\b/, 'default,casual'],
  [/\bVARIANT\b/, 'default'],
  [/\b(?:EVALUATORS|KEY)\b/, 'exact_match'],
  [/\bsetting=value\b/, 'trim=true'],
  [/\bkey=value\b/, 'times=2'],
  [/\bOTHER\b/, 'production'],
  [/\bURL\b/, 'http://127.0.0.1:9'],
  [/\bVALUE\b/, '5'],
  [/\bNAME\b/, 'ADVISED'],
];

function fillIn(advice: string): string {
  return EXAMPLES.reduce(
    (line, [placeholder, example]) => line.replaceAll(new RegExp(placeholder, 'g'), example),
    advice,
  );
}

/** What a command answers that is no refusal of the advice. */
const OWN_ANSWERS: readonly { readonly advice: RegExp; readonly answer: RegExp; readonly because: string }[] = [
  { advice: /^wf eval resume /, answer: /Rows failed/, because: 'the rows fail again' },
  { advice: /^wf (?:deploy|routes)/, answer: /There is no wf project/, because: 'it says that it needs one' },
  { advice: / --evaluation /, answer: /evaluations of several test sets/, because: 'the example is another test set' },
  { advice: / --evaluation /, answer: /✗ failed/, because: 'the example does not pass the gate' },
];

/** Advice that a story cannot type, with the reason. */
export const NOT_TYPED: readonly { readonly advice: RegExp; readonly because: string }[] = [
  { advice: /--baseline EVALUATION/, because: 'it needs an evaluation of before: test/recorded/stories/promotions.md' },
  { advice: /^wf (?:move|.*--database-url) /, because: 'it needs PostgreSQL: test/service/store' },
  { advice: /^wf (?:api|login|open) .*--base-url/, because: 'it needs another service: test/e2e/serve' },
  { advice: /^wf logs\b.* --follow/, because: 'it prints nothing until something is written: test/e2e/following' },
];

export function reasonNotToType(advice: string): string | null {
  return NOT_TYPED.find((each) => each.advice.test(withoutPlace(advice)))?.because ?? null;
}
