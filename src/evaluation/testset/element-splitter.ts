import { JsonCursor, TOKEN } from '../../foundation/json/json-cursor.ts';
import { MAX_ROW_LENGTH, testsetError } from './testset-reader.ts';

/** The text of one element of an array, and the line it starts in. */
export interface Element {
  readonly text: string;
  readonly line: number;
}

export type ElementSplitter = ReturnType<typeof createElementSplitter>;

type State = 'before' | 'first' | 'element' | 'after element' | 'after';

/** Which characters lead on outside of elements, and the refusal of all others. */
const STATES: Readonly<Record<State, { readonly next: Readonly<Record<string, State>>; readonly refusal: string }>> = {
  before: { next: { '[': 'first' }, refusal: 'The file should contain a JSON array of objects, one per row.' },
  first: { next: { ']': 'after' }, refusal: 'A row should be an object of column names and cells.' },
  element: { next: {}, refusal: 'A row should be an object of column names and cells.' },
  'after element': {
    next: { ',': 'element', ']': 'after' },
    refusal: "This is not JSON: Expected ',' or ']' after array element.",
  },
  after: { next: {}, refusal: 'There is more text after the end of the array.' },
};

/**
 * Creates a splitter of a JSON array into the texts of its elements, so that a file of any size is parsed row by row.
 * Inside an element it reads only brackets and quotes: parsing the element finds its errors.
 */
export function createElementSplitter(name: string) {
  let state: State = 'before';
  /** What was not read yet, the line it starts in, and how long it must be to be worth reading. */
  let [buffer, line, worthReading] = ['', 1, 0];

  const read = (): Element[] => {
    const elements: Element[] = [];
    let at = 0;
    const moveTo = (index: number): void => {
      line += buffer.slice(at, index).split('\n').length - 1;
      at = index;
    };
    for (moveTo(nextOf(buffer, at)); at < buffer.length; moveTo(nextOf(buffer, at))) {
      const character = buffer[at] ?? '';
      const { next, refusal } = STATES[state];
      if (next[character] !== undefined) {
        state = next[character];
        at += 1;
        continue;
      }
      const isStart = (state === 'first' || state === 'element') && (character === '{' || character === '[');
      if (!isStart) throw testsetError({ name, line }, refusal);
      const end = endOfElement(buffer, at);
      if (end === -1) break;
      elements.push({ text: buffer.slice(at, end), line });
      moveTo(end);
      state = 'after element';
    }
    buffer = buffer.slice(at);
    // A row longer than this is read again only once it is twice as long.
    worthReading = Math.min(buffer.length * 2, MAX_ROW_LENGTH + 1);
    return elements;
  };

  const failAtEnd = (message: string): never => {
    throw testsetError({ name, line: line + buffer.split('\n').length - 1 }, message);
  };

  return {
    push(text: string): Element[] {
      buffer += text;
      const elements = buffer.length < worthReading ? [] : read();
      return buffer.length > MAX_ROW_LENGTH ? failAtEnd('The row is longer than the limit.') : elements;
    },
    /** Reads the rest. @throws {WF_TESTSET_INVALID} when the array has not ended */
    finish(): Element[] {
      const elements = read();
      return state === 'after' ? elements : failAtEnd('This is not JSON: the array has no end.');
    },
  };
}

const NOT_BLANK = /\S/g;

/** @returns the index of the next character that is not blank, or the end of the text */
function nextOf(text: string, from: number): number {
  NOT_BLANK.lastIndex = from;
  return NOT_BLANK.exec(text)?.index ?? text.length;
}

/** @returns the index after the list or object that begins here; -1: it has no end yet */
function endOfElement(text: string, start: number): number {
  const cursor = new JsonCursor(text, start);
  while (cursor.next() !== TOKEN.end) if (cursor.depth === 0) return cursor.at;
  return -1;
}
