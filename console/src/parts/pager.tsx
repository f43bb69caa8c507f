type Props = { onNewer: (() => void) | undefined; onOlder: (() => void) | undefined };

/** Buttons to turn pages. A button without a handler is disabled; without any handler there are no buttons. */
export function Pager({ onNewer, onOlder }: Props) {
  if (!onNewer && !onOlder) return null;
  return (
    <p className="row pager">
      <button type="button" className="button button-small" disabled={!onNewer} onClick={onNewer}>
        Newer
      </button>
      <button type="button" className="button button-small" disabled={!onOlder} onClick={onOlder}>
        Older
      </button>
    </p>
  );
}
