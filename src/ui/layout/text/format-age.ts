const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_AGE = 30 * DAY;

/**
 * Formats a time as its age; beyond thirty days, or in the future, as a date.
 *
 * @param isShort - writes `3 min` for `3 minutes ago`
 */
export function formatAge(timestamp: string, now: Date, isShort = false): string {
  const then = Date.parse(timestamp);
  if (Number.isNaN(then)) return timestamp;
  const seconds = Math.floor((now.getTime() - then) / 1000);
  // Clocks differ slightly between machines; a new record is not from the future.
  if (seconds > -MINUTE && seconds < 5) return isShort ? 'now' : 'just now';
  if (seconds < 0 || seconds >= MAX_AGE) return new Date(then).toISOString().slice(0, 10);
  if (seconds < MINUTE) return ago(seconds, 'second', isShort);
  if (seconds < HOUR) return ago(Math.floor(seconds / MINUTE), 'minute', isShort);
  if (seconds < DAY) return ago(Math.floor(seconds / HOUR), 'hour', isShort);
  return ago(Math.floor(seconds / DAY), 'day', isShort);
}

const SHORT_UNITS = { second: 's', minute: 'min', hour: 'h', day: 'd' } as const;

function ago(count: number, unit: keyof typeof SHORT_UNITS, isShort: boolean): string {
  if (isShort) return `${count} ${SHORT_UNITS[unit]}`;
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
