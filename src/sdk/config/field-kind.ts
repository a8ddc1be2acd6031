import type { Choices } from './choices.ts';

/** The tightest limits of a number. Inclusive and exclusive ones of a side are never both set. */
export interface Bounds {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

/** What a configuration field is: one of the six kinds. @source seed §2.9 rule 2 */
export type FieldKind =
  | { readonly kind: 'text' | 'bool' }
  | { readonly kind: 'int' | 'float'; readonly bounds: Bounds }
  | { readonly kind: 'choice' | 'grouped_choice'; readonly choices: Choices };
