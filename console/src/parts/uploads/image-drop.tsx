import { CameraIcon, ImageUpIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { IMAGE_TYPES, imagesAmong, useImageDrop } from '../../lib/use-image-drop.ts';
import { Button } from '../button.tsx';

type Props = {
  title: string;
  hint?: string;
  /** Only the buttons. Files can be dropped anywhere on the page all the same. */
  isSmall?: boolean;
  /** Accepts several images at once. */
  multiple?: boolean;
  onImages: (files: File[]) => void;
};

/** Images from a drop anywhere on the page, from a paste, from the files, or from the camera of a phone. */
export function ImageDrop({ title, hint, isSmall = false, multiple = false, onImages }: Props) {
  const [refused, setRefused] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined) => {
    const images = imagesAmong(list);
    setRefused(images.length === 0 && (list?.length ?? 0) > 0);
    if (images.length > 0) onImages(multiple ? images : images.slice(0, 1));
  };
  const isOver = useImageDrop(take);

  const input = (name: 'files' | 'camera') => (
    <input
      ref={name === 'files' ? files : camera}
      className="hidden"
      type="file"
      tabIndex={-1}
      aria-label={name === 'files' ? 'Image file' : 'Picture from the camera'}
      accept={IMAGE_TYPES}
      multiple={multiple && name === 'files'}
      {...(name === 'camera' && { capture: 'environment' as const })}
      onChange={({ target }) => {
        take(target.files);
        // The same file can be chosen again.
        target.value = '';
      }}
    />
  );
  return (
    <div className={`drop${isSmall ? ' drop-small' : ''}${isOver ? ' drop-over' : ''}`}>
      {!isSmall && (
        <>
          <ImageUpIcon />
          <p className="drop-title">{isOver ? 'Drop it here' : title}</p>
          {hint !== undefined && <p className="quiet">{hint}</p>}
        </>
      )}
      <div className="row">
        <Button
          className="drop-camera"
          small={isSmall}
          main={!isSmall}
          onClick={() => camera.current?.click()}
        >
          <CameraIcon /> Take a picture
        </Button>
        <Button small={isSmall} onClick={() => files.current?.click()}>
          {isSmall ? title : 'Choose a file'}
        </Button>
      </div>
      {input('files')}
      {input('camera')}
      {refused && (
        <p className="field-error" role="alert">
          This is not a JPEG, PNG or WebP image.
        </p>
      )}
    </div>
  );
}
