import { createContext, useContext, useEffect } from 'react';

const TitleContext = createContext<(title: string | null) => void>(() => undefined);

export const TitleProvider = TitleContext.Provider;

/** Sets the heading of the page. Without it, the heading is the name of the menu entry. */
export function useTitle(title: string | null): void {
  const setTitle = useContext(TitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(null);
  }, [title, setTitle]);
}
