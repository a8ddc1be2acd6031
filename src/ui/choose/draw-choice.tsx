import { setImmediate } from 'node:timers/promises';
import { Box, type Key, render, Text, useInput } from 'ink';
import { type ReactNode, useEffect, useReducer } from 'react';
import type { Display } from '../layout/view.ts';
import { formatValue, type Kind, type Value } from '../layout/text/format-value.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';
import { type EditKeys, editText, moveBy, type MoveKeys, toFilter, topOf } from './edit-text.ts';
import { terminalStream } from '../live/render-live.ts';
import { padEnd, widestOf } from '../layout/text/text-width.ts';
import { createTheme, type Theme } from '../layout/theme.ts';

export interface ChoiceOptions extends ChoiceRules {
  readonly question: string;
  readonly choices: readonly ChoiceRecord[];
  readonly display: Display;
}

export interface ChoiceRecord {
  readonly value: string;
  readonly facts: readonly { readonly kind: Kind; readonly value: Value }[];
}

export interface ChoiceStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WriteStream;
}

/**
 * Asks a question with a list of answers in place on stderr, and clears it afterwards.
 *
 * @returns `null` if the user cancelled
 */
export async function drawChoice(
  options: ChoiceOptions,
  { stdin, stderr }: ChoiceStreams = process,
): Promise<readonly string[] | null> {
  const lines = toLines(options);
  const theme = createTheme(options.display.color);
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const question = <Question {...options} lines={lines} theme={theme} onAnswer={resolve} />;
  // Raw mode before the first frame, so that no early key press is lost.
  stdin.setRawMode(true);
  const instance = render(question, {
    stdin,
    stdout: terminalStream(stderr),
    // The caller has checked that a user is at the terminal.
    interactive: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  const answer = await promise;
  // Otherwise Ink would draw a late frame after the screen was cleared.
  await instance.waitUntilRenderFlush();
  instance.clear();
  instance.unmount();
  await instance.waitUntilExit();
  // Ink unrefs stdin, but another prompt may follow.
  stdin.pause();
  stdin.ref();
  // Node stops reading a turn later. A list that is drawn before that would get no keys.
  await setImmediate();
  return answer.length === 0 ? null : answer;
}

const MAX_NAME_LENGTH = 40;

function toLines({ choices, display }: ChoiceOptions): ChoiceLine[] {
  const width = Math.min(MAX_NAME_LENGTH, widestOf(choices.map(({ value }) => value)));
  return choices.map(({ value, facts }) => {
    const about = facts.map((fact) => formatValue(fact.kind, fact.value, { form: 'terminal', now: display.now }));
    return { value, text: [padEnd(toSingleLine(value), width), ...about].join('  ').trimEnd() };
  });
}

interface QuestionProps extends ChoiceOptions {
  readonly lines: readonly ChoiceLine[];
  readonly theme: Theme;
  readonly onAnswer: (values: readonly string[]) => void;
}

/** Maximum number of lines: longer lists are hard to scan. */
const MAX_LINES = 12;
/** Question, filter, keys, and the command line above. */
const OTHER_LINES = 5;

export function Question({ question, lines, isMany, isOpen, display, theme, onAnswer }: QuestionProps): ReactNode {
  const [state, press] = useReducer(createChoiceReducer(lines, { isMany, isOpen }), lines, startChoice);
  const height = Math.max(1, Math.min(MAX_LINES, display.rows - OTHER_LINES, lines.length));
  useInput((input, key) => press({ input, key, height }));
  useEffect(() => {
    if (state.answer !== null) onAnswer(state.answer);
  }, [state.answer, onAnswer]);
  const top = topOf(state.cursor, state.shown.length, height);
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end" {...theme.title}>
        {question}
      </Text>
      <Text wrap="truncate-end" {...theme.remark}>
        {state.typed === ''
          ? isOpen
            ? 'Type to filter, or another answer'
            : 'Type to filter'
          : `Filter: ${state.typed}`}
      </Text>
      {state.shown.slice(top, top + height).map((line, index) => {
        const isHere = top + index === state.cursor;
        const mark = isMany ? (state.marked.has(line.value) ? '[x] ' : '[ ] ') : '';
        return (
          <Text key={line.value} wrap="truncate-end" {...(isHere ? theme.here : {})}>
            {`${isHere ? '>' : ' '} ${mark}${line.text}`}
          </Text>
        );
      })}
      <Text wrap="truncate-end" {...theme.remark}>
        {footerOf(state.shown.length, lines.length, isMany)}
      </Text>
    </Box>
  );
}

function footerOf(shown: number, all: number, isMany: boolean): string {
  const count = shown === all ? `${all}` : `${shown} of ${all}`;
  return `${count} · ↑↓ move · ${isMany ? 'space mark · ' : ''}enter choose · esc cancel`;
}

interface ChoiceLine {
  readonly value: string;
  readonly text: string;
}

export interface ChoiceState {
  readonly typed: string;
  /** Lines that match the filter. */
  readonly shown: readonly ChoiceLine[];
  readonly cursor: number;
  readonly marked: ReadonlySet<string>;
  /** The answer; empty if the user cancelled; `null` while the prompt is open. */
  readonly answer: readonly string[] | null;
}

interface ChoiceKey {
  readonly input: string;
  readonly key: MoveKeys & EditKeys & Pick<Key, 'return' | 'escape' | 'tab'>;
  readonly height: number;
}

export function startChoice(lines: readonly ChoiceLine[]): ChoiceState {
  return { typed: '', shown: lines, cursor: 0, marked: new Set(), answer: null };
}

interface ChoiceRules {
  readonly isMany: boolean;
  /** Whether typed text that matches no line is a valid answer. */
  readonly isOpen: boolean;
}

/** Creates the reducer for key presses: move, mark, filter, answer, cancel. */
export function createChoiceReducer(lines: readonly ChoiceLine[], { isMany, isOpen }: ChoiceRules) {
  return (state: ChoiceState, pressed: ChoiceKey): ChoiceState => {
    const { input, key, height } = pressed;
    // Pastes and fast key presses include their Enter.
    const [text = '', ...rest] = input.split(/\r\n?|\n/);
    const typed = state.answer === null ? press(state, { input: text, key, height }) : state;
    return rest.length === 0 ? typed : answer(typed, isOpen);
  };

  function press(state: ChoiceState, { input, key, height }: ChoiceKey): ChoiceState {
    if (key.escape || (key.ctrl && (input === 'c' || input === 'd'))) return { ...state, answer: [] };
    if (key.return) return answer(state, isOpen);
    const cursor = moveBy(key, state.cursor, state.shown.length, height);
    if (cursor !== null) return { ...state, cursor };
    if (isMany && (key.tab || input === ' ')) return mark(state);
    const typed = editText(state.typed, input, key);
    if (typed === null) return state;
    const matches = toFilter(typed);
    return { ...state, typed, shown: lines.filter((line) => matches(line.text)), cursor: 0 };
  }
}

function answer(state: ChoiceState, isOpen: boolean): ChoiceState {
  const here = state.shown[state.cursor]?.value ?? (isOpen && state.typed !== '' ? state.typed : undefined);
  if (state.marked.size > 0) return { ...state, answer: [...state.marked] };
  return here === undefined ? state : { ...state, answer: [here] };
}

function mark(state: ChoiceState): ChoiceState {
  const here = state.shown[state.cursor];
  if (here === undefined) return state;
  const marked = new Set(state.marked);
  if (!marked.delete(here.value)) marked.add(here.value);
  return { ...state, marked };
}
