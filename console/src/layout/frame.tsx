import { useEffect } from 'react';
import type { Customer } from '../customer.ts';
import { type Place, places } from '../navigation.tsx';
import { Missing } from '../pages/missing.tsx';
import { BookIcon } from '../parts/icons.tsx';
import { goTo, hrefOf, usePath } from '../use-path.ts';
import { AccountMenu } from './account-menu.tsx';
import { Wordmark } from './wordmark.tsx';

type Props = { customer: Customer; onSignOut: () => void };

/** Menu, head and the page that the address names. */
export function Frame({ customer, onSignOut }: Props) {
  const path = usePath();
  const place = places.find((one) => one.path === path);
  const title = place?.label ?? 'Not found';
  useEffect(() => {
    document.title = `${title} · Milepost`;
  }, [title]);

  const Page = place?.page ?? Missing;
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="side">
        <Wordmark />
        <nav aria-label="Console">
          <ul className="menu">
            {places.map((one) => (
              <li key={one.path}>
                <MenuLink place={one} current={one === place} />
              </li>
            ))}
          </ul>
        </nav>
        <ul className="menu menu-foot">
          <li>
            <a href="/docs">
              <BookIcon /> API reference
            </a>
          </li>
        </ul>
      </header>
      <div className="stage">
        <div className="head">
          <h1>{title}</h1>
          {isSynthetic(customer.identity.organization_name) && (
            <span className="mark" title="Nothing here describes a real person, truck or company.">
              Synthetic demo data
            </span>
          )}
          <AccountMenu identity={customer.identity} onSignOut={onSignOut} />
        </div>
        <main id="content" tabIndex={-1}>
          <Page customer={customer} />
        </main>
      </div>
    </div>
  );
}

function MenuLink({ place, current }: { place: Place; current: boolean }) {
  return (
    <a
      href={hrefOf(place.path)}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        // A new tab or window is the browser's business.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(place.path);
      }}
    >
      {place.icon} {place.label}
    </a>
  );
}

/** The demo's organizations say so in their names. */
function isSynthetic(organizationName: string): boolean {
  return /\bsynthetic\b/i.test(organizationName);
}
