-- image_queue has the state of recognition.
alter table images
  drop column due_at, drop column attempts, drop column interruptions, drop column lease_id, drop column failure,
  drop column died_at, drop column correlation_id, drop column traceparent;

alter table images rename column picture_deleted_at to image_deleted_at;
alter index images_by_picture rename to images_by_hash;
alter index observations_with_picture rename to observations_with_image;

create or replace function free_stored_bytes() returns trigger language plpgsql as $$
begin
  update quota_usage u set used = greatest(0, u.used - f.bytes)
    from (select organization_id, sum(byte_size) as bytes from gone where image_deleted_at is null
           group by organization_id order by organization_id) f
   where u.organization_id = f.organization_id and u.name = 'stored_bytes';
  return null;
end $$;
