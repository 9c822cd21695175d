// Leads through the pages of a list. The position is in the address:
//
//   const cursor = query.value.get('cursor') ?? undefined;
//   <CursorPager next={users.data?.meta.nextCursor} />
//
//   const page = query.value.get('page') ?? undefined;
//   <NumberPager page={data.page} pageSize={data.pageSize} total={data.total} />
import { query, setQuery } from '../core/router.ts';
import { common } from '../words/index.ts';

/** The cursors of the pages before this one, which the history keeps with the address. */
const trail = (): readonly string[] => (history.state as { trail?: string[] } | null)?.trail ?? [];

/** Pages by cursor. "Back" works from where this page was reached; an address from elsewhere leads to the first page. */
export function CursorPager({ next }: { next: string | null | undefined }) {
  const cursor = query.value.get('cursor');
  if (!next && !cursor) return null;
  const before = trail();
  return (
    <nav class="pager" aria-label={common('pages')}>
      {cursor && before.length !== 1 && (
        <button type="button" class="second" onClick={() => setQuery({ cursor: null })}>
          {common('firstPage')}
        </button>
      )}
      {cursor && before.length > 0 && (
        <button
          type="button"
          class="second"
          onClick={() => setQuery({ cursor: before.at(-1) || null }, { state: { trail: before.slice(0, -1) } })}
        >
          {common('previous')}
        </button>
      )}
      <button
        type="button"
        class="second"
        aria-disabled={!next}
        onClick={() => next && setQuery({ cursor: next }, { state: { trail: [...before, cursor ?? ''] } })}
      >
        {common('nextPage')}
      </button>
    </nav>
  );
}

type NumberPagerProps = { page: number; pageSize: number; total: number };

/** Pages by number. */
export function NumberPager({ page, pageSize, total }: NumberPagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1) return null;
  const to = (next: number) => () => next >= 1 && next <= last && setQuery({ page: next === 1 ? null : next });
  return (
    <nav class="pager" aria-label={common('pages')}>
      <span class="hint">{common('pageOf', { page, last })}</span>
      <button type="button" class="second" aria-disabled={page <= 1} onClick={to(page - 1)}>
        {common('previous')}
      </button>
      <button type="button" class="second" aria-disabled={page >= last} onClick={to(page + 1)}>
        {common('nextPage')}
      </button>
    </nav>
  );
}
