import type { HostedDeployment } from '../hosting.ts';
import type { BundleUsers } from './hosting-options.ts';

/** Names whom a process runs for: an app, or one of its environments with variables of its own. */
export function tenantOf({ app_id, environment }: HostedDeployment): string {
  const { variablesId = null, isProtected = false } = environment ?? {};
  if (variablesId === null && !isProtected) return app_id;
  return `${app_id}/${isProtected ? 'protected' : 'with'}/${variablesId ?? 'none'}`;
}

/** Assigns each tenant a user. Tenants share users only when there are more of them than users. */
export function createUserPool(users: BundleUsers | undefined): (tenant: string) => number | null {
  const given = new Map<string, number>();
  return (tenant) => {
    if (users === undefined) return null;
    const user = given.get(tenant) ?? users.first + (given.size % (users.last - users.first + 1));
    given.set(tenant, user);
    return user;
  };
}
