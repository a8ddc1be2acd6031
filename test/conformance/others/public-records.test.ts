import { expect, test } from 'vitest';
import * as z from 'zod';
import { createClient } from '../../../src/client/create-client.ts';
import { httpTransport } from '../../../src/client/transport/http-transport.ts';
import { unwrap, withOwnFields } from '../../helpers/other-services/own-fields.ts';
import { isExtension } from '../../../src/contract/endpoint/endpoint.ts';
import { pathParameterNames } from '../../../src/contract/endpoint/protocol.ts';
import { type EndpointName, ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { isRecord } from '../../../src/foundation/record.ts';
import { type Fields, startJsonService } from '../../helpers/other-services/json-service.ts';
import {
  mapFields,
  PUBLIC_ANSWERS,
  PUBLIC_RECORDS,
  type PublicField,
  recordsIn,
  sampleOf,
} from '../../helpers/other-services/public-records.ts';

type AnswerName = keyof typeof PUBLIC_ANSWERS;
const ANSWERS = Object.entries(PUBLIC_ANSWERS) as [AnswerName, string][];

test('every record that the interface has from others is in the table', () => {
  const answering = Object.entries(ENDPOINTS).filter(
    ([, { source, response }]) => source !== 'wf' && response !== null && 'def' in response && hasFields(response),
  );
  expect(Object.keys(PUBLIC_ANSWERS).toSorted()).toEqual(answering.map(([name]) => name).toSorted());
});

test('every field of an answer is public, or marked as ours', () => {
  const unknown = ANSWERS.flatMap(([name, type]) => unmarkedIn(ENDPOINTS[name].response, type, name));
  expect(unknown).toEqual([]);
});

test('a service of others may leave out what is optional, or send null', async () => {
  await using world = await start();
  const tried = new Set<string>();
  for (const [name, type] of ANSWERS) {
    const added = [...recordsIn(type)].filter((record) => !tried.has(record));
    for (const record of added) {
      tried.add(record);
      for (const field of (PUBLIC_RECORDS.get(record) ?? []).filter(({ isOptional }) => isOptional)) {
        for (const value of [null, undefined]) {
          const where = `${name}: ${record}.${field.name}`;
          const read = await world.read(name, withValue(type, record, field, value));
          const values = valuesOf(type, read, record, field.name);
          const expected = field.ours === 'null' || field.ours === 'not read' ? null : JSON.parse(field.ours);
          expect([where, values.map((one) => one ?? null)]).toEqual([where, values.map(() => expected)]);
        }
      }
    }
  }
});

test.each(['left out', null])('a required field is refused if it is %s', async (value) => {
  await using world = await start();
  const sent = withValue(
    'AppVariantResponse[]',
    'AppVariantResponse',
    { name: 'variant_id' },
    value === null ? null : undefined,
  );
  await expect(world.read('listAppVariants', sent)).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: expect.stringContaining('variant_id'),
  });
});

test('a field of another service is not read, though ours has one of that name', async () => {
  await using world = await start();
  for (const [name, type] of ANSWERS) {
    const plain = await world.read(name, sampleOf(type));
    expect([name, await world.read(name, withOwn(name))]).toEqual([name, plain]);
  }
});

test('the same fields are read from a service that shows itself as ours', async () => {
  await using world = await start({ 'wf-version': '1' });
  await expect(world.read('listAppVariants', withOwn('listAppVariants'))).rejects.toMatchObject({
    message: expect.stringContaining('set_parameters'),
  });
});

function withOwn(name: AnswerName): unknown {
  const { method, path } = ENDPOINTS[name];
  return withOwnFields({ method, url: path }, sampleOf(PUBLIC_ANSWERS[name]));
}

/** Starts a service that answers every endpoint with the value that is read. */
async function start(headers: Readonly<Record<string, string>> = {}) {
  let answer: unknown;
  const paths = ANSWERS.map(([name]) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`);
  const service = await startJsonService(Object.fromEntries(paths.map((path) => [path, () => answer])));
  service.misbehaves = async (received, reply) => ({ ...(await reply(received)), headers });
  const client = createClient({ transport: httpTransport(), baseUrl: service.url });
  // Each endpoint has a method, whose type follows from its entry in the table.
  const methods = client as unknown as Record<EndpointName, (input: Fields) => Promise<unknown>>;
  const read = async (name: AnswerName, value: unknown) => {
    answer = value;
    const { path, body } = ENDPOINTS[name];
    const names = pathParameterNames(path);
    const parameters = Object.fromEntries(names.map((one) => [one, one === 'revision' ? 1 : 'text']));
    return await methods[name]({ ...parameters, ...(body === null ? {} : { body: {} }) });
  };
  const dispose = async () => {
    await client.close();
    await service[Symbol.asyncDispose]();
  };
  return { read, [Symbol.asyncDispose]: dispose };
}

/** Creates an answer that has a value in one field, or with `undefined` lacks it. */
function withValue(
  type: string,
  record: string,
  { name }: Pick<PublicField, 'name'>,
  value: null | undefined,
): unknown {
  return mapFields(type, sampleOf(type), (owner, field, fields) => {
    if (owner !== record || field.name !== name) return fields;
    const { [name]: _, ...rest } = fields;
    return value === undefined ? rest : { ...rest, [name]: value };
  });
}

/** Reads a field of each record of a kind in an answer. */
function valuesOf(type: string, answer: unknown, record: string, name: string): unknown[] {
  const found: unknown[] = [];
  const collect = (at: string, value: unknown): void => {
    if (Array.isArray(value)) return value.forEach((one) => collect(at.replace(/\[\]$/, ''), one));
    if (!isRecord(value)) return;
    if (at.endsWith('{}')) return Object.values(value).forEach((one) => collect(at.slice(0, -2), one));
    if (at === record) found.push(value[name]);
    for (const field of PUBLIC_RECORDS.get(at) ?? []) collect(field.type, value[field.name]);
  };
  collect(type, answer);
  return found;
}

/** Whether a schema has fields, at any depth. */
function hasFields(schema: z.core.$ZodType): boolean {
  return unwrap(schema) instanceof z.ZodObject;
}

/** Lists the fields that a record of the public service lacks and that are not marked as ours. */
function unmarkedIn(schema: z.core.$ZodType, type: string, where: string): string[] {
  const found = unwrap(schema);
  if (!(found instanceof z.ZodObject)) return [];
  const fields = PUBLIC_RECORDS.get(type.replaceAll(/\[\]|\{\}/g, '')) ?? [];
  return Object.entries<z.ZodType>(found.shape).flatMap(([name, own]) => {
    if (isExtension(own)) return [];
    // The public service's name of it.
    const field = fields.find((one) => one.name === name) ?? fields.find((one) => one.name === `_${name}`);
    return field === undefined ? [`${where}.${name}`] : unmarkedIn(own, field.type, `${where}.${name}`);
  });
}
