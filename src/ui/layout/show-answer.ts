import type { Shown } from './display.ts';

/** The body of a raw answer. */
export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Shows what a service answered: JSON indented, text as it is; bytes only by their number. */
export function showAnswer(answer: Answer): Shown {
  switch (answer.kind) {
    case 'json':
      return { text: JSON.stringify(answer.value, null, 2), remark: null };
    case 'text':
      return { text: answer.text.replace(/\n$/, ''), remark: null };
    case 'bytes':
      return { text: '', remark: `The answer is ${answer.bytes.byteLength} bytes that are no text.` };
  }
}
