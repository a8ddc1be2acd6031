import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { ROLES } from '../../contract/endpoint/role.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Principal } from './operation.ts';

/** @throws {WF_NOT_ALLOWED} when the role is lower than the minimum */
export function requireRole(principal: Principal, least: Endpoint['role']): void {
  if (least === null || ROLES.indexOf(principal.role) >= ROLES.indexOf(least)) return;
  throw new UserError({
    code: 'WF_NOT_ALLOWED',
    message: `This requires the role ${least}; the key ${JSON.stringify(principal.name)} has the role ${principal.role}.`,
  });
}
