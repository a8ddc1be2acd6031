import { hash } from 'node:crypto';
import type { Parameters } from '../contract/records/variant.ts';
import { canonicalJson } from './canonical-json.ts';

/** What decides a call's answer, besides the input. @source design §7, cells */
export interface CellOrigin {
  /** Hash of the bundle, or whatever names the code exactly. */
  readonly code: string;
  readonly route: string;
  readonly config: Parameters;
  /** Number of the repetition, from 0. */
  readonly repeat?: number;
}

/** Makes the function that keys calls by what decides their answer. */
export function cellKeys({ code, route, config, repeat = 0 }: CellOrigin): (input: Parameters) => string {
  const origin = hash('sha256', canonicalJson({ code, route, config, repeat }));
  return (input) => hash('sha256', origin + canonicalJson(input));
}
