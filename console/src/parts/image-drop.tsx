import { CameraIcon, ImageUpIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from './button.tsx';

/** Phones convert their own format to JPEG when these are asked for. */
const TYPES = 'image/jpeg,image/png,image/webp';

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
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  const take = useEffectEvent((list: FileList | null | undefined) => {
    const images = [...(list ?? [])].filter(({ type }) => TYPES.split(',').includes(type));
    setRefused(images.length === 0 && (list?.length ?? 0) > 0);
    if (images.length > 0) onImages(multiple ? images : images.slice(0, 1));
  });

  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onEnter = (event: globalThis.DragEvent) => {
      if (!hasFiles(event)) return;
      depth++;
      setOver(true);
    };
    const onLeave = (event: globalThis.DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    // Without this, the browser opens the file instead of the page.
    const onDragOver = (event: globalThis.DragEvent) => hasFiles(event) && event.preventDefault();
    const onDrop = (event: globalThis.DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      take(event.dataTransfer?.files);
    };
    const onPaste = (event: ClipboardEvent) => take(event.clipboardData?.files);
    addEventListener('dragenter', onEnter);
    addEventListener('dragleave', onLeave);
    addEventListener('dragover', onDragOver);
    addEventListener('drop', onDrop);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('dragenter', onEnter);
      removeEventListener('dragleave', onLeave);
      removeEventListener('dragover', onDragOver);
      removeEventListener('drop', onDrop);
      removeEventListener('paste', onPaste);
    };
  }, []);

  const input = (name: 'files' | 'camera') => (
    <input
      ref={name === 'files' ? files : camera}
      className="hidden"
      type="file"
      tabIndex={-1}
      aria-label={name === 'files' ? 'Image file' : 'Picture from the camera'}
      accept={TYPES}
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
          <p className="drop-title">{isOver ? 'Drop to check it' : title}</p>
          {hint !== undefined && <p className="quiet">{hint}</p>}
        </>
      )}
      <div className="row">
        <Button className="drop-camera" main={!isSmall} onClick={() => camera.current?.click()}>
          <CameraIcon /> Take a picture
        </Button>
        <Button onClick={() => files.current?.click()}>{isSmall ? title : 'Choose a file'}</Button>
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
