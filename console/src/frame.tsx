import type { Identity } from '@milepost/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import {
  ActivityIcon,
  BellIcon,
  BookOpenIcon,
  BriefcaseIcon,
  Building2Icon,
  CameraIcon,
  ChevronDownIcon,
  ClipboardCheckIcon,
  DatabaseIcon,
  EyeIcon,
  GaugeIcon,
  ImageIcon,
  LayersIcon,
  ListChecksIcon,
  ListIcon,
  MailIcon,
  MapPinIcon,
  RouteIcon,
  SearchIcon,
  ServerIcon,
  ShieldCheckIcon,
  TruckIcon,
  WebhookIcon,
} from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Scope, useCustomer, useScope } from './lib/api.tsx';
import { readPurpose } from './lib/session.ts';
import { TitleProvider } from './lib/title.tsx';
import { focusOrContent } from './lib/use-focus-return.ts';
import { isTyping, useListKeys } from './lib/use-list-keys.ts';
import { useDialog, useOpened } from './lib/use-view.ts';
import { PurposeForm } from './pages/purpose.tsx';
import { AccountMenu } from './parts/account-menu.tsx';
import { Wordmark } from './parts/front-page.tsx';
import { Modal } from './parts/modal.tsx';
import { Palette } from './parts/palette.tsx';
import { OfflineBar } from './parts/states.tsx';
import { Uploads } from './parts/uploads/uploads.tsx';

const menu: { to: string; label: string; icon: ReactNode; role?: Identity['roles'][number] }[] = [
  { to: '/', label: 'Overview', icon: <GaugeIcon /> },
  { to: '/sightings', label: 'Sightings', icon: <MapPinIcon /> },
  { to: '/carriers', label: 'Carriers', icon: <TruckIcon /> },
  { to: '/lanes', label: 'Lanes', icon: <RouteIcon /> },
  { to: '/vetting', label: 'Vetting', icon: <ShieldCheckIcon /> },
  { to: '/alerts', label: 'Alerts', icon: <BellIcon /> },
  { to: '/matches', label: 'Matches', icon: <ListChecksIcon /> },
  { to: '/watchlists', label: 'Watchlists', icon: <EyeIcon /> },
  { to: '/live', label: 'Live', icon: <ActivityIcon /> },
  { to: '/cases', label: 'Cases', icon: <BriefcaseIcon /> },
  { to: '/images', label: 'Images', icon: <ImageIcon /> },
  { to: '/dock-check', label: 'Dock check', icon: <ClipboardCheckIcon /> },
  { to: '/webhooks', label: 'Webhooks', icon: <WebhookIcon /> },
  { to: '/emails', label: 'Emails', icon: <MailIcon />, role: 'admin' },
];

/** Pages of administrators. Each is listed only for users who may open it. */
function adminMenu(identity: Identity, scope: Scope): typeof menu {
  const cameras = { to: '/cameras', label: 'Cameras', icon: <CameraIcon /> };
  const audit = { to: '/audit', label: 'Audit log', icon: <ListIcon /> };
  if (scope === 'operator')
    return [
      { to: '/organizations', label: 'Organizations', icon: <Building2Icon /> },
      { to: '/stages', label: 'Stages', icon: <LayersIcon /> },
      { to: '/system', label: 'System', icon: <ServerIcon /> },
      cameras,
      { to: '/data', label: 'Data', icon: <DatabaseIcon /> },
      audit,
    ];
  if (scope === null) return [];
  const own = `/organizations/${identity.organization_id}`;
  return [{ to: own, label: 'Organization', icon: <Building2Icon /> }, cameras, audit];
}

/** The entry of the menu that a page belongs to. Vehicles are reached from sightings. */
function sectionOf(path: string): string {
  const section = `/${path.split('/')[1] ?? ''}`;
  return section === '/vehicles' ? '/sightings' : section;
}

/** The badge of demo organizations. Printed pages have it as a watermark. */
const DEMO_MARK = 'Synthetic demo data';

