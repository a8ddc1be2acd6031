import { defineConfig } from 'wfkit';

export default defineConfig({
  app: '__APP__',
  entry: 'src/workflow.ts',
});
