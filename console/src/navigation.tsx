import type { ReactNode } from 'react';
import type { Customer } from './customer.ts';
import { Mails } from './pages/mails.tsx';
import { Overview } from './pages/overview.tsx';
import { Picture } from './pages/picture.tsx';
import { Pictures } from './pages/pictures.tsx';
import { GaugeIcon, MailIcon, PictureIcon } from './parts/icons.tsx';

export type Place = {
  path: string;
  label: string;
  icon: ReactNode;
  page: (props: { customer: Customer }) => ReactNode;
  /** The page of one thing in it: `/pictures/<id>`. */
  one?: { label: string; page: (props: { customer: Customer; id: string }) => ReactNode };
};

/** The places of the console, in the order of the menu. A page that lands adds its line here and nowhere else. */
export const places: Place[] = [
  { path: '/', label: 'Overview', icon: <GaugeIcon />, page: Overview },
  {
    ...{ path: '/pictures', label: 'Pictures', icon: <PictureIcon />, page: Pictures },
    one: { label: 'Picture', page: Picture },
  },
  { path: '/mails', label: 'Mails', icon: <MailIcon />, page: Mails },
];
