import { Link } from '@tanstack/react-router';
import { VETTING_TABS } from '../../lib/search.ts';
import { usePageSearch } from '../../lib/use-view.ts';
import { Checks } from './checks.tsx';
import { Lists } from './lists.tsx';
import { Objections } from './objections.tsx';
import { Rules } from './rules.tsx';

type Tab = keyof typeof VETTING_TABS;
const [FIRST = 'checks', ...OTHERS] = Object.keys(VETTING_TABS) as Tab[];

/** What the rules of the organization decide about carriers, and what carriers say to it. */
export function Page() {
  const { tab = FIRST } = usePageSearch('vetting');
  return (
    <div className="stack vetting">
      <nav className="tab-links" aria-label="Vetting">
        {[FIRST, ...OTHERS].map((one) => (
          <Link
            key={one}
            to="/vetting"
            search={one === FIRST ? {} : { tab: one }}
            aria-current={one === tab ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {VETTING_TABS[one]}
          </Link>
        ))}
      </nav>
      {tab === 'checks' && <Checks />}
      {tab === 'rules' && <Rules />}
      {tab === 'lists' && <Lists />}
      {tab === 'objections' && <Objections />}
    </div>
  );
}
