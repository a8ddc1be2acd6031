import { listMembers, skipValue } from '../../http/skip-json.ts';
import type { Slices } from '../../http/create-slices.ts';
import { type Parsed, refuse } from '../../http/refusal.ts';
import type { Slug } from '../plans/plan-call.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

/**
 * Reads the deployment slug of a call; an empty name counts as missing. A body that is not a JSON object has no slug; the
 * route refuses it.
 */
export async function readSlug(body: Uint8Array | null, slices: Slices): Promise<Parsed<Slug>> {
  const fields = await readFields(new TextDecoder().decode(body ?? new Uint8Array()), slices);
  const wrong = NAMES.filter((name) => fields[name] === INVALID);
  if (wrong.length > 0) {
    const items = wrong.map((name) => ({
      loc: ['body', name],
      msg: 'Input should be a valid string',
      type: 'string_type',
    }));
    return refuse(422, items);
  }
  const [environment, config, app] = NAMES.map((name) => fields[name] as string | null | undefined); // just checked
  return { ok: true, value: { application: app || null, variant: config || null, environment: environment || null } };
}

const NAMES = ['environment', 'config', 'app'] as const;
const INVALID = Symbol('not a text');
/** Longer texts name nothing. */
const MAX_LENGTH = 4096;

type Fields = Partial<Record<string, string | null | typeof INVALID>>;

/** Parses only the members that it reads: a body may be long, and the route parses it in its own process. */
async function readFields(text: string, slices: Slices): Promise<Fields> {
  const fields: Fields = {};
  for (const member of listMembers(text)) {
    if (member === null) await slices.pause();
    // The last of equal keys counts, as in `JSON.parse`.
    else if (NAMES.some((name) => name === member.key)) fields[member.key] = readName(text, member.start);
  }
  return fields;
}

function readName(text: string, start: number): string | null | typeof INVALID {
  const value = text.slice(start, start + MAX_LENGTH);
  const end = skipValue(value, 0);
  return end === MAX_LENGTH ? INVALID : parse(value.slice(0, end));
}

function parse(text: string): string | null | typeof INVALID {
  const value = parseJson(text);
  // The route refuses a body that is not JSON.
  if (value === undefined) return null;
  return typeof value === 'string' || value === null ? value : INVALID;
}
