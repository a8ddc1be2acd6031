import { expect, test } from 'vitest';
import { NOT_OFFERED, whyNotOffered } from '../../../../src/contract/endpoint/not-offered.ts';

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

test('every reason is a sentence', () => {
  for (const { reason } of NOT_OFFERED) expect(reason).toMatch(/^[A-Z].{20,}[.A-Za-z}]$/);
});
