export { ApiError, type Problem } from './api-error.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
export type { components, operations, paths } from './generated/api.ts';
export { roleMeanings } from './generated/roles.ts';
export type { Answer, Input, Method, PathWith } from './operation.ts';
export { type SignedBody, verifyWebhook } from './verify-webhook.ts';
