import type { Operation } from '../../operation/operation.ts';
import { findConfig, toConfigResponse } from '../config-references.ts';

export const fetchConfig: Operation<'fetchConfig'> = {
  access: 'read',
  run: async ({ body }, context) => {
    const { app, config } = await findConfig(context, body);
    return await toConfigResponse(app, config, context);
  },
};
