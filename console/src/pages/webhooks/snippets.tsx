import { Tabs } from 'radix-ui';
import { useView } from '../../lib/use-view.ts';
import { Card } from '../../parts/card.tsx';
import typescript from './snippets/receive.ts?raw';
import go from './snippets/verify.go?raw';
import python from './snippets/verify.py?raw';

const SNIPPETS = { TypeScript: typescript, Python: python, Go: go };

/** How a receiver checks the signature. */
export function Snippets() {
  const [language = '', setLanguage] = useView('language');
  return (
    <Card title="Verify a delivery">
      <Tabs.Root
        value={language in SNIPPETS ? language : 'TypeScript'}
        onValueChange={(next) => setLanguage(next === 'TypeScript' ? undefined : next, 'push')}
      >
        <Tabs.List className="tabs" aria-label="Language">
          {Object.keys(SNIPPETS).map((name) => (
            <Tabs.Trigger key={name} value={name}>
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {Object.entries(SNIPPETS).map(([name, code]) => (
          <Tabs.Content key={name} value={name}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
            <pre className="code" tabIndex={0}>
              <code>{code}</code>
            </pre>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Card>
  );
}
