import * as z from 'zod';
import { MAX_LABELS } from '../labels/label-rules.ts';
import { LabelSelector } from '../labels/labels.ts';
import { Instant } from '../validation/instant.ts';
import { ById, optionalExtension, OrderedPaging } from './endpoint.ts';
import { SEARCH_LENGTH } from '../../foundation/sizes.ts';

/** Query of a list that can be filtered; the fields to sort by differ. */
export const FilteredPaging = OrderedPaging.extend(ById.shape).extend({
  /** Only records created at this instant or later. */
  created_since: optionalExtension(Instant.optional()),
  /** Only records created before this instant. */
  created_until: optionalExtension(Instant.optional()),
  /** Only records with a name that contains this text; a to z equal A to Z. */
  search: optionalExtension(z.string().min(1).max(SEARCH_LENGTH.most).optional()),
  /** Answer the number of records on all pages, in the header `Wf-Total-Count`. */
  total: optionalExtension(z.enum(['true']).optional()),
});

/** Ours: order of a list. */
export function sortBy<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  return { sort: optionalExtension(z.enum(fields).optional()) };
}

/** Ours: filter of a list whose records have labels and may be archived. */
export const ByLabels = z.object({
  /** Only records with each of these labels: `team`, or `team=search`. */
  label: optionalExtension(z.array(LabelSelector).max(MAX_LABELS).optional()),
  /** `true`: only archived records; `false`: only others. By default, all. */
  archived: optionalExtension(z.enum(['true', 'false']).optional()),
});
