import { type ReactNode, useEffect } from 'react';
import { usePath } from './lib/path.ts';
import type { Customer } from './lib/session.ts';
import { Emails } from './pages/emails.tsx';
import { ImagePage } from './pages/image.tsx';
import { Images } from './pages/images.tsx';
import { Overview } from './pages/overview.tsx';
import { AccountMenu } from './parts/account-menu.tsx';
import { BookIcon, EmailIcon, GaugeIcon, ImageIcon } from './parts/icons.tsx';
import { Link } from './parts/link.tsx';
import { Wordmark } from './parts/wordmark.tsx';

type MenuItem = {
  path: string;
  label: string;
  icon: ReactNode;
  page: (props: { customer: Customer }) => ReactNode;
  /** The page at `<path>/<id>`. */
  detail?: { label: string; page: (props: { customer: Customer; id: string }) => ReactNode };
};

const menu: MenuItem[] = [
  { path: '/', label: 'Overview', icon: <GaugeIcon />, page: Overview },
  {
    path: '/images',
    label: 'Images',
    icon: <ImageIcon />,
    page: Images,
    detail: { label: 'Image', page: ImagePage },
  },
  { path: '/emails', label: 'Emails', icon: <EmailIcon />, page: Emails },
];

type Props = { customer: Customer; onSignOut: () => void };

/** The menu, the page header, and the page for the current path. */
export function Frame({ customer, onSignOut }: Props) {
  const path = usePath();
  const { item, title, page } = resolve(path, customer);
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
            {menu.map((one) => (
              <li key={one.path}>
                <Link to={one.path} aria-current={one === item ? 'page' : undefined}>
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
            <span className="mark" title="This data does not describe real people, trucks or companies.">
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

function resolve(path: string, customer: Customer) {
  const [, parent = '', id = ''] = /^(\/[^/]+)\/([^/]+)$/.exec(path) ?? [];
  for (const item of menu) {
    const { label, page: Page, detail } = item;
    if (item.path === path) return { item, title: label, page: <Page customer={customer} /> };
    if (!detail || item.path !== parent) continue;
    return { item, title: detail.label, page: <detail.page key={id} customer={customer} id={id} /> };
  }
  return { item: null, title: 'Not found', page: <NotFound /> };
}

function NotFound() {
  return (
    <p className="lead">
      This page does not exist. <Link to="/">Go to the overview.</Link>
    </p>
  );
}

/** Demo organizations have "synthetic" in their name. */
function isSynthetic(organizationName: string): boolean {
  return /\bsynthetic\b/i.test(organizationName);
}
