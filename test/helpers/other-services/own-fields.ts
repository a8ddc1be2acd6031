import * as z from 'zod';
import { ENDPOINT_ROUTES } from '../../../src/contract/endpoint-routes.ts';
import { isExtension } from '../../../src/contract/endpoint/endpoint.ts';
import { type EndpointName, ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { isRecord } from '../../../src/foundation/record.ts';
import type { Received, ServiceRules } from './json-service.ts';
import { refuseUnknownQueries } from './known-queries.ts';

/** A service that knows nothing of ours: it refuses our parameters, and has fields of its own under our names. */
export const FOREIGN: ServiceRules = { check: refuseUnknownQueries, complete: withOwnFields };

/** Finds the endpoint of the interface that a request is for. */
export function endpointOf({ method, url }: Pick<Received, 'method' | 'url'>): EndpointName | null {
  const path = new URL(url, 'http://service').pathname;
  const isMeant = (name: EndpointName) =>
    ENDPOINT_ROUTES[name].method === method &&
    new RegExp(`^${ENDPOINT_ROUTES[name].path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(path);
  // The keys of the table are its names.
  return (Object.keys(ENDPOINT_ROUTES) as EndpointName[]).find(isMeant) ?? null;
}

/** Adds fields of a service's own to its answer: they have names of ours, and other values. */
export function withOwnFields(received: Pick<Received, 'method' | 'url'>, body: unknown): unknown {
  const name = endpointOf(received);
  const response = name === null ? null : ENDPOINTS[name].response;
  return response === null || !('def' in response) ? body : addFields(response, body);
}

function addFields(schema: z.core.$ZodType, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => addFields(schema, one));
  const found = unwrap(schema);
  if (!(found instanceof z.ZodObject) || !isRecord(value)) return value;
  const entries = Object.entries<z.ZodType>(found.shape).flatMap(([name, own]) => {
    if (isExtension(own)) return [[name, [{ own: name }]]];
    return Object.hasOwn(value, name) ? [[name, addFields(own, value[name])]] : [];
  });
  return { ...value, ...Object.fromEntries(entries) };
}

/** Removes what makes a list, a dictionary or an optional value of a schema. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodArray) return unwrap(schema.element);
  if (schema instanceof z.ZodRecord) return unwrap(schema.valueType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  return schema;
}
