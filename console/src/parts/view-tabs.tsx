import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useView } from '../lib/use-view.ts';

type Tab = { id: string; label: string; content: ReactNode };
type Props = {
  /** The search parameter with the chosen tab. The URL does not name the first one. */
  param: string;
  label: string;
  tabs: [Tab, ...Tab[]];
  /** A printed report has the content of all tabs. */
  printsAll?: boolean;
};

export function ViewTabs({ param, label, tabs, printsAll = false }: Props) {
  const [chosen, setChosen] = useView(param);
  const [first] = tabs;
  const current = tabs.find(({ id }) => id === chosen) ?? first;
  return (
    <Tabs.Root
      value={current.id}
      onValueChange={(next) => setChosen(next === first.id ? undefined : next, 'push')}
    >
      <Tabs.List className="tabs" aria-label={label}>
        {tabs.map(({ id, label }) => (
          <Tabs.Trigger key={id} value={id}>
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Content key={id} value={id} className="tab" forceMount={printsAll || undefined}>
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
