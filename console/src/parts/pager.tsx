type Props = { onNewer: (() => void) | undefined; onOlder: (() => void) | undefined };

/** Buttons to turn pages; a button without a handler is disabled. */
export function Pager({ onNewer, onOlder }: Props) {
  return (
    <p className="row pager">
      <button type="button" className="button" disabled={!onNewer} onClick={onNewer}>
        Newer
      </button>
      <button type="button" className="button" disabled={!onOlder} onClick={onOlder}>
        Older
      </button>
    </p>
  );
}
