import { writeText, type Io } from '../process/io.ts';
import type { Choice } from '../../../use-cases/choose/list-choices.ts';
import { askLine } from './ask-line.ts';
import { interrupted } from '../process/interruption.ts';
import { isDrawable, openScreen } from '../process/screen.ts';

export interface ChoiceRules {
  readonly isMany: boolean;
  /** Whether an answer that is not in the list is valid too. */
  readonly isOpen: boolean;
}

/** Lets the user choose from a list. A terminal that does not support drawing shows numbers to type. */
export async function chooseFrom(
  question: string,
  choices: readonly Choice[],
  rules: ChoiceRules,
  io: Io,
): Promise<readonly string[]> {
  const chosen = isDrawable(io.stderr, io.env)
    ? await draw(question, choices, rules, io)
    : await number(question, choices, rules, io);
  if (chosen === null) throw interrupted();
  return chosen;
}

export async function chooseOne(question: string, choices: readonly Choice[], io: Io): Promise<string> {
  const [chosen = ''] = await chooseFrom(question, choices, { isMany: false, isOpen: false }, io);
  return chosen;
}

async function draw(question: string, choices: readonly Choice[], rules: ChoiceRules, io: Io) {
  const display = openScreen(io.stderr, io.env);
  const { drawChoice } = await import('../../../ui/choose/draw-choice.tsx');
  return await drawChoice({
    question,
    choices,
    ...rules,
    display,
  });
}

async function number(question: string, choices: readonly Choice[], { isMany, isOpen }: ChoiceRules, io: Io) {
  const lines = choices.map(({ value }, index) => `${index + 1}. ${value}\n`);
  await writeText(io.stderr, `${question}\n${lines.join('')}`);
  const how = isMany ? 'Numbers or names, separated by commas:' : 'Number or name:';
  for (;;) {
    const answer = await askLine(how, io);
    if (answer === null) return null;
    const named = (isMany ? answer.split(',') : [answer]).map((word) => nameOf(word.trim(), choices, isOpen));
    if (named.every((name) => name !== null)) return named;
    await writeText(io.stderr, `Not a choice: ${answer.trim()}\n`);
  }
}

/** A name that is a number wins over the line with that number. */
function nameOf(word: string, choices: readonly Choice[], isOpen: boolean): string | null {
  const named = choices.find(({ value }) => value === word);
  const found = named ?? (/^\d+$/.test(word) ? choices[Number(word) - 1] : undefined);
  return found?.value ?? (isOpen && word !== '' ? word : null);
}
