import type { Client } from '../client/create-client.ts';
import type { AppVariantResponse } from '../contract/records/variant.ts';
import { resolveAppId } from './resolve-app.ts';

export interface ListVariantsOptions {
  readonly client: Client;
  readonly app: string | null;
}

/** Lists the variants of an app, oldest first. */
export async function listVariants({ client, app }: ListVariantsOptions): Promise<AppVariantResponse[]> {
  return await client.listAppVariants({ app_id: await resolveAppId({ client, app }) });
}
