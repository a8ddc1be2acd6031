import { expect, test } from 'vitest';
import type { Role } from '../../../../src/contract/endpoint/role.ts';
import { requireRole } from '../../../../src/service/operation/require-role.ts';

const check = (role: Role, least: Role | null) => requireRole({ id: 'k', name: 'my "key"', role }, least);

test.each<[Role, Role | null]>([
  ['viewer', null],
  ['viewer', 'viewer'],
  ['author', 'viewer'],
  ['author', 'author'],
  ['operator', 'author'],
  ['operator', 'operator'],
])('the role %s is enough for %s', (role, least) => {
  expect(() => check(role, least)).not.toThrow();
});

test.each<[Role, Role]>([
  ['viewer', 'author'],
  ['viewer', 'operator'],
  ['author', 'operator'],
])('the role %s is too little for %s', (role, least) => {
  expect(() => check(role, least)).toThrow(
    expect.objectContaining({
      code: 'WF_NOT_ALLOWED',
      message: `This requires the role ${least}; the key "my \\"key\\"" has the role ${role}.`,
    }),
  );
});
