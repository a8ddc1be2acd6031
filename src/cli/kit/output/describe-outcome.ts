import type { FilterOutcome } from '../../../client/public/list-filter.ts';

interface Told {
  readonly isDrawn: boolean;
  /** The command line without a limit. */
  readonly all: string;
}

/** Describes what a list left out, and who filtered it. */
export function describeOutcome({ shown, total, readHere }: FilterOutcome, { isDrawn, all }: Told): string[] {
  const isCut = total === null || total > shown;
  const count =
    total === null ? `The first ${shown} are shown, and there are more.` : `${shown} of ${total} are shown.`;
  return [
    ...(isDrawn && isCut ? [`${count} All: ${all}`] : []),
    ...(readHere === null ? [] : [`This service does not filter lists: wf read ${readHere} and selected among them.`]),
  ];
}
