import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Endpoint, isBytes } from '../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import { toOpenApi } from '../../../src/contract/openapi/to-open-api.ts';
import { isRecord } from '../../../src/foundation/record.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { toWire } from '../../helpers/to-wire.ts';

type Path = readonly (string | number)[];

/** The names of endpoints with a JSON body. */
const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => {
  const { body }: Endpoint = ENDPOINTS[name];
  return body !== null && !isBytes(body);
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(JSON.parse(JSON.stringify(toOpenApi())) as object, 'wf');

test('a field that is null or left out is refused where the document says so, and nowhere else', async () => {
  await using world = await openWorld();
  const wrong: unknown[] = [];
  let allowed = 0;
  for (const name of NAMES) {
    const endpoint: Endpoint = ENDPOINTS[name];
    const newInput = async () => (await CASES[name](world)) as { readonly body: unknown };
    const pointer = `${endpoint.path.replaceAll('/', '~1')}/${endpoint.method.toLowerCase()}/requestBody`;
    const allows = ajv.compile({ $ref: `wf#/paths/${pointer}/content/application~1json/schema` });
    let good = await newInput();
    // Each JSON body's schema is one of zod's.
    for (const body of changesOf(endpoint.body as z.ZodType, good.body)) {
      const isAllowed = allows(body);
      const sent = toWire(endpoint, { ...good, body });
      const response = await world.running.send(sent.method, sent.path, { body: sent.body });
      if (response.ok) good = await newInput();
      allowed += Number(isAllowed);
      // What is allowed may still name a record that is missing, or one that is in the way.
      if (isAllowed ? response.status !== 422 && response.status < 500 : response.status === 422) continue;
      wrong.push([name, isAllowed, body, response.status, await response.text()]);
    }
  }
  expect(wrong).toEqual([]);
  expect(allowed).toBeGreaterThan(300);
});

/** @yields the body with each of its fields as null, and without it, and with all at once */
function* changesOf(schema: z.ZodType, good: unknown): Generator {
  const paths = [...pathsOf(schema, good)];
  for (const path of paths) {
    yield changeAt(good, path, null);
    yield changeAt(good, path, undefined);
  }
  const optional = paths.filter((path) => path.length === 1 && schema.safeParse(changeAt(good, path, null)).success);
  for (const value of [null, undefined])
    yield optional.reduce((body: unknown, path) => changeAt(body, path, value), good);
}

/** @yields where the fields of a schema are, in a value that has its objects */
function* pathsOf(schema: z.core.$ZodType, value: unknown, path: Path = []): Generator<Path> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return yield* pathsOf(schema.unwrap(), value, path);
  if (schema instanceof z.ZodArray && Array.isArray(value) && value.length > 0)
    return yield* pathsOf(schema.element, value[0], [...path, 0]);
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return;
  for (const [name, field] of Object.entries(schema.shape)) {
    yield [...path, name];
    yield* pathsOf(field, value[name], [...path, name]);
  }
}

/** Changes one field; `undefined` removes it. */
function changeAt(value: unknown, [key, ...rest]: Path, changed: unknown): unknown {
  if (key === undefined) return changed;
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? changeAt(item, rest, changed) : item));
  const record = isRecord(value) ? value : {};
  const { [key]: field, ...others } = record;
  const next = changeAt(field, rest, changed);
  return next === undefined ? others : { ...others, [key]: next };
}
