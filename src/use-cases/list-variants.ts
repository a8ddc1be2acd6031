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

/** The service's longest page. */
const PAGE_SIZE = 1000;

/** Finds the app, and then walks its variants page by page, oldest first. */
export async function walkVariants({ client, app }: ListVariantsOptions): Promise<AsyncIterable<AppVariantResponse>> {
  const app_id = await resolveAppId({ client, app });
  return client.paginate('listAppVariants', { app_id, limit: PAGE_SIZE });
}
