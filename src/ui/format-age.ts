const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LONGEST = 30 * DAY;

/** Says how long ago a moment was; beyond thirty days, or in the future, its date. */
export function formatAge(timestamp: string, now: Date): string {
  const then = Date.parse(timestamp);
  if (Number.isNaN(then)) return timestamp;
  const seconds = Math.floor((now.getTime() - then) / 1000);
  // Two machines' clocks disagree a little; a record just made is not from the future.
  if (seconds > -MINUTE && seconds < 5) return 'just now';
  if (seconds < 0 || seconds >= LONGEST) return new Date(then).toISOString().slice(0, 10);
  if (seconds < MINUTE) return ago(seconds, 'second');
  if (seconds < HOUR) return ago(Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return ago(Math.floor(seconds / HOUR), 'hour');
  return ago(Math.floor(seconds / DAY), 'day');
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
