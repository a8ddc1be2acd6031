import type { World } from '../service-world.ts';

/** What a probe saw beyond a limit. */
export interface Refused {
  /** Status of the answer, or the error's code. */
  readonly by: string;
  /** What the caller reads. */
  readonly words: string;
  /** What this machine allows, where that may be less than the table says. */
  readonly most?: number;
}

/**
 * Goes just beyond a limit, through a door that people use; where that is cheap, it first checks that the most is taken.
 * Probes share a world, and none depends on another.
 */
export type Probe = (world: World) => Promise<Refused>;

/** Reads how an answer refuses. */
export async function refusedBy(response: Response): Promise<Refused> {
  return { by: String(response.status), words: await response.text() };
}

/** Fills a text of JSON up to a length in bytes, with spaces. */
export function padJson(value: unknown, bytes: number): string {
  return JSON.stringify(value).padEnd(bytes);
}
