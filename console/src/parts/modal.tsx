import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../lib/use-focus-return.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** A dialog over the page. It closes with Escape and with its button. */
export function Modal({ open, onOpenChange, title, description, wide = false, children }: Props) {
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          {...focus}
          className={wide ? 'modal modal-form modal-wide' : 'modal modal-form'}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className="modal-head">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            <Dialog.Close className="button button-small">Close</Dialog.Close>
          </header>
          {description !== undefined && (
            <Dialog.Description className="quiet">{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
