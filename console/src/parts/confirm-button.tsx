import { AlertDialog } from 'radix-ui';
import { useFocusReturn } from '../lib/use-focus-return.ts';

export type Question = {
  label: string;
  /** For buttons whose label is the same in several rows; it begins with the label. */
  accessibleLabel?: string;
  title: string;
  text: string;
  onConfirm: () => void;
  /** False for an action that loses nothing. */
  isDangerous?: boolean;
};

/** A button for an action with consequences; it acts after a confirmation. */
export function ConfirmButton(question: Question) {
  const { label, accessibleLabel, isDangerous = true } = question;
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger
        className={`button button-small ${isDangerous ? 'button-danger' : ''}`}
        aria-label={accessibleLabel}
      >
        {label}
      </AlertDialog.Trigger>
      <Confirmation {...question} />
    </AlertDialog.Root>
  );
}

type DialogProps = { question: Question | null; onClose: () => void };

/** A confirmation whose question depends on what the user entered. It is open while `question` is set. */
export function ConfirmDialog({ question, onClose }: DialogProps) {
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={question !== null} onOpenChange={onClose}>
      {question !== null && <Confirmation {...question} focus={focus} />}
    </AlertDialog.Root>
  );
}

type ConfirmationProps = Question & { focus?: ReturnType<typeof useFocusReturn> };

function Confirmation({ label, title, text, onConfirm, isDangerous = true, focus }: ConfirmationProps) {
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className="overlay" />
      <AlertDialog.Content {...focus} className="modal">
        <AlertDialog.Title className="drawer-title">{title}</AlertDialog.Title>
        <AlertDialog.Description className="quiet">{text}</AlertDialog.Description>
        <div className="row modal-foot">
          <AlertDialog.Cancel className="button">Cancel</AlertDialog.Cancel>
          <AlertDialog.Action
            className={`button ${isDangerous ? 'button-danger' : 'button-main'}`}
            onClick={onConfirm}
          >
            {label}
          </AlertDialog.Action>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Portal>
  );
}
