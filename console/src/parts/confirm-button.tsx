import { AlertDialog } from 'radix-ui';

type Props = {
  label: string;
  title: string;
  text: string;
  onConfirm: () => void;
  /** False for an action that loses nothing. */
  isDangerous?: boolean;
};

/** A button for an action with consequences; it acts after a confirmation. */
export function ConfirmButton({ label, title, text, onConfirm, isDangerous = true }: Props) {
  const style = isDangerous ? 'button-danger' : '';
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger className={`button button-small ${style}`}>{label}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content className="modal">
          <AlertDialog.Title className="drawer-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="quiet">{text}</AlertDialog.Description>
          <div className="row modal-foot">
            <AlertDialog.Cancel className="button">Cancel</AlertDialog.Cancel>
            <AlertDialog.Action className={`button ${style || 'button-main'}`} onClick={onConfirm}>
              {label}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
