import type { Derivation } from '../../federal/derive/derivation.ts';
import { type Block, encodeBlock, Labels, selectOf, versionOf } from './column-block.ts';
import { storedColumns } from './input-columns.ts';
import { pageRange, pagesOf, readQuery } from './read-columns.ts';

/** Blocks are collected for this many pages and then written, because one connection cannot read and write at the same time. */
const PAGES_AT_ONCE = 8_192;

/**
 * Stores the columns that scores are computed from, in the transaction of the import: a run then reads some hundred blocks
 * instead of millions of wide rows.
 */
export const storeScoreInputs: Derivation = async ({ client }, { live, staged }) => {
  const columns = storedColumns.find(({ table }) => table === live);
  if (!columns) return;
  await client.query('delete from score_inputs where table_name = $1', [live]);
  const version = versionOf(columns);
  const labels = new Labels();
  const pages = await pagesOf(client, staged);
  let labelsStored = 0;
  let number = 0;
  for (let from = 0; from < pages; from += PAGES_AT_ONCE) {
    const blocks: { rows: number; bytes: Buffer; labels: string }[] = [];
    const collect = (block: Block) => {
      const added = labels.texts.slice(labelsStored);
      labelsStored = labels.texts.length;
      blocks.push({ rows: block.rows, bytes: encodeBlock(block), labels: JSON.stringify(added) });
    };
    const range = pageRange(from, from + PAGES_AT_ONCE);
    await readQuery(client, columns, `${selectOf(columns, staged)}${range}`, labels, collect);
    for (const { rows, bytes, labels: added } of blocks)
      await client.query(
        `insert into score_inputs (table_name, block, relation, version, rows, labels, columns)
         values ($1, $2, $3::regclass::oid::bigint, $4, $5, $6, $7)`,
        [live, number++, staged, version, rows, added, bytes],
      );
  }
};
