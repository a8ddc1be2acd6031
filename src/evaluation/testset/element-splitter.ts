import { testsetError, MAX_ROW_LENGTH } from './testset-reader.ts';

/** The text of one element of an array, and the line it starts in. */
export interface Element {
  readonly text: string;
  readonly line: number;
}

export interface ElementSplitter {
  push(text: string): Element[];
  /** @throws {WF_TESTSET_INVALID} when the array has not ended */
  finish(): void;
}

const SPACE = /\s/;

/**
 * Creates a splitter of a JSON array into the texts of its elements, so that a file of any size is parsed row by row.
 * Inside an element it reads only brackets and quotes: parsing the element finds its errors.
 */
export function createElementSplitter(name: string): ElementSplitter {
  let state: 'before' | 'first' | 'element' | 'after-element' | 'after' = 'before';
  let [current, depth, line, startLine] = ['', 0, 1, 1];
  let [isInString, isEscaped] = [false, false];
  const fail = (message: string): never => {
    throw testsetError({ name, line }, message);
  };
  /** Reads one character outside of elements; answers whether an element starts with it. */
  const startsElement = (character: string): boolean => {
    if (SPACE.test(character)) return false;
    if (state === 'after') return fail('There is more text after the end of the array.');
    if (state === 'before') {
      if (character !== '[') fail('The file should contain a JSON array of objects, one per row.');
      state = 'first';
      return false;
    }
    if (character === ']' && state !== 'element') {
      state = 'after';
      return false;
    }
    if (character === ',' && state === 'after-element') {
      state = 'element';
      return false;
    }
    if (state === 'after-element') fail("This is not JSON: Expected ',' or ']' after array element.");
    return true;
  };
  return {
    push(text) {
      const elements: Element[] = [];
      let from = 0;
      for (let at = 0; at < text.length; at += 1) {
        const character = text[at] ?? '';
        if (character === '\n') line += 1;
        if (depth === 0) {
          if (!startsElement(character)) continue;
          if (character !== '{' && character !== '[') fail('A row should be an object of column names and cells.');
          [from, startLine, depth] = [at, line, 1];
          continue;
        }
        if (isEscaped) isEscaped = false;
        else if (isInString && character === '\\') isEscaped = true;
        else if (character === '"') isInString = !isInString;
        else if (!isInString && (character === '{' || character === '[')) depth += 1;
        else if (!isInString && (character === '}' || character === ']')) depth -= 1;
        if (depth > 0) continue;
        elements.push({ text: current + text.slice(from, at + 1), line: startLine });
        current = '';
        state = 'after-element';
      }
      if (depth > 0) current += text.slice(from);
      if (current.length > MAX_ROW_LENGTH) fail('The row is longer than the limit.');
      return elements;
    },
    finish() {
      if (state !== 'after') fail('This is not JSON: the array has no end.');
    },
  };
}
