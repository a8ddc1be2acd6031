import { expect, test } from 'vitest';
import { isOwnVariable, isSteeringVariable } from '../../../src/foundation/steering-variable.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const STEERING = words(`
  NODE_OPTIONS node_options NODE_REPL_EXTERNAL_MODULE NODE_CHANNEL_FD NODE_V8_COVERAGE NODE_ICU_DATA
  OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES
  LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES GCONV_PATH GLIBC_TUNABLES LOCPATH MALLOC_TRACE
  LIBMOUNT_FSTAB BLKID_FILE LIBBLKID_DEBUG
  SHELLOPTS BASHOPTS BASH_ENV BASH_XTRACEFD PS4 IFS FPATH ZDOTDIR`);

const OWN = words(`
  OPENAI_API_KEY ENV PATH TZ LANG NODE_ENV NODE_EXTRA_CA_CERTS SSL_CERT_FILE HTTPS_PROXY
  MY_LD_PRELOAD NODE_OPTIONS_2 PS4_ BASH OPENSSL WF_SECRET_KEY __proto__`);

test('variables that load code or run commands steer a process, and no others', () => {
  expect([...STEERING, ...OWN, ''].filter(isSteeringVariable)).toEqual(STEERING);
});

test("wf's own variables are those that begin with WF_, in each spelling", () => {
  expect([...OWN, 'wf_trust', 'Wf_', 'MY_WF_X', 'WF', ''].filter(isOwnVariable)).toEqual([
    'WF_SECRET_KEY',
    'wf_trust',
    'Wf_',
  ]);
});
