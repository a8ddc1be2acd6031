import { countText, formatSeconds } from '../../text/format-figures.ts';

/** How calls ended. The rest was cancelled. */
export interface Ended {
  readonly asked: number;
  readonly done: number;
  readonly failed: number;
  readonly seconds: number;
}

/**
 * Says how calls ended: "2 of 3 rows answered in 1.20 s, 1 failed".
 *
 * @param what - what was asked, in the singular
 */
export function sayEnd(what: string, { asked, done, failed, seconds }: Ended): string {
  const cancelled = asked - done - failed;
  return [
    `${done.toLocaleString('en')} of ${countText(asked, what)} answered in ${formatSeconds(seconds)}`,
    ...(failed === 0 ? [] : [`${failed.toLocaleString('en')} failed`]),
    ...(cancelled === 0 ? [] : [`${cancelled.toLocaleString('en')} cancelled`]),
  ].join(', ');
}
