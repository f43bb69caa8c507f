/** Valid values of path parameters that name no object of an organization, or none that exists. */
export const PARAMETERS: Record<string, string> = {
  image_id: '6f2c0000-0000-4000-8000-000000000001',
  delivery_id: '6f2c0000-0000-4000-8000-000000000002',
  mail_id: '6f2c0000-0000-4000-8000-000000000003',
  contact_id: '6f2c0000-0000-4000-8000-000000000004',
  observation_id: '6f2c0000-0000-4000-8000-000000000005',
  check_id: '6f2c0000-0000-4000-8000-000000000007',
  case_id: '6f2c0000-0000-4000-8000-000000000008',
  customer_rule_id: '6f2c0000-0000-4000-8000-000000000006',
  invitation_id: '2147483647',
  api_key_id: '2147483647',
  field: 'usdot_number',
  stage: 'images',
  kind: 'plate',
  value: 'ABC1234',
  token: 'x',
  usdot_number: '1234567',
};
