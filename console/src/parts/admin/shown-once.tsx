import { useRef, useState } from 'react';

type Props = { note: string; value: string };

/** A secret that is not shown again, with a button that copies it. */
export function ShownOnce({ note, value }: Props) {
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Without permission, or on a page without TLS: the user copies the selection.
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  };
  return (
    <div className="notice shown-once" role="status">
      <p>{note}</p>
      <p className="secret">
        <code ref={text}>{value}</code>
        <button type="button" className="button button-small" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </p>
    </div>
  );
}
