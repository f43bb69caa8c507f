import type { ReactNode } from 'react';
import type { Customer } from './customer.ts';
import { Mails } from './pages/mails.tsx';
import { Overview } from './pages/overview.tsx';
import { GaugeIcon, MailIcon } from './parts/icons.tsx';

export type Place = {
  path: string;
  label: string;
  icon: ReactNode;
  page: (props: { customer: Customer }) => ReactNode;
};

/** The places of the console, in the order of the menu. A page that lands adds its line here and nowhere else. */
export const places: Place[] = [
  { path: '/', label: 'Overview', icon: <GaugeIcon />, page: Overview },
  { path: '/mails', label: 'Mails', icon: <MailIcon />, page: Mails },
];
