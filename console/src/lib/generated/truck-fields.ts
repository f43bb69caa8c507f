// Generated from server/src/contract/truck-fields.ts by `npm run generate`. Do not edit.
export const TRUCK_FIELDS = [
  {"name":"usdot_number","title":"USDOT number","label":"USDOT","position":0,"score":"usdot_number_ocr_score","isDerived":false,"isCorrectable":true},
  {"name":"mc_number","title":"MC number","label":"MC","position":1,"score":"mc_number_ocr_score","isDerived":false,"isCorrectable":true},
  {"name":"vin","title":"VIN","label":"VIN","position":3,"score":"vin_ocr_score","isDerived":false,"isCorrectable":true},
  {"name":"cab_number","title":"Cab number","label":"Cab","position":4,"score":"cab_number_ocr_score","isDerived":false,"isCorrectable":true},
  {"name":"equipment_number","title":"Trailer number","label":"Trailer","position":5,"score":"trailer_number_ocr_score","isDerived":false,"isCorrectable":true},
  {"name":"equipment_logo","title":"Trailer logo","label":"Logo","position":6,"score":"trailer_logo_ocr_score","isDerived":false,"isCorrectable":true},
  {"name":"equipment_type","title":"Equipment","label":"Equipment","position":7,"score":null,"isDerived":true,"isCorrectable":false},
  {"name":"alpr_plate_number","title":"Plate","label":"Plate","position":2,"score":null,"isDerived":false,"isCorrectable":true},
] as const;
