import type { Shown } from './display.ts';

/** Formats a route's answer: text as it is, anything else as indented JSON. */
export function showRouteAnswer({ data }: { readonly data?: unknown }): Shown {
  if (typeof data === 'string') return { text: data, remark: null, isForeign: true };
  return { text: JSON.stringify(data, null, 2) ?? 'null', remark: null, isForeign: true };
}
