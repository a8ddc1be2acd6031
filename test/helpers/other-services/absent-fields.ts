import type { Fields, Misbehaviour } from './json-service.ts';
import { endpointOf } from './own-fields.ts';
import { mapFields, PUBLIC_ANSWERS } from './public-records.ts';

const TYPES: Readonly<Record<string, string>> = PUBLIC_ANSWERS;

/** Sends null in each field where the types of the public service allow it, or leaves the field out. */
export function withoutOptionalFields(how: 'null' | 'left out'): Misbehaviour {
  const change = (fields: Fields, name: string): Fields => {
    const { [name]: _, ...rest } = fields;
    return how === 'null' ? { ...rest, [name]: null } : rest;
  };
  return async (received, answer) => {
    const reply = await answer(received);
    const type = TYPES[endpointOf(received) ?? ''];
    if (reply.status >= 300 || type === undefined) return reply;
    const body = mapFields(type, reply.body, (_, field, fields) =>
      field.isOptional ? change(fields, field.name) : fields,
    );
    return { ...reply, body };
  };
}
