import { createContext, useContext } from 'react';

type EndSession = (reason: string | null) => void;

const SessionEndContext = createContext<EndSession>(() => undefined);

export const SessionEndProvider = SessionEndContext.Provider;

/** Ends the session; the sign-in page shows the reason. */
export function useEndSession(): EndSession {
  return useContext(SessionEndContext);
}
