import { Link } from '@tanstack/react-router';
import { count } from '../../lib/format.ts';
import { Button } from '../button.tsx';
import type { Upload } from './use-uploads.ts';

const WORDS: Record<Upload['state'], string> = {
  waiting: 'Waiting',
  sending: 'Uploading…',
  reading: 'Being read…',
  read: 'Read',
  failed: 'Failed',
};
const isOver = ({ state }: Upload) => state === 'read' || state === 'failed';

/** The uploads of this tab, on every page, until they are closed. */
export function UploadTray({ uploads, onClose }: { uploads: Upload[]; onClose: () => void }) {
  if (uploads.length === 0) return null;
  const done = uploads.filter(isOver).length;
  return (
    <section className="tray" aria-label="Uploads">
      <header className="tray-head">
        <strong role="status">
          {done === uploads.length ? `${count(done, 'image')} done` : `${done} of ${uploads.length} done`}
        </strong>
        <Button small disabled={done < uploads.length} onClick={onClose}>
          Close
        </Button>
      </header>
      <ul className="tray-list">
        {uploads.map((upload) => (
          <li key={upload.id} className="tray-item">
            <img src={upload.url} alt="" className={isOver(upload) ? '' : 'tray-busy'} />
            <div>
              {upload.imageId === null ? (
                <span>{upload.name}</span>
              ) : (
                <Link to="/images/$id" params={{ id: upload.imageId }} state={{ among: idsOf(uploads) }}>
                  {upload.text !== '' && upload.state === 'read' ? upload.text : upload.name}
                </Link>
              )}
              <span className={upload.state === 'failed' ? 'field-error block' : 'quiet block'}>
                {upload.state === 'failed' ? upload.text : WORDS[upload.state]}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const idsOf = (uploads: Upload[]) => uploads.flatMap(({ imageId }) => imageId ?? []);
