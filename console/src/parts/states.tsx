import { ApiError, type Identity, roleMeanings } from '@milepost/sdk';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { TriangleAlertIcon } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

type FailureProps = {
  error: ApiError;
  /** Replaces the error's own message. */
  message?: string | null;
  onRetry?: () => void;
};

/** An error message with the correlation ID that support needs. */
export function Failure({ error, message, onRetry }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <TriangleAlertIcon />
      <div className="failure-text">
        <p>{message ?? describe(error)}</p>
        {error.correlationId !== null && (
          <p className="failure-id">
            Correlation ID: <code>{error.correlationId}</code>
          </p>
        )}
      </div>
      {onRetry && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

type Role = Identity['roles'][number];

function describe(error: ApiError, roles: readonly Role[] = []): string {
  if (error.status !== 403) return error.detail;
  const names = roles.map((role) => `“${roleMeanings[role]}”`).join(' or ');
  return `${error.detail} Ask an administrator of your organization for the role${names && ` ${names}`}.`;
}

type LoadedProps<T> = {
  query: {
    data: T | undefined;
    error: ApiError | null;
    /** `paused`: the request waits for the network. */
    fetchStatus: 'fetching' | 'paused' | 'idle';
    refetch: () => unknown;
  };
  /** Reserves the space of the content while it loads. */
  lines?: number;
  /** Shown instead of the placeholder lines. */
  loading?: ReactNode;
  /** The roles of which one is needed, for users who have none of them. */
  roles?: readonly Role[];
  children: (value: T) => ReactNode;
};

/** The content of a request: placeholder lines while it loads, the error with a retry, or the children. */
export function Loaded<T>({ query, lines = 3, loading, roles, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error?.status === 403)
    return (
      <section className="card" aria-label="Withheld">
        <Withheld error={query.error} roles={roles} />
      </section>
    );
  if (query.error !== null) return <Failure error={query.error} onRetry={() => query.refetch()} />;
  if (query.fetchStatus === 'paused')
    return <Empty title="Not loaded yet.">You are offline. This loads when the network is back.</Empty>;
  return loading ?? <Skeleton lines={lines} />;
}

/** In place of data that the user's roles do not include. It is not an error, and trying again does not help. */
export function Withheld({ error, roles }: { error: ApiError; roles?: readonly Role[] | undefined }) {
  return <Empty title="Your roles do not include this.">{describe(error, roles)}</Empty>;
}

export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
        <span key={line} />
      ))}
    </div>
  );
}

type EmptyProps = { title: string; children?: ReactNode };

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="quiet">{children}</div>}
    </div>
  );
}

/** In place of what rests on sightings, for users who may not read them. */
export function ObservationsWithheld() {
  return (
    <p className="notice">
      Withheld: sightings, and what is concluded from them, are shown to insurance organizations only.
    </p>
  );
}

export function PageLoading(): ReactNode {
  return <Skeleton lines={8} />;
}

export function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  if (error instanceof ApiError) return <Failure error={error} onRetry={reset} />;
  return (
    <div className="failure" role="alert">
      <TriangleAlertIcon />
      <div className="failure-text">
        <p>
          {navigator.onLine
            ? `This page failed. ${error instanceof Error ? error.message : ''}`
            : 'You are offline, and this page has not been loaded yet.'}
        </p>
      </div>
      <Button small onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}

export function NotFound(): ReactNode {
  return (
    <section className="card" aria-label="Not found">
      <Empty title="This page does not exist.">
        Check the address, or <Link to="/">go to the overview</Link>.
      </Empty>
    </section>
  );
}

function onConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Shown while the browser has no network. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p className="offline" role="status">
      You are offline. The page shows the last data that was loaded.
    </p>
  );
}
