import type * as z from 'zod';
import { absentValueOf } from '../../contract/endpoint/absent-value.ts';
import { isExtension } from '../../contract/endpoint/endpoint.ts';
import { isRecord, type UnknownRecord } from '../../foundation/record.ts';

/**
 * Reads the answer of a service that has not shown itself as one of ours. A field of ours is dropped, because the service
 * may have one of its own under the same name. A field that the public service leaves out, or sends as null, gets what
 * stands for it.
 *
 * @param schema - schema of the answer
 * @param value - the answer, which is not changed
 * @source design §2 principle 6; public client
 */
export function readOthers(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = schema._zod as AnySchema['_zod'];
  switch (def.type) {
    case 'object':
      return isRecord(value) ? readFields(def.shape, value) : value;
    case 'array':
      return Array.isArray(value) ? value.map((one: unknown) => readOthers(def.element, one)) : value;
    case 'record':
      return isRecord(value) ? mapValues(value, (one) => readOthers(def.valueType, one)) : value;
    case 'optional':
    case 'nullable':
      return readOthers(def.innerType, value);
    default:
      return value;
  }
}

/** The kinds of schemas that contain others; a value of any other kind is taken as it is. */
type AnySchema = z.core.$ZodObject | z.core.$ZodArray | z.core.$ZodRecord | z.core.$ZodOptional | z.core.$ZodNullable;

function readFields(shape: Readonly<Record<string, z.core.$ZodType>>, value: UnknownRecord): UnknownRecord {
  const read = { ...value };
  for (const [name, schema] of Object.entries(shape)) {
    const sent = isExtension(schema) ? undefined : value[name];
    const field = sent ?? absent(schema, sent);
    if (field === undefined) delete read[name];
    else read[name] = readOthers(schema, field);
  }
  return read;
}

/** Returns what stands for a field that is null or left out. One that may be neither stays as it is, and is refused. */
function absent(schema: z.core.$ZodType, value: null | undefined): unknown {
  const known = absentValueOf(schema);
  if (known !== undefined) return known.value;
  const isOptional = schema._zod.optin === 'optional';
  if (value === undefined) return isOptional || !acceptsNull(schema) ? undefined : null;
  return isOptional && !acceptsNull(schema) ? undefined : null;
}

function acceptsNull(schema: z.core.$ZodType): boolean {
  // Every schema of the contract is one of zod's own, which can check a value.
  return (schema as z.ZodType).safeParse(null).success;
}

function mapValues(record: UnknownRecord, change: (value: unknown) => unknown): UnknownRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
