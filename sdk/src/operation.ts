import type { Operations, operations } from './generated/operations.ts';

type Table = typeof operations;

export type OperationId = keyof Operations;
/** An entry of the table of operations: route, response format and credentials. */
export type Operation = Table[OperationId];
export type Method = Operation['method'];

type Format<Id extends OperationId> = Table[Id]['format'];
/** Operation IDs by route, such as `GET /alerts`, without streams. */
type Routes = {
  [Id in OperationId as Format<Id> extends 'lines' | 'events'
    ? never
    : `${Table[Id]['method']} ${Table[Id]['path']}`]: Id;
};
type IdOf<M extends Method, P extends string> = Routes[`${M} ${P}` & keyof Routes];
type PathOf<Route, M extends Method> = Route extends `${M} ${infer P}` ? P : never;

/** The paths that support a method. Streams are only available as methods of the client. */
export type PathWith<M extends Method> = PathOf<keyof Routes, M>;

type Abortable = {
  /** Aborts the request. */
  signal?: AbortSignal;
};

type RequestOptions = Abortable & {
  /**
   * Repeats of a request with the same key create nothing twice, for 24 hours. Default: a new one for each call of an operation
   * that supports it.
   */
  idempotencyKey?: string;
};

/** The operations that return a list. */
export type ListId = { [Id in OperationId]: Table[Id] extends { list: string } ? Id : never }[OperationId];
type ListName<Id extends ListId> = Table[Id] extends { list: infer Name } ? Name : never;
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;
type ItemAt<Response, Name> = Response extends unknown
  ? Name extends keyof Response
    ? ItemOf<Response[Name]>
    : never
  : never;
/** An item of a list. */
export type ListItem<Id extends ListId> =
  ListName<Id> extends '' ? ItemOf<OperationResponse<Id>> : ItemAt<OperationResponse<Id>, ListName<Id>>;

/** Path values, query and body of an operation. */
export type OperationInput<Id extends OperationId> = Omit<Operations[Id], 'response'> & RequestOptions;
export type OperationResponse<Id extends OperationId> = Operations[Id]['response'];

export type Input<M extends Method, P extends string> = OperationInput<IdOf<M, P>>;
export type ResponseBody<M extends Method, P extends string> = OperationResponse<IdOf<M, P>>;

/** The input can be omitted if none of its members is required. */
export type InputArgument<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

export type FollowInput = Abortable & {
  /** Continues after the event with this ID. Without it, the stream starts with the next event. */
  lastEventId?: number | string | null;
  /** Called when a connection is established (true) and when it is lost and will be retried (false). */
  onConnection?: (isConnected: boolean) => void;
};

type OperationMethod<Id extends OperationId> =
  Format<Id> extends 'events'
    ? (input?: FollowInput) => AsyncGenerator<OperationResponse<Id>, void, undefined>
    : Format<Id> extends 'lines'
      ? (
          ...input: InputArgument<OperationInput<Id>>
        ) => AsyncGenerator<OperationResponse<Id>, void, undefined>
      : (...input: InputArgument<OperationInput<Id>>) => Promise<OperationResponse<Id>>;

/** One method per operation. */
export type OperationMethods = { [Id in keyof Operations]: OperationMethod<Id> };
