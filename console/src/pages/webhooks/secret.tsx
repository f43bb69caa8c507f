import { useRef, useState } from 'react';

const BYTES = 24;

/** In the form of the Standard Webhooks specification. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Shown once, with a button that copies it. */
export function Secret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false);
  const code = useRef<HTMLElement>(null);
  const copy = async () => {
    // Browsers offer the clipboard only over HTTPS and on localhost; elsewhere the text is selected instead.
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current);
    }
  };
  return (
    <div className="notice" role="status">
      <div>
        <p>Store this secret now. It signs every delivery, and it is not shown again.</p>
        <p className="secret">
          <code ref={code}>{secret}</code>
          <button type="button" className="button button-small" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </button>
        </p>
      </div>
    </div>
  );
}
