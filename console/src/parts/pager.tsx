type Props = {
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
  /** Of the two buttons, for lists that are not ordered by time. */
  labels?: [newer: string, older: string];
};

/** Buttons to turn pages. A button without a handler is disabled; without any handler there are no buttons. */
export function Pager({ onNewer, onOlder, labels: [newer, older] = ['Newer', 'Older'] }: Props) {
  if (!onNewer && !onOlder) return null;
  return (
    <p className="row pager">
      <button type="button" className="button button-small" disabled={!onNewer} onClick={onNewer}>
        {newer}
      </button>
      <button type="button" className="button button-small" disabled={!onOlder} onClick={onOlder}>
        {older}
      </button>
    </p>
  );
}
