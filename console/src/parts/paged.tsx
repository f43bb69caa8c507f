import { useNavigate } from '@tanstack/react-router';
import { Pager } from './pager.tsx';

/** Turns the pages of a list whose page number is in the URL. Other search parameters stay. */
export function Paged({ page, hasMore }: { page: number; hasMore: boolean }) {
  const navigate = useNavigate();
  const goTo = (next: number) => () =>
    navigate({
      to: '.',
      search: ((before: object) => ({ ...before, page: next > 1 ? next : undefined })) as never,
    });
  return (
    <Pager onNewer={page > 1 ? goTo(page - 1) : undefined} onOlder={hasMore ? goTo(page + 1) : undefined} />
  );
}
