import { expect, test } from 'vitest';
import { ById, OrderedPaging, Paging } from '../../../../src/contract/endpoint/endpoint.ts';
import { whyNotOffered, fillPath, pathParameterNames } from '../../../../src/contract/endpoint/protocol.ts';

test.each([
  [{}, true],
  [{ limit: '1' }, true],
  [{ limit: '1000' }, true],
  [{ limit: '0' }, false],
  [{ limit: '1001' }, false],
  [{ limit: '1.5' }, false],
  [{ cursor: 'aZ0_-' }, true],
  [{ cursor: '' }, false],
  [{ cursor: 'a=' }, false],
])('the page %j of a list is valid: %s', (query, expected) => {
  expect(Paging.safeParse(query).success).toBe(expected);
});

test('an invalid cursor is reported as such', () => {
  const messages = Paging.safeParse({ cursor: '!' }).error?.issues.map(({ message }) => message);
  expect(messages).toEqual(['Input should be a cursor of this list']);
});

test('a list can be read in both orders, and from a prefix of an id', () => {
  const orders = ['asc', 'desc', 'up'].map((order) => OrderedPaging.safeParse({ order, limit: '5' }).data);
  expect(orders).toEqual([{ order: 'asc', limit: 5 }, { order: 'desc', limit: 5 }, undefined]);
  expect(ById.parse({ id_prefix: '01', other: 1 })).toEqual({ id_prefix: '01' });
});

test('values are percent-encoded into the path', () => {
  expect(fillPath('/apps/{app_id}/revisions/{name}', { app_id: 'a/b', name: 'ü ?' })).toBe(
    '/apps/a%2Fb/revisions/%C3%BC%20%3F',
  );
});

test('parameter names are listed in order', () => {
  expect(pathParameterNames('/apps/{app_id}/revisions/{environment_name}')).toEqual(['app_id', 'environment_name']);
});

const IMAGES = 'This service runs bundles, not container images: deploy with wf deploy, or register an address.';
const MEMBERS = 'This service has keys with roles instead of members: create keys by POST /keys.';
const FIXED = 'This service has one organisation with one workspace.';
const TRACES = 'This service stores spans as they are sent, and computes no figures from them.';

test.each([
  ['POST', '/admin/accounts', MEMBERS],
  ['POST', '/admin/account', MEMBERS],
  ['POST', '/apps/x/variant/from-image', IMAGES],
  ['POST', '/apps/x/variant/from-template', IMAGES],
  ['POST', '/apps/app_and_variant_from_template', IMAGES],
  ['POST', '/containers/build_image', IMAGES],
  ['GET', '/containers/templates', IMAGES],
  ['PUT', '/variants/a%2Fb/image/', IMAGES],
  ['GET', '/observability/v1/analytics', TRACES],
  ['POST', '/organizations', FIXED],
  ['POST', '/organizations/x/workspaces', FIXED],
  ['POST', '/organizations/x/workspaces/y/invite', MEMBERS],
  ['POST', '/organizations/x/workspaces/y/invite/resend', MEMBERS],
  ['POST', '/organizations/x/workspaces/y/invite/accept', MEMBERS],
  ['POST', '/workspaces/x/roles', MEMBERS],
  ['DELETE', '/workspaces/x/roles', MEMBERS],
  ['DELETE', '/workspaces/x/users', MEMBERS],
])('%s %s is not offered, and the answer says why', (method, path, reason) => {
  expect(whyNotOffered(method, path)).toBe(reason);
});

test.each([
  ['GET', '/variants/x/image'],
  ['PUT', '/variants/x/image/y'],
  ['PUT', '/variants/image'],
  ['PUT', '/variants/x/picture'],
  ['GET', '/'],
])('%s %s is none of those', (method, path) => {
  expect(whyNotOffered(method, path)).toBeNull();
});
