import { appEndpoints } from '../../contract/apps/app.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { countAppRecords, createApp, deleteApp, listApps, updateApp } from './operations.ts';

/** The endpoints of apps, with what each does. One without an operation does not compile. */
export const apps = serveEndpoints(appEndpoints, {
  createApp,
  listApps,
  updateApp,
  deleteApp,
  countAppRecords,
});
