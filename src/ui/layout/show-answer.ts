import type { Shown } from './display.ts';

/** The body of a raw response. */
export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Formats a raw response: indented JSON, plain text, or the number of bytes. */
export function showAnswer(answer: Answer): Shown {
  switch (answer.kind) {
    case 'json':
      return { text: JSON.stringify(answer.value, null, 2), remark: null, isForeign: true };
    case 'text':
      return { text: answer.text.replace(/\n$/, ''), remark: null, isForeign: true };
    case 'bytes':
      return { text: '', remark: `The answer is ${answer.bytes.byteLength} bytes of binary data.` };
  }
}
