import { editText, type EditKeys } from './edit-text.ts';
import { moveBy, type MoveKeys } from './move.ts';
import { toFilter } from './to-filter.ts';

/** One line of a question's list. */
export interface ChoiceLine {
  readonly value: string;
  /** Everything the line says. */
  readonly text: string;
}

/** Where a person is in a question. */
export interface ChoiceState {
  readonly typed: string;
  /** Lines that have what was typed. */
  readonly shown: readonly ChoiceLine[];
  readonly cursor: number;
  readonly marked: ReadonlySet<string>;
  /** Set when the question is answered; empty when the person left. */
  readonly answer: readonly string[] | null;
}

export interface ChoiceKeys extends MoveKeys, EditKeys {
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
}

export interface ChoiceKey {
  readonly input: string;
  readonly key: ChoiceKeys;
  /** Lines the list has on the screen. */
  readonly height: number;
}

/** Starts a question at its first line. */
export function startChoice(lines: readonly ChoiceLine[]): ChoiceState {
  return { typed: '', shown: lines, cursor: 0, marked: new Set(), answer: null };
}

export interface ChoiceRules {
  /** Whether several may be marked. */
  readonly isMany: boolean;
  /** Whether what is typed and stands in no line is an answer, too. */
  readonly isOpen: boolean;
}

/** Makes what a key does: move, mark, filter by what is typed, answer, leave. */
export function createChoiceReducer(lines: readonly ChoiceLine[], { isMany, isOpen }: ChoiceRules) {
  return (state: ChoiceState, pressed: ChoiceKey): ChoiceState => {
    const { input, key, height } = pressed;
    // A paste, or keys faster than a frame, come with their Enter.
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
