import type { ReactNode } from 'react';

/** Line icons of our own, 20 by 20; they only decorate, so nobody reads them out. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const GaugeIcon = () => (
  <Icon>
    <path d="M3.2 14.5a7.5 7.5 0 1 1 13.6 0" />
    <path d="m10 11.5 3.2-4" />
    <circle cx="10" cy="11.9" r="1.1" />
  </Icon>
);

export const BookIcon = () => (
  <Icon>
    <path d="M10 5.5C8.4 4.4 6 4 3.5 4v11c2.5 0 4.9.4 6.5 1.5 1.6-1.1 4-1.5 6.5-1.500V4C14 4 11.6 4.4 10 5.500Z" />
    <path d="M10 5.500v11" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="m6 8 4 4 4-4" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M10 3.2 2.7 16h14.600L10 3.200Z" />
    <path d="M10 8.300v3.500M10 13.800v.1" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M2 10s2.8-5 8-5 8 5 8 5-2.8 5-8 5-8-5-8-5Z" />
    <circle cx="10" cy="10" r="2.3" />
  </Icon>
);

export const MailIcon = () => (
  <Icon>
    <rect x="2.5" y="4.500" width="15" height="11" rx="1.500" />
    <path d="m3 6 7 5 7-5" />
  </Icon>
);

export const PictureIcon = () => (
  <Icon>
    <rect x="2.500" y="4" width="15" height="12" rx="1.500" />
    <path d="m3 14 4.200-4.200 3.300 3.300 2.300-2.300 4.200 4.200" />
    <circle cx="13" cy="7.500" r="1.200" />
  </Icon>
);
