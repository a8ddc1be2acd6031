import type * as z from 'zod';
import { isBytes, type Endpoint } from '../../../src/contract/endpoint/endpoint.ts';

/** A request that breaks one rule, and the location that the 422 must name. */
export interface BadInput {
  readonly title: string;
  readonly input: Record<string, unknown>;
  readonly loc: readonly (string | number)[];
  readonly type?: string;
}

const CANDIDATES: readonly unknown[] = ['not this', 12.5, true, {}, [], null];

/** Breaks a good input in every way that the endpoint's schemas know: each field missing, mistyped, or unknown. */
export function badInputs(endpoint: Endpoint, good: Readonly<Record<string, unknown>>): BadInput[] {
  return [...badPaths(endpoint, good), ...badQueries(endpoint, good), ...badBodies(endpoint, good)];
}

/** A path parameter cannot be missing, and text accepts anything: only constrained ones can be mistyped. */
function badPaths({ params }: Endpoint, good: Readonly<Record<string, unknown>>): BadInput[] {
  return fieldsOf(params)
    .filter(([, field]) => !field.safeParse('not this').success)
    .map(([name]) => ({
      title: `path parameter ${name} mistyped`,
      input: { ...good, [name]: 'not this' },
      loc: ['path', name],
    }));
}

function badQueries({ query }: Endpoint, good: Readonly<Record<string, unknown>>): BadInput[] {
  return fieldsOf(query).flatMap(([name, field]) => [
    ...(field.safeParse(undefined).success
      ? []
      : [{ title: `query ${name} missing`, input: without(good, name), loc: ['query', name], type: 'missing' }]),
    // Any text is a list of one.
    ...(field.safeParse('not this').success || field.safeParse(['not this']).success
      ? []
      : [{ title: `query ${name} mistyped`, input: { ...good, [name]: 'not this' }, loc: ['query', name] }]),
  ]);
}

function badBodies({ body }: Endpoint, good: Readonly<Record<string, unknown>>): BadInput[] {
  if (body === null || isBytes(body)) return [];
  const sent = good['body'] as Record<string, unknown>; // every JSON body of the interface is an object
  const withBody = (changed: unknown) => ({ ...good, body: changed });
  const fields = fieldsOf(body as z.ZodObject).flatMap(([name, field]) => [
    ...(field.safeParse(undefined).success
      ? []
      : [
          {
            title: `body ${name} missing`,
            input: withBody(without(sent, name)),
            loc: ['body', name],
            type: 'missing',
          },
        ]),
    ...mistypings(field).map((value) => ({
      title: `body ${name} as ${JSON.stringify(value)}`,
      input: withBody({ ...sent, [name]: value }),
      loc: ['body', name],
    })),
  ]);
  return [
    ...fields,
    {
      title: 'body with an unknown field',
      input: withBody({ ...sent, nope: 1 }),
      loc: ['body', 'nope'],
      type: 'extra_forbidden',
    },
    { title: 'body as a list', input: withBody([]), loc: ['body'] },
    { title: 'body as null', input: withBody(null), loc: ['body'] },
  ];
}

function mistypings(field: z.ZodType): unknown[] {
  return CANDIDATES.filter((value) => !field.safeParse(value).success);
}

function fieldsOf(schema: z.ZodObject): [string, z.ZodType][] {
  return Object.entries(schema.shape);
}

function without(record: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
