import type { Plugin } from 'esbuild';
import { ENDPOINT_ROUTES } from '../src/contract/endpoint-routes.ts';

/** Replaces the code that reads the routes of all endpoints from their schemas by the finished table. */
export function endpointRoutesPlugin(): Plugin {
  const contents = `export const ENDPOINT_ROUTES = JSON.parse(${JSON.stringify(JSON.stringify(ENDPOINT_ROUTES))});`;
  return {
    name: 'endpoint-routes',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]contract[\\/]endpoint-routes\.ts$/ }, () => ({ contents }));
    },
  };
}
