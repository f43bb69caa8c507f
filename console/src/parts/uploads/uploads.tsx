import { useLocation } from '@tanstack/react-router';
import { ImageUpIcon } from 'lucide-react';
import { useState } from 'react';
import { UPLOADERS, useRoles } from '../../lib/api.tsx';
import { imagesAmong, useImageDrop } from '../../lib/use-image-drop.ts';
import { useDialog } from '../../lib/use-view.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { UploadTray } from './upload-tray.tsx';
import { useUploads } from './use-uploads.ts';

/** Takes images that are dropped on any page, and shows how they are read. A dock check takes its pictures itself. */
export function Uploads() {
  const mayUpload = useRoles()(...UPLOADERS);
  return mayUpload ? <UploadsOfUser /> : null;
}

function UploadsOfUser() {
  const [isOpen, setOpen] = useDialog('upload');
  const [files, setFiles] = useState<File[]>([]);
  const { uploads, start, clear } = useUploads();
  const isDockCheck = useLocation({ select: ({ pathname }) => pathname === '/dock-check' });
  const isOver = useImageDrop(
    (dropped) => {
      const images = imagesAmong(dropped);
      if (images.length === 0) return;
      setFiles(images);
      setOpen(true);
    },
    // The dialog takes drops itself.
    { isEnabled: !isDockCheck && !isOpen, takesPaste: false },
  );
  return (
    <>
      {isOver && (
        <div className="drop-page" aria-hidden="true">
          <ImageUpIcon />
          <p>Drop images to have them read</p>
        </div>
      )}
      <UploadDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          if (!open) setFiles([]);
        }}
        files={files}
        onFiles={setFiles}
        onStart={(chosen, taken) => {
          start(chosen, taken);
          setFiles([]);
          setOpen(false);
        }}
      />
      <UploadTray uploads={uploads} onClose={clear} />
    </>
  );
}
