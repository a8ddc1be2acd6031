import { isSameJson } from '../../text/text-of.ts';
import {
  type FieldAddress,
  flattenParameters,
  hasValue,
  listValues,
  toAddress,
  valueAt,
  withoutValue,
  withValue,
} from '../../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import type { Change } from './change.ts';

/** Three states of what a variant sets. */
interface States {
  /** From which both sides started. */
  readonly before: Parameters;
  readonly mine: Parameters;
  readonly theirs: Parameters;
}

/** Puts the changes of one side on top of those of the other. */
export function rebase({ before, mine, theirs }: States): Parameters {
  return listChanged(before, mine).reduce(
    (values, address) =>
      hasValue(mine, address) ? withValue(values, address, valueAt(mine, address)) : withoutValue(values, address),
    theirs,
  );
}

/** Names the fields that both sides changed, and not to the same value. */
export function listContested({ before, mine, theirs }: States): string[] {
  const [one, other] = [flattenParameters(mine), flattenParameters(theirs)];
  const changed = new Set(listChanged(before, theirs).map(toAddress));
  return listChanged(before, mine)
    .map(toAddress)
    .filter((name) => changed.has(name) && !isSameJson(one[name], other[name]));
}

/** Writes the difference of two states as a service takes it: whole keys, and those that are gone. */
export function toDifference(before: Parameters, after: Parameters): Change {
  return {
    parameters: Object.fromEntries(Object.entries(after).filter(([key, value]) => !isSameJson(before[key], value))),
    unset: Object.keys(before).filter((key) => !Object.hasOwn(after, key)),
  };
}

function listChanged(before: Parameters, after: Parameters): FieldAddress[] {
  const added = listValues(after).filter((address) => !hasValue(before, address));
  return [...listValues(before), ...added].filter(
    (address) => !isSameJson(valueAt(before, address), valueAt(after, address)),
  );
}
