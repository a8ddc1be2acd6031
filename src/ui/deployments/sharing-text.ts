import { toAddress } from '../../contract/variants/route-parameters.ts';
import { toText, type Page } from '../layout/page.ts';

/** A field that new code shares between routes otherwise than the old code did. */
export interface SharingView {
  readonly field: string;
  readonly kind: 'split' | 'joined';
  readonly routes: readonly string[];
  readonly stored_by: readonly string[];
}

/** Describes which fields become one for each route, or one for all of them; nothing if none does. */
export function sharingText(sharing: readonly SharingView[]): Page {
  return sharing.length === 0 ? [] : [toText(...sharing.map(describe))];
}

function describe({ field, kind, routes, stored_by }: SharingView): string {
  const addresses = routes.map((route) => toAddress({ route, field })).join(', ');
  const stored = stored_by.join(', ');
  if (kind === 'split') {
    const kept = stored === '' ? '' : ` The value of ${stored} applies to all of them until they get their own.`;
    return `${field} was one field; now ${routes.join(' and ')} declare it differently: ${addresses}.${kept}`;
  }
  const kept = stored === '' ? '' : ` Values of their own still win in ${stored}, until --unset removes them.`;
  return `${field} was a field of each route; now ${routes.join(' and ')} share it.${kept}`;
}
