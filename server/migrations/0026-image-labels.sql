-- What a person says a field of an image should be. Applied whenever the sighting is decided. There is no foreign key to
-- images: erasure and retention delete labels together with what was read.
create table image_labels (
  image_id uuid not null,
  field text not null,
  organization_id integer not null references organizations on delete cascade,
  -- Empty when the field is not present in the image.
  value text not null,
  plate_state text not null default '',
  -- What was read when the label was stored, and how confidently.
  read_value text not null,
  read_score text not null,
  user_id integer references users on delete set null,
  corrected_at timestamptz not null default now(),
  primary key (image_id, field)
);
create index image_labels_by_age on image_labels (organization_id, corrected_at, image_id);
