import type { ClientTable } from './client-endpoint.ts';
import { createClientTable } from './create-client-table.ts';

/**
 * The contract as the client needs it. The build puts the finished data here, so that the installed program neither
 * loads zod nor builds a schema to make a request.
 */
export const CLIENT_TABLE: ClientTable = createClientTable();
