export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './api-error.ts';
export { type Client, type ClientHooks, type ClientOptions, createClient } from './create-client.ts';
export { restrictedRoles, roleMeanings } from './generated/roles.ts';
export type * from './generated/schemas.ts';
export type {
  FollowInput,
  Input,
  ListId,
  ListItem,
  Method,
  OperationId,
  OperationInput,
  OperationResponse,
  PathWith,
  ResponseBody,
} from './operation.ts';
export {
  type SignedBody,
  type SignedRequest,
  verifyWebhook,
  WebhookError,
  type WebhookRefusal,
} from './verify-webhook.ts';
