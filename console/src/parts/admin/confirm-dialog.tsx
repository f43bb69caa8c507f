import { AlertDialog } from 'radix-ui';
import { useFocusReturn } from '../../lib/use-focus-return.ts';

export type Question = { label: string; title: string; text: string; onConfirm: () => void };
type Props = { question: Question | null; onClose: () => void };

/** Opens while there is a question, for a change whose effect depends on what was entered. */
export function ConfirmDialog({ question, onClose }: Props) {
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={question !== null} onOpenChange={onClose}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content {...focus} className="modal">
          <AlertDialog.Title className="drawer-title">{question?.title}</AlertDialog.Title>
          <AlertDialog.Description className="quiet">{question?.text}</AlertDialog.Description>
          <div className="row modal-foot">
            <AlertDialog.Cancel className="button">Cancel</AlertDialog.Cancel>
            <AlertDialog.Action className="button button-danger" onClick={question?.onConfirm}>
              {question?.label}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
