/**
 * Loaded before the test runner. Its hook, which assigns an error outside of a test to one, tracks every promise: that takes
 * an eighth of the time of code that works with the database. Without it, such an error fails the file.
 */
import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
