import { useState } from 'react';
import { samePath } from '../lib/same-path.ts';
import { ImageIcon } from './icons.tsx';

type Props = { url: string | undefined; alt: string };

/** A box of fixed proportions, so that nothing moves when the image arrives or is missing. */
export function Thumbnail({ url, alt }: Props) {
  const [isBroken, setBroken] = useState(false);
  const src = url === undefined || isBroken ? null : samePath(url);
  return (
    <span className="thumbnail">
      {src === null ? (
        <span className="thumbnail-absent">
          <ImageIcon />
          <span className="hidden">No image</span>
        </span>
      ) : (
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
