import type { Database, Statement, Transaction } from '../../../src/db/database.ts';

/** The same database; `onStatement` is called for each statement, also of its transactions and on the nodes of a cluster. */
export function spyStatements<Spied extends Database>(
  database: Spied,
  onStatement: (statement: Statement) => void,
): Spied {
  const spied =
    <Args extends [Statement, unknown[]?], Result>(run: (...args: Args) => Result) =>
    (...args: Args) => {
      onStatement(args[0]);
      return run(...args);
    };
  const all = <Db extends Database | Transaction>(db: Db): Db => ({
    ...db,
    rows: spied(db.rows),
    row: spied(db.row),
    run: spied(db.run),
  });
  return {
    ...all(database),
    transaction: (work, settings) => database.transaction((tx) => work(all(tx)), settings),
    onNode: (address) => {
      const node = database.onNode(address);
      return node && spyStatements(node, onStatement);
    },
  };
}
