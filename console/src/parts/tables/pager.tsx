import { useChangeView } from '../../lib/use-view.ts';
import { Button } from '../button.tsx';

type Props = {
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
  /** Labels of the two buttons, for lists that are not ordered by time. */
  labels?: [newer: string, older: string] | undefined;
};

/** Buttons to turn pages. A button without a handler is disabled; without any handler there are no buttons. */
export function Pager({ onNewer, onOlder, labels: [newer, older] = ['Newer', 'Older'] }: Props) {
  if (!onNewer && !onOlder) return null;
  return (
    <p className="row pager">
      <Button small disabled={!onNewer} onClick={onNewer}>
        {newer}
      </Button>
      <Button small disabled={!onOlder} onClick={onOlder}>
        {older}
      </Button>
    </p>
  );
}

type PagedProps = { page: number; hasMore: boolean; labels?: Props['labels'] };

/** Turns the pages of a list whose page number is in the URL. Other search parameters stay. */
export function Paged({ page, hasMore, labels }: PagedProps) {
  const change = useChangeView();
  const goTo = (next: number) => () =>
    change({ page: next > 1 ? String(next) : undefined }, 'push', { resetScroll: true });
  return (
    <Pager
      onNewer={page > 1 ? goTo(page - 1) : undefined}
      onOlder={hasMore ? goTo(page + 1) : undefined}
      labels={labels}
    />
  );
}
