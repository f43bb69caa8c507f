import type { ReactNode } from 'react';

/** Decorative 20 × 20 line icons, hidden from screen readers. */
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
    <path d="M10 5.5C8.4 4.4 6 4 3.5 4v11c2.5 0 4.9.4 6.5 1.5 1.6-1.1 4-1.5 6.5-1.5V4C14 4 11.6 4.4 10 5.5Z" />
    <path d="M10 5.5v11" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="m6 8 4 4 4-4" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M10 3.2 2.7 16h14.6L10 3.2Z" />
    <path d="M10 8.3v3.5M10 13.8v.1" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M2 10s2.8-5 8-5 8 5 8 5-2.8 5-8 5-8-5-8-5Z" />
    <circle cx="10" cy="10" r="2.3" />
  </Icon>
);

export const EmailIcon = () => (
  <Icon>
    <rect x="2.5" y="4.5" width="15" height="11" rx="1.5" />
    <path d="m3 6 7 5 7-5" />
  </Icon>
);

export const ImageIcon = () => (
  <Icon>
    <rect x="2.5" y="4" width="15" height="12" rx="1.5" />
    <path d="m3 14 4.2-4.2 3.3 3.3 2.3-2.3 4.2 4.2" />
    <circle cx="13" cy="7.5" r="1.2" />
  </Icon>
);
