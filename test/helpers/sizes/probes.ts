import * as sizes from '../../../src/foundation/sizes.ts';
import { ANSWER_PROBES } from './answer-probes.ts';
import { BUNDLE_PROBES } from './bundle-probes.ts';
import { EVALUATION_PROBES } from './evaluation-probes.ts';
import { FIELD_PROBES } from './field-probes.ts';
import { FILE_PROBES } from './file-probes.ts';
import { FLIGHT_PROBES } from './flight-probes.ts';
import { JUDGE_PROBES } from './judge-probes.ts';
import { KEPT_PROBES } from './kept-probes.ts';
import { LIFE_PROBES } from './life-probes.ts';
import { LIST_PROBES } from './list-probes.ts';
import { OUTPUT_PROBES } from './output-probes.ts';
import type { Probe } from './probe.ts';
import { RECORD_PROBES } from './record-probes.ts';
import { REQUEST_PROBES } from './request-probes.ts';
import { WAIT_PROBES } from './wait-probes.ts';

type Sizes = typeof sizes;

/** Names of the limits: what the module exports that is one. */
export type SizeName = { [K in keyof Sizes]: Sizes[K] extends sizes.Size ? K : never }[keyof Sizes];

/** A probe for each limit: a new limit without one does not compile. */
export const PROBES: Readonly<Record<SizeName, Probe>> = {
  ...REQUEST_PROBES,
  ...WAIT_PROBES,
  ...FLIGHT_PROBES,
  ...BUNDLE_PROBES,
  ...ANSWER_PROBES,
  ...RECORD_PROBES,
  ...FIELD_PROBES,
  ...LIST_PROBES,
  ...EVALUATION_PROBES,
  ...JUDGE_PROBES,
  ...KEPT_PROBES,
  ...LIFE_PROBES,
  ...OUTPUT_PROBES,
  ...FILE_PROBES,
};

/** All limits, with their names. */
export function listSizes(): readonly (readonly [SizeName, sizes.Size])[] {
  const limits: Readonly<Record<SizeName, sizes.Size>> = sizes;
  // The keys of the probes are the names.
  return Object.keys(PROBES).map((name) => [name as SizeName, limits[name as SizeName]]);
}
