import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** `npx vite console` serves the page for development and forwards API requests to port 8080. */
const api = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // The sources of the SDK, so that it need not be built first.
  resolve: { conditions: ['milepost-source', ...defaultClientConditions] },
  build: {
    // The content security policy forbids data: scripts, and separate files are cached by their hash.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    // The map library is one file of 1.1 MB, loaded only with a map.
    chunkSizeWarningLimit: 1_200,
    // How long a slow machine takes is no problem of the build.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '^/(?!console/)': api } },
});
