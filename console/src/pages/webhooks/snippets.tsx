import { Card } from '../../parts/card.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import typescript from './snippets/receive.ts?raw';
import go from './snippets/verify.go?raw';
import python from './snippets/verify.py?raw';

/** How a receiver checks the signature. */
export function Snippets() {
  return (
    <Card title="Verify a delivery">
      <ViewTabs
        param="language"
        label="Language"
        tabs={[snippet('TypeScript', typescript), snippet('Python', python), snippet('Go', go)]}
      />
    </Card>
  );
}

function snippet(language: string, code: string) {
  const content = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <pre className="code" tabIndex={0}>
      <code>{code}</code>
    </pre>
  );
  return { id: language, label: language, content };
}
