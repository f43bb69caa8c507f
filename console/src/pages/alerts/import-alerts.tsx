import { type ApiError, ValidationError } from '@milepost/sdk';
import { useAction } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import { CRITERIA } from '../../lib/generated/criteria.ts';
import { Field, Select, TextArea } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Table } from '../../parts/tables/table.tsx';

/** The numbers of vehicles. */
const PASTED = CRITERIA.filter(({ name, isTolerant }) => isTolerant || name === 'container_number').map(
  ({ name, label }) => [name, label] as const,
);
const MAX_SHOWN = 100;

/** The first cells of pasted lines as a CSV file. A pasted file that has a header of its own is sent as it is. */
export function csvOf(pasted: string, column: string): string {
  if (/^["\ufeff]*[a-z_]+_(number|plate|search)\b/i.test(pasted.trim())) return pasted;
  const values = pasted
    .split(/\r?\n/)
    .map((line) => (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"|"$/g, ''))
    .filter((value) => /\d/.test(value));
  return [column, ...values.map((value) => `"${value.replaceAll('"', '""')}"`)].join('\n');
}

/** Creates alerts from a pasted list or a CSV file: all of them, or none if a line is bad. */
export function ImportAlerts() {
  const send = useAction(async (client, { file, text }: { file: File | null; text: string }) =>
    client.importAlerts({ body: file && file.size > 0 ? await file.text() : text }),
  );
  return (
    <>
      <Form
        name="import"
        className="stack"
        action={{ ...send, error: isOfLines(send.error) ? null : send.error }}
        submit="Create alerts"
        submitting="Creating…"
        onSubmit={({ text }, form) => {
          const file = new FormData(form).get('file');
          send.mutate({
            file: file instanceof File ? file : null,
            text: csvOf(text('pasted'), text('column')),
          });
        }}
      >
        <TextArea
          label="A list, one number per line"
          className="numbers"
          name="pasted"
          rows={6}
          placeholder={'T1563\nT1570'}
        />
        <Select label="The numbers are" name="column" options={PASTED} />
        <Field
          label="Or a CSV file"
          name="file"
          type="file"
          accept=".csv,text/csv"
          hint="The first line names the columns, such as license_plate, license_plate_state, trailer_number, alert_name and end_date. An exported file can be imported. At most 5,000 lines."
        />
      </Form>
      {isOfLines(send.error) && <BadLines error={send.error} />}
      {send.data && (
        <div className="notice" role="status">
          <p>
            {count(send.data.created, 'alert')} created.
            {send.data.duplicates.length > 0 &&
              ` ${count(send.data.duplicates.length, 'line')} left out: the same is watched already.`}
          </p>
        </div>
      )}
      {send.data && send.data.duplicates.length > 0 && (
        <Table
          caption="Lines that were left out"
          rows={send.data.duplicates.slice(0, MAX_SHOWN)}
          keyOf={({ line }) => line}
          columns={[
            { label: 'Line', show: ({ line }) => line },
            { label: 'Alert', show: ({ alert_name }) => alert_name },
            {
              label: 'Same as',
              show: ({ of_alert, of_line }) => (of_alert === null ? `Line ${of_line}` : `Alert ${of_alert}`),
            },
          ]}
        />
      )}
    </>
  );
}

const lineOf = ({ loc }: ApiError['problems'][number]) => (typeof loc[1] === 'number' ? loc[1] : null);

const isOfLines = (error: ApiError | null): error is ApiError =>
  error instanceof ValidationError && error.problems.some((problem) => lineOf(problem) !== null);

function BadLines({ error: { problems } }: { error: ApiError }) {
  return (
    <>
      <div className="notice" role="alert">
        <p>
          Nothing was created: {count(problems.length, 'problem')} in the list. Correct the lines and send it
          again.
        </p>
      </div>
      <Table
        caption="Bad lines"
        rows={problems.slice(0, MAX_SHOWN).map((problem, index) => ({ ...problem, index }))}
        keyOf={({ index }) => index}
        columns={[
          { label: 'Line', show: (problem) => lineOf(problem) ?? '' },
          { label: 'Column', show: ({ loc }) => loc[2] ?? '' },
          { label: 'Problem', show: ({ msg }) => msg },
          {
            label: 'Value',
            show: ({ input }) => (input === null || input === undefined ? '' : <code>{String(input)}</code>),
          },
        ]}
      />
    </>
  );
}
