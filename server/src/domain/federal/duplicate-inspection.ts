/** Whether another row of the same report takes precedence, as in the view daily_inspections. `i` is a row of the table. */
export const isDuplicateInspection = (inspections: string) => `exists (select from ${inspections} d
      where d.usdot_number = i.usdot_number and d.insp_date = i.insp_date and d.report_state = i.report_state
        and bare_report(d.report_state, d.report_number) = bare_report(i.report_state, i.report_number)
        and (duplicate_rank(d.ci_status_code), d.inspection_id) < (duplicate_rank(i.ci_status_code), i.inspection_id))`;
