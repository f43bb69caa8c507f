export { ApiError } from './api-error.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
export { restrictedRoles, roleMeanings } from './generated/roles.ts';
export type * from './generated/schemas.ts';
export type {
  FollowInput,
  Input,
  Method,
  OperationId,
  OperationInput,
  OperationResponse,
  PathWith,
  ResponseBody,
} from './operation.ts';
export { type SignedBody, type SignedRequest, verifyWebhook } from './verify-webhook.ts';
