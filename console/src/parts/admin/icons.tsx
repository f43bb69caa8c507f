import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const LockIcon = () => (
  <Icon>
    <rect x="4.5" y="9" width="11" height="8" rx="1.5" />
    <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
  </Icon>
);

export const BuildingIcon = () => (
  <Icon>
    <path d="M4 17V4.5A1.5 1.5 0 0 1 5.5 3h6A1.5 1.5 0 0 1 13 4.5V17M13 8h2a1.5 1.5 0 0 1 1.5 1.5V17M2.5 17h15" />
    <path d="M7 6.5h3M7 9.5h3M7 12.5h3" />
  </Icon>
);

export const StackIcon = () => (
  <Icon>
    <path d="m10 3 7 3.5-7 3.5-7-3.5L10 3Z" />
    <path d="m3 10 7 3.5 7-3.5M3 13.5 10 17l7-3.5" />
  </Icon>
);

export const CameraIcon = () => (
  <Icon>
    <path d="M3 6.5h3L7.5 4.5h5L14 6.5h3v9H3z" />
    <circle cx="10" cy="11" r="2.7" />
  </Icon>
);

export const DatabaseIcon = () => (
  <Icon>
    <ellipse cx="10" cy="5" rx="6" ry="2.2" />
    <path d="M4 5v10c0 1.2 2.7 2.2 6 2.2s6-1 6-2.2V5M4 10c0 1.2 2.7 2.2 6 2.2s6-1 6-2.2" />
  </Icon>
);

export const ListIcon = () => (
  <Icon>
    <path d="M7.5 5h9M7.5 10h9M7.5 15h9M3.5 5h.6M3.5 10h.6M3.5 15h.6" />
  </Icon>
);
