import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npx vite console` serves the page while it is worked on; the API is the one on port 8080. */
const api = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    // The policy allows no data: scripts, and each file is cached by its hash.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  server: { proxy: { '^/(?!console/)': api } },
});
