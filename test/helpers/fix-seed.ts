import { configureGlobal } from 'fast-check';

// Equal in every run; `WF_TEST_SEED` tries others.
configureGlobal({ seed: Number(process.env['WF_TEST_SEED'] ?? 1) });
