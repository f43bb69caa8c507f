import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

type Props = { note: string; value: string };

/** A secret that is not shown again, with a button that copies it. */
export function ShownOnce({ note, value }: Props) {
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
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
    <div ref={box} tabIndex={-1} className="notice shown-once" role="status">
      <p>{note}</p>
      <p className="row">
        <code ref={text}>{value}</code>
        <Button small onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </p>
    </div>
  );
}
