-- The columns have the names of the observation fields that they hold.
alter table sightings rename column plate to alpr_plate_number;
alter table sightings rename column trailer_number to equipment_number;
alter table vehicle_evidence rename column logo to equipment_logo;
