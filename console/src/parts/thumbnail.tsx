import { ImageIcon } from 'lucide-react';
import { useState } from 'react';

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

/** A signed link under the origin of this page, because PUBLIC_URL may differ; the signature covers only the path. */
export function samePath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
