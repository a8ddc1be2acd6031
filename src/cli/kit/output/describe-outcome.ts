import type { NarrowingOutcome } from '../../../use-cases/records/narrow/narrow-list.ts';

interface Told {
  readonly isDrawn: boolean;
  /** The command line without a limit. */
  readonly all: string;
}

/** Describes what a list left out, and who narrowed it. */
export function describeOutcome({ shown, total, readHere }: NarrowingOutcome, { isDrawn, all }: Told): string[] {
  const isCut = total === null || total > shown;
  const count =
    total === null ? `The first ${shown} are shown, and there are more.` : `${shown} of ${total} are shown.`;
  return [
    ...(isDrawn && isCut ? [`${count} All: ${all}`] : []),
    ...(readHere === null ? [] : [`This service does not narrow lists: wf read ${readHere} and selected among them.`]),
  ];
}
