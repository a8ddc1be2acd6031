import { defineConfig } from 'wfkit';

export default defineConfig({
  app: '__APP__',
  entry: 'src/workflow.ts',
  // Taken from your shell, if they are set there; .env may have them instead.
  env: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
});
