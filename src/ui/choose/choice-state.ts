import { editText, type EditKeys } from './edit-text.ts';
import { moveBy, type MoveKeys } from './move.ts';
import { toFilter } from './to-filter.ts';

/** One line of a prompt's list. */
export interface ChoiceLine {
  readonly value: string;
  /** The text of the line. */
  readonly text: string;
}

/** The state of a prompt. */
export interface ChoiceState {
  readonly typed: string;
  /** Lines that match the filter. */
  readonly shown: readonly ChoiceLine[];
  readonly cursor: number;
  readonly marked: ReadonlySet<string>;
  /** The answer; empty if the user cancelled; `null` while the prompt is open. */
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
  /** Visible lines of the list. */
  readonly height: number;
}

/** Returns the initial state: the cursor on the first line. */
export function startChoice(lines: readonly ChoiceLine[]): ChoiceState {
  return { typed: '', shown: lines, cursor: 0, marked: new Set(), answer: null };
}

export interface ChoiceRules {
  /** Whether several lines may be marked. */
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
