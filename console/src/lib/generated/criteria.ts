// Generated from server/src/contract/criteria-table.ts by `npm run generate`. Do not edit.
export const CRITERIA = [
  {"name":"usdot_number","label":"USDOT number","description":"USDOT number.","exactFlag":null,"isTolerant":false,"isEditOnly":false,"maxLength":200},
  {"name":"mc_number","label":"MC number","description":"MC number.","exactFlag":null,"isTolerant":false,"isEditOnly":false,"maxLength":200},
  {"name":"license_plate","label":"Plate","description":"Plate number.","exactFlag":null,"isTolerant":true,"isEditOnly":false,"maxLength":200},
  {"name":"license_plate_state","label":"Plate state","description":"State of the plate: its name or two letters.","exactFlag":null,"isTolerant":false,"isEditOnly":false,"maxLength":200},
  {"name":"vin","label":"VIN ends with","description":"The last 6 letters or digits of the VIN.","exactFlag":null,"isTolerant":false,"isEditOnly":false,"maxLength":6},
  {"name":"cab_number","label":"Cab number","description":"Cab number.","exactFlag":null,"isTolerant":true,"isEditOnly":false,"maxLength":200},
  {"name":"equipment_type","label":"Equipment","description":"Equipment type, e.g. reefer or dry van.","exactFlag":null,"isTolerant":false,"isEditOnly":false,"maxLength":200},
  {"name":"trailer_logo","label":"Trailer logo","description":"One of the names in `GET /logos`.","exactFlag":null,"isTolerant":false,"isEditOnly":false,"maxLength":200},
  {"name":"trailer_number","label":"Trailer number","description":"Trailer number.","exactFlag":"exact_match_trailer_number","isTolerant":true,"isEditOnly":false,"maxLength":200},
  {"name":"chassis_number","label":"Chassis number","description":"Number of the container chassis, found in the text read on the truck.","exactFlag":"exact_match_chassis_number","isTolerant":false,"isEditOnly":false,"maxLength":200},
  {"name":"container_number","label":"Container number","description":"Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check digit.","exactFlag":"exact_match_container_number","isTolerant":false,"isEditOnly":false,"maxLength":200},
  {"name":"deep_search","label":"Anything read","description":"Searched in every text read on the truck and in every recorded field.","exactFlag":"exact_match_deep_search","isTolerant":false,"isEditOnly":false,"maxLength":200},
  {"name":"location_state","label":"State","description":"State of the sighting: its name or two letters.","exactFlag":null,"isTolerant":false,"isEditOnly":true,"maxLength":200},
  {"name":"location_city","label":"City","description":"City of the sighting.","exactFlag":null,"isTolerant":false,"isEditOnly":true,"maxLength":200},
] as const;
