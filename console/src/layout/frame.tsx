import { useEffect } from 'react';
import type { Customer } from '../customer.ts';
import { places } from '../navigation.tsx';
import { Missing } from '../pages/missing.tsx';
import { BookIcon } from '../parts/icons.tsx';
import { Link } from '../parts/link.tsx';
import { usePath } from '../use-path.ts';
import { AccountMenu } from './account-menu.tsx';
import { Wordmark } from './wordmark.tsx';

type Props = { customer: Customer; onSignOut: () => void };

/** Menu, head and the page that the address names. */
export function Frame({ customer, onSignOut }: Props) {
  const path = usePath();
  const { place, title, page } = at(path, customer);
  useEffect(() => {
    document.title = `${title} · Milepost`;
  }, [title]);

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
                <Link to={one.path} aria-current={one === place ? 'page' : undefined}>
                  {one.icon} {one.label}
                </Link>
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
          {page}
        </main>
      </div>
    </div>
  );
}

/** What stands at a path: a place of the menu, one thing in it, or nothing. */
function at(path: string, customer: Customer) {
  const [, above = '', id = ''] = /^(\/[^/]+)\/([^/]+)$/.exec(path) ?? [];
  for (const place of places) {
    const { label, page: Page, one } = place;
    if (place.path === path) return { place, title: label, page: <Page customer={customer} /> };
    if (!one || place.path !== above) continue;
    return { place, title: one.label, page: <one.page key={id} customer={customer} id={id} /> };
  }
  return { place: null, title: 'Not found', page: <Missing /> };
}

/** The demo's organizations say so in their names. */
function isSynthetic(organizationName: string): boolean {
  return /\bsynthetic\b/i.test(organizationName);
}
