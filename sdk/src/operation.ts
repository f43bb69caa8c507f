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

/** Path values, query and body of an operation. */
export type OperationInput<Id extends OperationId> = Omit<Operations[Id], 'response'> & Abortable;
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