/** The menu, the page header with its title, and the page. */
export function Frame(): ReactNode {
  const { identity, endSession } = useCustomer();
  const admin = adminMenu(identity, useScope());
  const { pathname } = useLocation();
  const section = sectionOf(pathname);
  const shown = menu.filter(({ role }) => role === undefined || identity.roles.includes(role));
  const pages = [...shown, ...admin];
  const found = [...menu, ...admin].find(({ to }) => sectionOf(to) === section);
  const label = found?.label;
  // A page below an entry of the menu links back to it.
  const parent = found !== undefined && pathname.length > found.to.length ? found : undefined;
  const [title, setTitle] = useState<string | null>(null);
  const heading = title ?? label ?? 'Not found';
  const palette = useOpened('palette');
  const opener = useRef<{ element: Element | null; path: string } | null>(null);
  const openPalette = () => {
    if (palette.value !== undefined) return;
    opener.current = { element: document.activeElement, path: location.pathname };
    palette.open('open');
  };
  const onShortcut = useEffectEvent(openPalette);
  const [purposeOpen, setPurposeOpen] = useDialog('purpose');
  const queries = useQueryClient();
  useListKeys();
  useEffect(() => {
    document.title = `${heading} · Milepost`;
  }, [heading]);
  // On a phone the menu is one line that scrolls sideways.
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the section.
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [section]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
      if (!isShortcut && (event.key !== '/' || isTyping(event.target))) return;
      event.preventDefault();
      onShortcut();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className="frame" data-watermark={identity.is_demo ? DEMO_MARK : undefined}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="side">
        <Wordmark />
        <nav aria-label="Console" ref={nav}>
          <ul className="menu">
            {pages.map(({ to, label, icon }, index) => (
              <li key={to}>
                {index === shown.length && <p className="menu-title">Administration</p>}
                <Link to={to} aria-current={sectionOf(to) === section ? 'page' : undefined}>
                  {icon} {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {identity.is_demo && (
          <span
            className="mark"
            title="The companies, trucks and records of the demo are synthetic. Images that you send are not."
          >
            {DEMO_MARK}
          </span>
        )}
        <ul className="menu menu-foot">
          <li>
            <a href="/docs">
              <BookOpenIcon /> API reference
            </a>
          </li>
        </ul>
      </header>
      <div className="stage">
        <div className="head">
          {parent !== undefined && (
            <Link to={parent.to} className="crumb" aria-label={`All ${parent.label.toLowerCase()}`}>
              <ChevronDownIcon />
              <span>{parent.label}</span>
            </Link>
          )}
          {/* A new element: the text of a longer title would move up inside the existing one. */}
          <h1 key={heading} title={heading}>
            {heading}
          </h1>
          <button type="button" className="find" aria-label="Search" onClick={openPalette}>
            <SearchIcon />
            <span className="find-label">Search</span>
            <kbd>/</kbd>
          </button>
          <AccountMenu
            identity={identity}
            purpose={
              identity.purpose_required ? { text: readPurpose(), onChange: () => setPurposeOpen(true) } : null
            }
            onSignOut={() => endSession(null)}
          />
        </div>
        <OfflineBar />
        <main id="content" tabIndex={-1}>
          <TitleProvider value={setTitle}>
            <Outlet />
          </TitleProvider>
        </main>
      </div>
      <Uploads />
      <Modal
        open={purposeOpen}
        onOpenChange={setPurposeOpen}
        title="Change the purpose"
        description="The audit log records it with every request from now on."
      >
        <PurposeForm
          onDone={() => {
            setPurposeOpen(false);
            queries.invalidateQueries();
          }}
        />
      </Modal>
      <Palette
        open={palette.value === 'open'}
        onClose={palette.close}
        onClosed={() => {
          // A page that was chosen in the palette may have focused a field of its own.
          if (document.activeElement !== document.body) return;
          const isSamePage = opener.current?.path === location.pathname;
          focusOrContent(isSamePage ? (opener.current?.element ?? null) : null);
        }}
        pages={pages}
      />
    </div>
  );
}
