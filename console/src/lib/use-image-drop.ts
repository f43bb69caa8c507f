import { useEffect, useEffectEvent, useState } from 'react';

/** Phones convert their own format to JPEG when these are asked for. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp';

export const imagesAmong = (files: FileList | null | undefined): File[] =>
  [...(files ?? [])].filter(({ type }) => IMAGE_TYPES.split(',').includes(type));

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Files that are dropped or pasted anywhere on the page. Returns whether files are being dragged over it. */
export function useImageDrop(
  onFiles: (files: FileList | null | undefined) => void,
  { isEnabled = true, takesPaste = true }: { isEnabled?: boolean; takesPaste?: boolean } = {},
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    if (!isEnabled) return;
    let depth = 0;
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth++;
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    // Without this, the browser opens the file instead of the page.
    const onDragOver = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      take(event.dataTransfer?.files);
    };
    const onPaste = (event: ClipboardEvent) => takesPaste && take(event.clipboardData?.files);
    addEventListener('dragenter', onEnter);
    addEventListener('dragleave', onLeave);
    addEventListener('dragover', onDragOver);
    addEventListener('drop', onDrop);
    addEventListener('paste', onPaste);
    return () => {
      setOver(false);
      removeEventListener('dragenter', onEnter);
      removeEventListener('dragleave', onLeave);
      removeEventListener('dragover', onDragOver);
      removeEventListener('drop', onDrop);
      removeEventListener('paste', onPaste);
    };
  }, [isEnabled, takesPaste]);
  return isOver;
}
