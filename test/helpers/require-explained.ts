import { expect } from 'vitest';
import { type AskedRequest, findLostLocation } from './find-lost-location.ts';
import { ErrorBody, ValidationErrorItem } from '../../src/contract/validation/validation-error.ts';

/** Checks that a refusal says what is wrong, in a sentence, and for bad input also where: at a place that the request has. */
export async function requireExplained(response: Response, request: AskedRequest): Promise<void> {
  const isJson = response.headers.get('content-type') === 'application/json';
  if (response.status < 400 || response.status === 500 || !isJson) return;
  const text = await response.clone().text();
  if (text === '') return; // the answer to HEAD
  const body: unknown = JSON.parse(text);
  const items = ValidationErrorItem.array().safeParse(Object(body).detail);
  if (items.success) {
    for (const item of items.data) requireItem(item);
    expect(findLostLocation(request, items.data), text).toBeUndefined();
  }
  const { detail } = ErrorBody.safeParse(body).data ?? {};
  if (typeof detail === 'string') expect(detail).toMatch(SENTENCE);
}

function requireItem({ loc, msg, type }: ValidationErrorItem): void {
  expect(loc[0], msg).toMatch(/^(body|path|query|header)$/);
  expect(loc, msg).not.toContain('');
  expect(msg).toMatch(/^\S.*\S$/s);
  expect(type, msg).toMatch(/^[a-z][a-z_]+$/);
}

const SENTENCE = /^\S.*[^\s.][.?!]$/s;
