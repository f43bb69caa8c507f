#!/usr/bin/env node
const { enableCompileCache, isNode24, runOnNode24 } = require('./node24.cjs');

if (isNode24) {
  enableCompileCache();
  // libuv's default of four threads is too few for concurrent file access, image decoding and password hashing.
  process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || '16';
  import('../src/main.ts');
} else {
  runOnNode24([__filename].concat(process.argv.slice(2)));
}
