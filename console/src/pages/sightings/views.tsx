import { Link } from '@tanstack/react-router';
import { XIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useCustomer } from '../../lib/api.tsx';
import { entered } from '../../lib/form.ts';
import { deleteView, readViews, saveView } from '../../lib/saved-views.ts';
import { useDialog } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Modal } from '../../parts/modal.tsx';
import type { SightingSearch } from './query.ts';

const MAX_NAME = 60;

/** The saved searches of the user, and a dialog that saves this one. */
export function useViews(search: SightingSearch) {
  const { user_id } = useCustomer().identity;
  const [views, setViews] = useState(() => readViews(user_id));
  const [isOpen, setOpen] = useDialog('save');
  const current = JSON.stringify(Object.entries(search).map(([name, value]) => [name, String(value)]));
  function save(event: FormEvent<HTMLFormElement>) {
    const name = entered(event).text('view').trim().slice(0, MAX_NAME);
    if (name === '') return;
    const values = Object.entries(search).map(([key, value]) => [key, String(value)]);
    setViews(saveView(user_id, { name, search: Object.fromEntries(values) }));
    setOpen(false);
  }
  const list = views.length > 0 && (
    <ul className="views" aria-label="Saved views">
      {views.map((view) => (
        <li key={view.name} className="view">
          <Link
            to="/sightings"
            search={view.search}
            className="view-link"
            aria-current={JSON.stringify(Object.entries(view.search)) === current ? 'true' : undefined}
          >
            {view.name}
          </Link>
          <button
            type="button"
            className="view-delete"
            aria-label={`Delete the view ${view.name}`}
            onClick={() => setViews(deleteView(user_id, view.name))}
          >
            <XIcon />
          </button>
        </li>
      ))}
    </ul>
  );
  const button = (
    <Button small onClick={() => setOpen(true)}>
      Save view
    </Button>
  );
  const dialog = (
    <Modal
      open={isOpen}
      onOpenChange={setOpen}
      title="Save this search"
      description="It is kept in this browser, for you only."
    >
      <form className="form" onSubmit={save}>
        <Field label="Name" name="view" required maxLength={MAX_NAME} autoComplete="off" autoFocus />
        <p className="row">
          <Button main type="submit">
            Save view
          </Button>
        </p>
      </form>
    </Modal>
  );
  return { list, button, dialog };
}
