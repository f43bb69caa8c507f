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

export const TruckIcon = () => (
  <Icon>
    <path d="M2 5h10v9H2zM12 8h3.4L18 11v3h-6z" />
    <circle cx="5.5" cy="15" r="1.6" />
    <circle cx="14.5" cy="15" r="1.6" />
  </Icon>
);

export const BellIcon = () => (
  <Icon>
    <path d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13L5 14Z" />
    <path d="M8.5 17.5h3" />
  </Icon>
);

export const PulseIcon = () => (
  <Icon>
    <path d="M2 10h4l2-5 4 10 2-5h4" />
  </Icon>
);

export const HookIcon = () => (
  <Icon>
    <circle cx="6" cy="14" r="2.5" />
    <circle cx="14" cy="14" r="2.5" />
    <circle cx="10" cy="6" r="2.5" />
    <path d="M8.7 8.2 6.9 11.6M11.3 8.2l1.8 3.4M8.5 14h3" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5" />
    <path d="m13 13 4 4" />
  </Icon>
);

export const PlayIcon = () => (
  <Icon>
    <path d="M7 5v10l8-5Z" />
  </Icon>
);

export const PauseIcon = () => (
  <Icon>
    <path d="M7 5v10M13 5v10" />
  </Icon>
);
