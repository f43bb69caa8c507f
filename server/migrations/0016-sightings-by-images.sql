-- Sightings depend only on their images, not on the order in which the images arrive.

-- What the images of a sighting can share with others of the same truck. Null in sightings from before this migration:
-- every image near them is compared with them. It replaces the merged values.
alter table sightings add column keys text[];
update sightings set keys = array_remove(array[
    case when alpr_plate_number <> '' then 'plate ' || translate(alpr_plate_number, 'OILSBZDQ', '01158200') end,
    case when read_usdot_number <> 0 then 'usdot ' || read_usdot_number end,
    case when vin <> '' then 'vin ' || right(vin, 6) end,
    case when equipment_number <> '' then 'trailer ' || equipment_number end], null)
  where time_captured > now() - interval '1 hour';
alter table sightings drop column read_usdot_number, drop column vin, drop column cab_number,
  drop column equipment_number;

-- The id that the sighting of the image has if it has no other image. The id of a sighting is the lowest one of its images,
-- so a sighting that is split and joined again has the same id as before. Null in images from before this migration.
alter table images add column own_sighting_id bigint;

-- Whose evidence it is, and in which state it was seen. 0 in rows from before this migration.
alter table vehicle_evidence add column organization_id integer not null default 0,
  add column region text not null default '';
-- Which facts a person typed, one bit for each; -1 if the identifier was typed. They count in this organization only.
alter table vehicle_evidence add column typed smallint not null default 0;
insert into revisits (sighting_id, organization_id)
  select distinct i.sighting_id, i.organization_id from image_labels l join images i on i.id = l.image_id
   where i.sighting_id is not null
  on conflict do nothing;
