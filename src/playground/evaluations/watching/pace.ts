import { formatDuration } from '../../text/format-figures.ts';

/** How many rows had finished at an instant. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly done: number;
}

/** How long the past counts: calls become faster and slower. */
const WINDOW_MS = 60_000;

/** Adds a sample, and drops those that are too old; fewer rows than before begin anew. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last === undefined || last.done > sample.done) return [sample];
  const recent = samples.filter(({ at }) => at >= sample.at - WINDOW_MS);
  return [...(recent.length === 0 ? [last] : recent), sample];
}

/** Describes how fast rows finish, and how long the rest takes; nothing where it is unknown. */
export function describePace(samples: readonly Sample[], rows: number): string[] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.done <= first.done || last.at <= first.at) return [];
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
  const left = rows - last.done;
  return [rateText(perSecond), ...(left === 0 ? [] : [`about ${formatDuration(left / perSecond)} left`])];
}

function rateText(perSecond: number): string {
  if (perSecond >= 1) return `${short(perSecond)} rows a second`;
  return `${short(perSecond * 60)} rows a minute`;
}

function short(value: number): string {
  return value < 10 ? String(Number(value.toPrecision(2))) : Math.round(value).toLocaleString('en');
}
