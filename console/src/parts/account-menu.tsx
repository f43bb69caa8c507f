import type { Identity } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { ChevronDownIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';

type Props = {
  identity: Identity;
  /** The stated purpose, in organizations that require one. */
  purpose: { text: string; onChange: () => void } | null;
  onSignOut: () => void;
};

/** Closes on Escape, and when the pointer or the focus moves outside. */
export function AccountMenu({ identity, purpose, onSignOut }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('pointerdown', onOutside);
    addEventListener('focusin', onOutside);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onOutside);
      removeEventListener('focusin', onOutside);
      removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div className="account" ref={box}>
      <button
        ref={button}
        type="button"
        className="account-button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`Account: ${identity.email}`}
        onClick={() => setOpen(!open)}
      >
        <span className="avatar" data-letter={identity.email.charAt(0).toUpperCase()} />
        <span className="account-name">{identity.email}</span>
        <ChevronDownIcon />
      </button>
      <div id={id} className="account-panel" hidden={!open}>
        <p className="account-email">{identity.email}</p>
        <p className="quiet">{identity.organization_name}</p>
        <Link className="account-link" to="/account" onClick={() => setOpen(false)}>
          Your account
        </Link>
        <a className="account-link" href="/docs">
          API reference
        </a>
        {purpose !== null && (
          <>
            <p className="account-purpose">Purpose: {purpose.text}</p>
            <Button
              onClick={() => {
                setOpen(false);
                purpose.onChange();
              }}
            >
              Change purpose
            </Button>
          </>
        )}
        <Button onClick={onSignOut}>Sign out</Button>
      </div>
    </div>
  );
}
