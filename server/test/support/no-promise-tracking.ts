/**
 * Loaded before the test runner. To assign an error outside of a test to one, the runner's hook tracks every promise: 6 µs
 * each, an eighth of the processor time of the workers' code. Without that, such an error still fails the file.
 */
import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
