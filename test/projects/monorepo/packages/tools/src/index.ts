import { readFileSync } from 'node:fs';

/** Reads a file of this package, next to it. */
export function instructions(): string {
  return readFileSync(new URL('./instructions.txt', import.meta.url), 'utf8');
}

export function toQuestion(text: string): string {
  return text.trim();
}
