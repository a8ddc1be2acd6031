import { defineConfig } from 'wf';

export default defineConfig({
  app: '__APP__',
  entry: 'src/workflow.ts',
});
