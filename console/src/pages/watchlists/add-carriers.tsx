import { useAction } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import { Card } from '../../parts/card.tsx';
import { Field, TextArea } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Table } from '../../parts/tables/table.tsx';

/** Takes USDOT numbers that are pasted, or a CSV file. Both go to the service as CSV, which reports every bad line. */
export function AddCarriers({ id }: { id: string }) {
  const add = useAction(async (client, { file, pasted }: { file: File | null; pasted: string }) => {
    const text = file && file.size > 0 ? await file.text() : pasted.split(/[\s,;]+/).join('\n');
    return client.importWatchedCarriers({ path: { watchlist_id: id }, body: text });
  });
  return (
    <Card title="Add carriers">
      <Form
        name={`add-${id}`}
        className="stack"
        action={add}
        submit="Add carriers"
        submitting="Adding…"
        onSubmit={({ text }, form) => {
          const file = new FormData(form).get('file');
          add.mutate({ file: file instanceof File ? file : null, pasted: text('pasted') });
        }}
      >
        <TextArea
          label="USDOT numbers"
          className="numbers"
          name="pasted"
          rows={3}
          placeholder="1234567, 7654321"
          hint="Separated by commas, spaces or lines."
        />
        <Field
          label="Or a CSV file"
          name="file"
          type="file"
          accept=".csv,text/csv"
          hint="The USDOT number is in the first column, or in the column “usdot_number”."
        />
      </Form>
      {add.data && (
        <div className="notice" role="status">
          <div>
            <p>
              {count(add.data.added, 'carrier')} added
              {add.data.present > 0 && `, ${add.data.present} on the list already`}
              {add.data.bad_lines.length > 0 &&
                `, ${count(add.data.bad_lines.length, 'line')} not understood`}
              .
            </p>
            {add.data.unknown.length > 0 && (
              <p>
                No federal register has {add.data.unknown.slice(0, 10).join(', ')}
                {add.data.unknown.length > 10 && ' and others'}. They are watched all the same.
              </p>
            )}
          </div>
        </div>
      )}
      {add.data && add.data.bad_lines.length > 0 && (
        <Table
          caption="Lines that were not understood"
          rows={add.data.bad_lines}
          keyOf={({ line }) => line}
          columns={[
            { label: 'Line', show: ({ line }) => line },
            { label: 'Text', show: ({ text }) => <code>{text}</code> },
            { label: 'Problem', show: ({ problem }) => problem },
          ]}
        />
      )}
    </Card>
  );
}
