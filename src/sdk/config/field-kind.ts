import type { StructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';
import type { Choices } from './choices.ts';

/**
 * The tightest bounds of a number. Neither side has both an inclusive and an exclusive bound.
 *
 * @source seed §2.9 rule 3
 */
export interface Bounds {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

/** Kind of a configuration field: one of the six of every service, or of ours. @source seed §2.9 rule 2, design §3 */
export type FieldKind =
  | { readonly kind: 'text' | 'bool' }
  | { readonly kind: 'int' | 'float'; readonly bounds: Bounds }
  | { readonly kind: 'choice' | 'grouped_choice'; readonly choices: Choices }
  | StructuredKind;
