import { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { isWfError, UserError } from '../../foundation/errors/wf-error.ts';

type Location = ValidationErrorItem['loc'];

/** Where an operation's request has a value, and where the request has it from which that one was made. */
interface Moved {
  readonly from: Location;
  readonly to: Location;
  /** Whether the request names a record that has the value, and not the value. */
  readonly isNamed?: boolean;
}

/**
 * Runs an operation for another one, so that what it refuses is where the caller's request has it.
 *
 * @param places - the first that a location begins with counts
 */
export async function relocate<T>(places: readonly Moved[], run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const items = isWfError(error) ? ValidationErrorItem.array().safeParse(error.details) : null;
    if (!isWfError(error) || error.code !== 'WF_INVALID_INPUT' || items?.success !== true) throw error;
    const details = items.data.map((item) => moveItem(item, places));
    throw new UserError({ code: error.code, message: error.message, details, cause: error });
  }
}

function moveItem(item: ValidationErrorItem, places: readonly Moved[]): ValidationErrorItem {
  const moved = places.find(({ from }) => from.every((part, at) => part === item.loc[at]));
  if (moved === undefined) return item;
  const rest = item.loc.slice(moved.from.length);
  if (moved.isNamed !== true || rest.length === 0) return { ...item, loc: [...moved.to, ...rest] };
  return { ...item, loc: moved.to, msg: `${rest.join('.')}: ${item.msg}` };
}
